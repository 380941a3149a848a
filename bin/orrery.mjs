#!/usr/bin/env node
/** Starts the built command line; in a checkout it builds first when the sources are newer. */
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// Node would open its inspector, through which any process of this account could do everything.
process.on('SIGUSR1', () => undefined);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`orrery needs Node 20.19 or newer; this is ${process.version}\n`);
  process.exit(70);
}

// Before any of the program is loaded; `src/lib/regexp-fault.ts` says against what.
if (major >= 25) setFlagsFromString('--regexp-tier-up-ticks=0');

/** Open files that it takes to load the program, whose parts are read all at once, and to serve a little. */
const filesMin = 128;
const filesMax = readFilesMax();
if (filesMax < filesMin) {
  process.stderr.write(
    `orrery may have ${filesMax} files open here and needs ${filesMin} or more: raise the limit ` +
      '(ulimit -n 1024 in the shell, LimitNOFILE=65536 in the systemd unit)\n',
  );
  process.exit(70);
}

const built = new URL('../dist/cli.js', import.meta.url);
const isCheckout = [
  '../src/cli/main.ts',
  '../tools/build.mjs',
  '../node_modules/esbuild/package.json',
].every((path) => existsSync(new URL(path, import.meta.url)));
if (isCheckout) {
  const { isStale } = await import('../tools/stale.mjs');
  if (isStale()) {
    const { buildIfStale } = await import('../tools/build.mjs');
    if (!(await buildIfStale())) process.exit(70);
  }
}
if (!existsSync(built)) {
  process.stderr.write('orrery is not built here; run: npm ci && npm run build\n');
  process.exit(70);
}
const { main } = await import(built.href);
process.exitCode = await main(process.argv.slice(2));
// What a failed command left open, such as a server without its store, must not keep the process.
process.stdout.write('', () => process.exit());

/** The soft limit, which Node has raised to the hard one; where it is not told, there is none to hold it against. */
function readFilesMax() {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}
