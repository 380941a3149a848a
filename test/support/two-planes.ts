/** Two installations of the built program on one PostgreSQL database, and who of them holds the lease. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { openPostgresJournal } from '../../src/actors/journal/postgres/open.ts';
import { liveFeedPath } from '../../src/http/live/protocol.ts';
import { verifyJournal } from '../../src/store/verify.ts';
import type { Program } from './e2e-program.ts';
import {
  ask,
  configure,
  type Installation,
  ideaBody,
  install,
  projectNames,
  serve,
  until,
} from './e2e-service.ts';
import { protocolsFor } from './live-server.ts';
import type { TestPostgres } from './postgres.ts';

export interface PlaneUnderTest {
  readonly installation: Installation;
  program: Program;
}

export async function freshDatabase(server: TestPostgres): Promise<string> {
  const name = server.freshSchema();
  await server.run(`CREATE DATABASE ${name}`);
  return server.url.replace(/postgres$/, name);
}

/** Both with one token; `urlOf` says where each is reached by the other. */
export async function installPlanes(
  databaseUrl: string,
  urlOf: (installation: Installation) => string = ({ baseUrl }) => baseUrl,
): Promise<readonly [Installation, Installation]> {
  const one = await install();
  const other = { ...(await install()), token: one.token };
  for (const each of [one, other]) {
    configure(each, {
      control_plane_store_backend: 'hosted',
      hosted_database_url: databaseUrl,
      control_plane_url: urlOf(each),
      control_api_bearer_token: one.token,
      worker_refresh_sec: 0,
      queue_alert_check_interval_sec: 0,
    });
  }
  return [one, other];
}

/** What a plane says of its part; undefined while it does not answer. */
export async function standingOf(installation: Installation) {
  const { status, body } = await ask(installation, '/control/health');
  if (status !== 200) return undefined;
  return body['plane'] as { role: string; holder: { address: string; since: string } | null };
}

/** Resolves once it holds the lease and does the work. */
export const untilActive = (installation: Installation): Promise<unknown> =>
  until(async () => (await standingOf(installation))?.role === 'active', 'it is active');

/** Starts both at one moment; the active one first. */
export async function startPlanes(
  installations: readonly [Installation, Installation],
): Promise<{ active: PlaneUnderTest; standby: PlaneUnderTest }> {
  const planes = await Promise.all(
    installations.map(async (installation) => ({
      installation,
      program: await serve(installation),
    })),
  );
  const active = await until(async () => {
    const standings = await Promise.all(planes.map((plane) => standingOf(plane.installation)));
    return planes.find((_, index) => standings[index]?.role === 'active');
  }, 'one of them is active');
  return { active, standby: planes.find((plane) => plane !== active)! };
}

/** Where a service is asked, be it by way of a proxy. */
export type Address = Pick<Installation, 'baseUrl' | 'port' | 'token'>;

export const intake = '/control/api/intake/ideas';
/** Repeats an intake with its key until it is taken; answers how often it was not. */
export async function takeIn(
  at: Address,
  title: string,
  refused: (answer: Awaited<ReturnType<typeof ask>>) => void = expectNoPlane,
): Promise<number> {
  let refusals = 0;
  await until(async () => {
    const answer = await ask(at, intake, ideaBody(title));
    if (answer.status === 200) return true;
    refusals += 1;
    refused(answer);
    return false;
  }, `${title} is taken in`);
  return refusals;
}

const expectNoPlane: NonNullable<Parameters<typeof takeIn>[2]> = ({ status, body, headers }) => {
  expect([503, 'no_active_plane'], JSON.stringify(body)).toEqual([status, body['code']]);
  expect(headers.get('retry-after')).toBe('2');
};

/** The log is whole, and each idea is there once; answers the end of the log. */
export async function prove(url: string, titles: readonly string[], at: Address): Promise<number> {
  expect(await projectNames(at)).toEqual([...titles].sort());
  const truth = await openPostgresJournal({ url, readonly: true });
  try {
    expect(await verifyJournal(truth)).toMatchObject({ problems: [] });
    return await truth.headEventId();
  } finally {
    await truth.close();
  }
}

export const numbersTo = (last: number): number[] =>
  Array.from({ length: last }, (_, index) => index + 1);

/** Every event id that a client of the feed sees, which comes back by itself and goes on where it was. */
export function watchFeed({ port, token }: Address) {
  const seen: number[] = [];
  let socket: WebSocket | undefined;
  let isOver = false;
  const open = (): void => {
    if (isOver) return;
    socket = new WebSocket(`ws://127.0.0.1:${port}${liveFeedPath}`, protocolsFor(token));
    socket.on('open', () =>
      socket?.send(
        JSON.stringify({ type: 'subscribe', topics: ['events'], since: seen.at(-1) ?? 0 }),
      ),
    );
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { stream?: string; seq?: number };
      if (frame.stream === 'events' && frame.seq !== undefined) seen.push(frame.seq);
    });
    socket.on('error', () => {});
    socket.on('close', open);
  };
  open();
  return {
    seen,
    end(): void {
      isOver = true;
      socket?.terminate();
    },
  };
}

/** A way to a port that can lose answers to what writes: it arrives, and the connection ends instead of the answer. */
export async function losingProxy(portOf: () => number) {
  let loses = false;
  let losses = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectTo(portOf(), '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    let writes = false;
    near.on('data', (data) => {
      writes ||= data.toString().startsWith('POST ');
      far.write(data);
    });
    near.on('end', () => far.end());
    far.on('data', (data) => {
      if (loses && writes) {
        losses += 1;
        near.destroy();
      } else near.write(data);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose(wanted: boolean): void {
      loses = wanted;
    },
    /** Answers that were lost. */
    get losses() {
      return losses;
    },
    close(): void {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
