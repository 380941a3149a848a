/** The notice names every package that Orrery runs on and every binary that comes with them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../support/service-config.ts';

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const readJson = <T>(path: string): T => JSON.parse(read(path)) as T;
const notice = read('NOTICE');
const dependencies = Object.keys(
  readJson<{ dependencies: Record<string, string> }>('package.json').dependencies,
);

const isMachineCode = /\.(node|wasm|so|dylib|dll|exe)$/;

/** The lines of the notice below a heading, up to the next text at the margin. */
function linesBelow(heading: string): readonly string[] {
  const lines = notice.split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading)) + 1;
  const end = lines.findIndex((line, index) => index > start && /^\S/.test(line));
  return lines.slice(start, end).filter((line) => line !== '');
}

/** The names of the parts of which the notice has the licence. */
const parts = [...notice.matchAll(/^=+\n(.+)\n=+$/gm)].map(([, name]) => name);

describe('the notice', () => {
  it('lists the runtime dependencies with version and licence as they are installed', () => {
    const installed = dependencies.map((name) => {
      // Older packages list their licences.
      const { version, license, licenses } = readJson<{
        version: string;
        license?: string;
        licenses?: readonly { readonly type: string }[];
      }>(`node_modules/${name}/package.json`);
      return [name, version, license ?? licenses?.[0]?.type];
    });
    const listed = linesBelow('Runtime dependencies').map((line) =>
      line.trim().split(/\s+/).slice(0, 3),
    );
    expect(listed).toEqual(installed);
  });

  it('names each package with machine code among what the lock file installs to run', () => {
    const { packages } = readJson<{ packages: Record<string, { dev?: boolean }> }>(
      'package-lock.json',
    );
    const running = Object.keys(packages).filter(
      (path) => path !== '' && packages[path]?.dev !== true,
    );
    // An optional one is left out where this Node is none of its own.
    const isHere = (path: string): boolean => existsSync(join(packageRoot, path));
    const native = running
      .filter(isHere)
      .filter((path) =>
        readdirSync(join(packageRoot, path), { recursive: true, encoding: 'utf8' }).some(
          (file) => isMachineCode.test(file) && !file.startsWith('node_modules/'),
        ),
      );
    const named = linesBelow('Third-party binaries').flatMap(
      (line) => /^ {2}(\S+) {2}/.exec(line)?.[1] ?? [],
    );
    const paths = named.map((name) => `node_modules/${name}`);
    // One that this Node does not load may lie there without its binary.
    expect(paths).toEqual(expect.arrayContaining(native));
    expect(running).toEqual(expect.arrayContaining(paths));
    expect(native).not.toEqual([]);
  });

  it('has the licence of each part that it says a binary holds', () => {
    const held = linesBelow('Third-party binaries')
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .matchAll(/\bhold(?:s)? ([^.;]+(?:\.js[^.;]+)*)/g);
    const names = [...held].flatMap(([, list]) =>
      list!.replace('also hold ', '').split(/, | and /),
    );
    expect(names.length).toBeGreaterThan(8);
    const all = parts.join(' ');
    for (const name of names) expect(all).toContain(name.replace(/^GCC's /, ''));
  });
});
