/**
 * Three control planes of the built program on one PostgreSQL, and simulated workers that call back, with a network of
 * ours between each two of them. Whoever asks the service asks any of its planes.
 */
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeededEntropy, randomToken } from '../../../src/lib/ids.ts';
import { pick } from '../../../src/soak/chance.ts';
import type { Child } from '../../../src/soak/child.ts';
import { controlConfig } from '../../../src/soak/configs.ts';
import { freePort } from '../../../src/soak/free-port.ts';
import { startGuard } from '../../../src/soak/guard.ts';
import { createHttpClient, type HttpClient, membersOf } from '../../../src/soak/http-client.ts';
import {
  callbackPath,
  createPrograms,
  hireWorker,
  makeFolder,
  type Worker,
  writeConfig,
  writeLauncher,
} from '../../../src/soak/programs.ts';
import type { Scene } from '../../../src/soak/world.ts';
import type { PlaneStanding } from '../../../src/store/ports/plane.ts';
import { type Database, startDatabase } from './database.ts';
import { type Link, openLink } from './link.ts';

export interface Plane {
  readonly name: string;
  readonly child: Child;
  readonly dir: string;
  /** Between everybody and this plane: clients, workers, and the planes that pass requests on. */
  readonly front: Link;
  /** Between this plane and the database. */
  readonly toDatabase: Link;
  /** Asks it without a network between. */
  readonly direct: HttpClient;
  /** Sets its clock that many milliseconds off, from within a tenth of a second on. */
  stepClock(ms: number): void;
  /** From its next start on it is the program of this checkout. */
  upgrade(): void;
}

export interface PlanesWorld extends Scene {
  readonly dir: string;
  readonly planes: readonly Plane[];
  readonly database: Database;
  remove(keep: boolean): Promise<void>;
}

const planeCount = 3;
const simulatorSpeed = 60;
const answerMsMax = 15_000;
/** To each plane. */
const socketsMax = 256;
const directMsMax = 2_000;

/** Since when a plane holds the lease and does the work, by its own words; null while it does not, or says nothing. */
export async function activeSince({ direct }: Plane): Promise<string | null> {
  const health = membersOf(await direct.send({ method: 'GET', path: '/control/health' }));
  const standing = health['plane'] as PlaneStanding | undefined;
  return standing?.role === 'active' ? (standing.holder?.since ?? null) : null;
}

/** The clock of every thread of a process, as a file sets it off. */
const clockProgram = (path: string): string => `
import { readFileSync } from 'node:fs';
// allowed: this is the text of another program, which has no caller
const { Date: Real } = globalThis;
let off = 0;
const now = () => Real.now() + off;
globalThis.Date = class Date extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
setInterval(() => {
  off = Number(readFileSync(${JSON.stringify(path)}, 'utf8'));
}, 100).unref();
`;

/** All laid out in a fresh folder, and the database started; `workers` simulated ones. */
export async function createPlanesWorld(options: {
  readonly packageRoot: string;
  /** Root of the program that the planes are at first. */
  readonly from: string;
  readonly workers: number;
  readonly seed: number;
  readonly path: string;
}): Promise<PlanesWorld> {
  const { packageRoot, from, seed, path } = options;
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-chaos-')));
  // The database is run by another account, which passes through.
  chmodSync(dir, 0o711);
  const guard = await startGuard(dir);
  const programs = createPrograms({ dir, packageRoot, path });
  const { random } = createSeededEntropy(seed);
  const tokens = { control: randomToken(), callback: randomToken() };
  const database = await startDatabase(dir);

  const planes: Plane[] = [];
  const ports: number[] = [];
  for (let index = 1; index <= planeCount; index += 1) {
    const name = `plane-${index}`;
    const planeDir = makeFolder(dir, name);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const [clock, off] = [join(planeDir, 'clock.mjs'), join(planeDir, 'clock-off')];
    writeFileSync(off, '0');
    writeFileSync(clock, clockProgram(off));
    ports.push(port);
    const launcher = writeLauncher(planeDir, from);
    planes.push({
      name,
      dir: planeDir,
      child: programs.add(name, planeDir, ['serve'], {
        url,
        nodeArgs: ['--import', clock],
        launcher,
      }),
      front: await openLink(port),
      toDatabase: await openLink(database.port),
      direct: createHttpClient({ baseUrl: url, token: tokens.control, timeoutMs: directMsMax }),
      stepClock: (ms) => writeFileSync(off, String(ms)),
      upgrade: () => void writeLauncher(planeDir, packageRoot),
    });
  }
  const urlOf = ({ front }: Plane): string => `http://127.0.0.1:${front.port}`;
  const workers: Worker[] = [];
  for (let index = 1; index <= options.workers; index += 1)
    workers.push(
      await hireWorker(programs, {
        dir,
        name: `sim-${index}`,
        isSimulated: true,
        packageRoot,
        seed,
        simulatorSpeed,
        transport: 'auto',
        callbackToken: tokens.callback,
        controlDir: planes[0]!.dir,
        controlUrl: () => urlOf(pick(random, planes)),
        givesWay: false,
      }),
    );
  for (const [index, plane] of planes.entries())
    writeConfig(plane.dir, {
      ...controlConfig({
        port: ports[index]!,
        token: tokens.control,
        callbackUrl: `${urlOf(plane)}${callbackPath}`,
        callbackToken: tokens.callback,
        transport: 'auto',
        targets: Object.fromEntries(workers.map(({ name, target }) => [name, target])),
      }),
      // Evidence and papers are files, which the planes of this world do not share.
      paper_evidence_sync_enabled: false,
      control_plane_url: urlOf(plane),
      control_plane_store_backend: 'hosted',
      hosted_database_url: `postgres://orrery@127.0.0.1:${plane.toDatabase.port}/postgres`,
    });
  const clients = planes.map((plane) =>
    createHttpClient({
      baseUrl: urlOf(plane),
      token: tokens.control,
      timeoutMs: answerMsMax,
      socketsMax,
    }),
  );

  return {
    dir,
    planes,
    workers,
    database,
    token: tokens.control,
    client: {
      get baseUrl() {
        return urlOf(pick(random, planes));
      },
      send: (ask) => pick(random, clients).send(ask),
      close: () => {
        for (const client of clients) client.close();
      },
    },
    serve: programs.serve,
    command: programs.command,
    async remove(keep) {
      for (const client of [...clients, ...planes.map(({ direct }) => direct)]) client.close();
      await Promise.all([...planes, ...workers].map(({ child }) => child.end('SIGKILL')));
      for (const { front, toDatabase } of planes)
        for (const link of [front, toDatabase]) link.close();
      for (const { toWorker, toControl } of workers)
        await Promise.all([toWorker.close(), toControl.close()]);
      await database.close();
      await guard.dismiss();
      if (!keep) rmSync(dir, { recursive: true, force: true });
    },
  };
}
