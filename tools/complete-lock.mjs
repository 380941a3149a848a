/**
 * Renews `package-lock.json` so that `npm ci` works with every registry: entries hold no address, and
 * the optional packages of other systems are listed even where the registry at hand lacks them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stale.mjs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];
const libraries = { musl: 'musl', gnu: 'glibc' };

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
  cwd: root,
  stdio: 'inherit',
});
const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const [place, entry] of Object.entries(lock.packages)) {
  delete entry.resolved;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = [`node_modules/${name}`, `${place}/node_modules/${name}`];
    if (known.some((where) => lock.packages[where] !== undefined)) continue;
    lock.packages[known[0]] = describe(name, version, entry.dev === true);
  }
}
const sorted = Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);

/** What npm must know of a package to leave it alone on other systems: its name says it. */
function describe(name, version, dev) {
  const words = name.split(/[-/]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = Object.entries(libraries).find(([word]) =>
    words.some((own) => own.startsWith(word)),
  );
  return {
    version: version.replace(/^[~^]/, ''),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev ? { dev } : {}),
    ...(os === 'linux' && libc !== undefined ? { libc: [libc[1]] } : {}),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}
