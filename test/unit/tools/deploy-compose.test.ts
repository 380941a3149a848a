/**
 * The shipped compose file, its configurations and its proxy, as far as they can be held against the program without a
 * container engine: what is set is known, and ports, names, folders and secrets agree.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../../src/config/parse.ts';
import { fileSchema } from '../../../src/config/schema.ts';
import { deployPath, writeConfigurations } from '../../support/deploy-folder.ts';
import { openPaths } from '../../support/open-paths.ts';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly (string | { readonly source: string; readonly target: string })[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly depends_on?: object;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const read = (name: string): string => readFileSync(deployPath(name), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const planes = Object.entries(compose.services).filter(([name]) => name.startsWith('plane-'));
const folder = mkdtempSync(join(tmpdir(), 'orrery-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));
const configFolder = join(folder, 'config');
writeConfigurations(configFolder);
const written = (file: string): string => readFileSync(join(configFolder, file), 'utf8');
const rawConfig = (plane: string) =>
  JSON.parse(written(`${plane}.json`)) as Readonly<Record<string, string>>;

const defaultPort = fileSchema.shape.listen_port.parse(undefined);

describe('configure.sh', () => {
  it.each(planes.map(([name]) => name))('writes a configuration of %s that is valid', (plane) => {
    const path = join(configFolder, `${plane}.json`);
    const result = parseConfig(written(`${plane}.json`), path);
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    expect(result.config.service).toMatchObject({ role: 'control', listenPort: defaultPort });
    expect(rawConfig(plane)['control_plane_url']).toBe(`http://${plane}:${defaultPort}`);
    const callback = new URL(rawConfig(plane)['completion_callback_url']!);
    expect(Object.keys(compose.services)).toContain(callback.hostname);
  });

  it('gives both the same tokens and the password of the database, each of them fresh', () => {
    const [one, two] = planes.map(([name]) => rawConfig(name));
    expect({ ...two, control_plane_url: '' }).toEqual({ ...one, control_plane_url: '' });
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD_FILE } =
      compose.services['database']!.environment!;
    const url = new URL(one!['hosted_database_url']!);
    expect([url.hostname, url.username, url.pathname]).toEqual([
      'database',
      POSTGRES_USER,
      `/${POSTGRES_DB}`,
    ]);
    expect(url.password).toBe(written(POSTGRES_PASSWORD_FILE!.replace('/run/secrets/', '')));
    const tokens = [one!['control_api_bearer_token'], one!['completion_callback_token']];
    expect(new Set([...tokens, url.password]).size).toBe(3);
    writeConfigurations(join(folder, 'another'));
    expect(readFileSync(join(folder, 'another', 'plane-1.json'), 'utf8')).not.toContain(tokens[0]);
  });

  it('lets nobody else on the machine read it, and writes nothing twice', () => {
    expect(statSync(configFolder).mode & 0o777).toBe(0o700);
    const before = written('plane-1.json');
    expect(() => writeConfigurations(configFolder)).toThrow('is there already');
    expect(written('plane-1.json')).toBe(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('config.'))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  it('has two planes that differ in nothing but their configuration and their state', () => {
    expect(planes.map(([name]) => name)).toEqual(['plane-1', 'plane-2']);
    const [one, two] = planes.map(([, plane]) => plane);
    expect({ ...two, secrets: [], volumes: [] }).toEqual({ ...one, secrets: [], volumes: [] });
    expect(one?.read_only).toBe(true);
    expect(one?.secrets).toEqual([{ source: 'plane-1', target: 'config.json' }]);
    const stateDir = rawConfig('plane-1')['state_dir'];
    const stateOf = (plane: Service | undefined) =>
      plane?.volumes?.find((volume) => volume.endsWith(`:${stateDir}`));
    expect(stateOf(one)).toBeDefined();
    expect(stateOf(two)).not.toBe(stateOf(one));
    const shared = one?.volumes?.filter((volume) => two?.volumes?.includes(volume));
    expect(shared).toHaveLength(1);
    for (const field of ['corpus_dir', 'project_root'])
      expect(rawConfig('plane-1')[field]).toContain(`${shared![0]!.split(':')[1]}/`);
  });

  it('mounts declared volumes and files that are there, and reads secrets that configure.sh writes', () => {
    for (const [name, { volumes = [], secrets = [] }] of Object.entries(compose.services)) {
      for (const [source] of volumes.map((volume) => volume.split(':'))) {
        const isThere = source!.startsWith('./')
          ? existsSync(deployPath(source!))
          : source! in compose.volumes;
        expect([name, source, isThere]).toEqual([name, source, true]);
      }
      for (const secret of secrets) {
        const { file } = compose.secrets[typeof secret === 'string' ? secret : secret.source]!;
        expect(file.startsWith('./config/'), file).toBe(true);
        expect(existsSync(join(configFolder, file.replace('./config/', ''))), file).toBe(true);
      }
    }
  });

  it('names pinned images and holds no secret', () => {
    for (const { image, environment = {} } of Object.values(compose.services)) {
      expect(image).toMatch(/^(orrery:local|[a-z]+:\d+\.\d+(\.\d+)?-\w+)$/);
      for (const name of Object.keys(environment))
        expect(name).not.toMatch(/(token|password|secret)$/i);
    }
    const [, major] = /^postgres:(\d+)/.exec(compose.services['database']!.image)!;
    expect(Number(major)).toBeGreaterThanOrEqual(15);
  });

  it('is let in by a proxy that knows both planes and asks for a health that there is', () => {
    const caddyfile = read('Caddyfile');
    const [, upstreams] = /reverse_proxy \{\$ORRERY_PLANES:([^}]+)\}/.exec(caddyfile)!;
    expect(upstreams!.split(' ')).toEqual(planes.map(([name]) => `${name}:${defaultPort}`));
    expect(openPaths).toContain(/health_uri (\S+)/.exec(caddyfile)![1]);
    const { environment, ports, volumes } = compose.services['proxy']!;
    for (const name of Object.keys(environment!)) expect(caddyfile).toContain(`{$${name}:`);
    expect(volumes![0]).toMatch(/^\.\/Caddyfile:/);
    // Nobody but this machine, until its owner says so.
    expect(ports).toEqual([expect.stringMatching(/127\.0\.0\.1:8787\}:8787$/)]);
  });

  it('publishes no port at which nobody listens, with a name and TLS or without', () => {
    const base = compose.services['proxy']!;
    const withTls = (parse(read('compose.tls.yaml')) as Pick<Compose, 'services'>).services[
      'proxy'
    ]!;
    const inside = (ports: readonly string[]) =>
      ports.map((port) => /:(\d+)(?:\/udp)?$/.exec(port)![1]);
    // A service is merged field by field: lists are joined, and of a variable the later file's value counts.
    expect(inside(base.ports!)).toEqual([String(defaultPort)]);
    expect(base.environment!['ORRERY_SITE']).toBe(`http://:${defaultPort}`);
    expect(inside(withTls.ports!)).toEqual(['80', '443', '443']);
    expect(withTls.environment!['ORRERY_SITE']).toMatch(
      new RegExp(`^\\$\\{ORRERY_SITE:\\?[^}]+\\}, http://:${defaultPort}$`),
    );
  });
});
