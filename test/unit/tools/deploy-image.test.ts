/**
 * The shipped Dockerfile, as far as it can be held against the program without a container engine: what it copies is
 * there, and its port, its health check, its account and its folders are the program's.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSchema } from '../../../src/config/schema.ts';
import { configVariables } from '../../../src/domain/product.ts';
import { readDockerfile } from '../../support/deploy-folder.ts';
import { openPaths } from '../../support/open-paths.ts';
import { packageRoot } from '../../support/service-config.ts';

const packageJson = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
};
const defaultPort = fileSchema.shape.listen_port.parse(undefined);
const dockerfile = readDockerfile();
const only = (name: string): string => {
  const found = dockerfile.filter((each) => each.name === name);
  expect(found, name).toHaveLength(1);
  return found[0]!.rest;
};

describe('the image', () => {
  it('copies what the repository or an earlier stage has', () => {
    const copies = dockerfile.filter(({ name }) => name === 'COPY');
    expect(copies.length).toBeGreaterThan(2);
    for (const { rest, stage } of copies) {
      const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
      if (!rest.startsWith('--from='))
        for (const source of words.slice(0, -1))
          expect([source, existsSync(join(packageRoot, source))]).toEqual([source, true]);
      else expect([rest.split(' ')[0], stage]).toEqual(['--from=build', 1]);
    }
    const [built] = dockerfile.filter(({ name }) => name === 'FROM');
    expect(built?.rest).toMatch(/ AS build$/);
  });

  it('is packed into a folder that is made first, since npm makes none', () => {
    const [, made, into] =
      dockerfile
        .map(({ rest }) => /^mkdir (\S+) && npm pack .*--pack-destination (\S+)$/.exec(rest))
        .find((match) => match !== null) ?? [];
    expect(into).toBeDefined();
    expect(made).toBe(into);
  });

  it('is of pinned versions of a Node that is supported', () => {
    const bases = dockerfile.filter(({ name }) => name === 'FROM').map(({ rest }) => rest);
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(/^node:22\.\d+\.\d+-bookworm(-slim)?\b/);
  });

  it('runs the program itself, not as root, and sends SIGTERM to no shell', () => {
    expect(only('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const entry = JSON.parse(only('ENTRYPOINT')) as readonly string[];
    expect(entry).toEqual(['node', `/opt/orrery/${packageJson.bin['orrery']}`]);
    expect(JSON.parse(only('CMD'))).toEqual(['serve']);
    for (const [word] of only('ENV')
      .split(' ')
      .map((each) => each.split('=')))
      expect(['NODE_ENV', ...configVariables]).toContain(word);
  });

  it('asks for its health at a route that needs no token, at the port that it listens on', () => {
    const [, argv] = /CMD (\[.*\])$/.exec(only('HEALTHCHECK')) ?? [];
    const script = (JSON.parse(argv!) as readonly string[]).at(-1)!;
    const url = new URL(/fetch\('([^']+)'\)/.exec(script)?.[1] ?? '');
    expect([openPaths.has(url.pathname), Number(url.port)]).toEqual([true, defaultPort]);
    expect(Number(only('EXPOSE'))).toBe(defaultPort);
  });

  it('keeps its state in volumes, each made for the account that it runs as', () => {
    const volumes = JSON.parse(only('VOLUME')) as readonly string[];
    const made = dockerfile.findLast(({ name }) => name === 'RUN')!.rest.split(/\s+/);
    expect(volumes.length).toBeGreaterThan(0);
    for (const path of volumes) expect(made).toContain(path);
  });

  it('is built from nothing secret and from nothing that was made here', () => {
    const ignored = readFileSync(join(packageRoot, '.dockerignore'), 'utf8').split('\n');
    for (const path of ['.git', 'node_modules', 'dist', 'deploy/config'])
      expect(ignored).toContain(path);
    expect(packageJson.files).toEqual(expect.arrayContaining(['deploy', '!deploy/config']));
    // What it is packed from must not be among them.
    for (const path of [...packageJson.files, 'src', 'tools', 'tsconfig.json'])
      expect(path === 'dist' || !ignored.includes(path), path).toBe(true);
  });
});
