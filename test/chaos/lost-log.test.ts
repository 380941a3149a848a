/**
 * The service is killed and its write-ahead log is taken away or damaged: acknowledged work is gone.
 * The next start says so, everywhere and with the numbers, until an operator knows; and nobody who
 * followed the lost log is led on with ids that mean other events now.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../../src/cli/demo/api.ts';
import { FeedSocket } from '../../src/cli/watch/feed-socket.ts';
import { createLiveClient } from '../../src/http/live/client.ts';
import type { LiveClient, LiveGap } from '../../src/http/live/client-types.ts';
import { liveFeedPath } from '../../src/http/live/protocol.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { freePort } from '../../src/soak/free-port.ts';
import { transportNames } from '../support/http.ts';
import { LiveTestClient } from '../support/live-server.ts';
import { patienceMs } from '../support/patience.ts';
import { until } from '../support/service.ts';
import { packageRoot, testConfig, token } from '../support/service-config.ts';
import { buildProgram, removePrograms } from './support/bundle.ts';

const batches = 12;
/** Of the write-ahead log: past its header, before most of what was acknowledged. */
const damageAt = 32 + 5 * (24 + 4096) + 500;

interface EventRow {
  readonly event_id: number;
  readonly summary: string;
  readonly entity_id: string;
  readonly created_at: string;
}

let program: string;

class Service {
  readonly dir = mkdtempSync(join(tmpdir(), 'orrery-lost-log-'));
  readonly #transport: string;
  #process: ChildProcess | null = null;
  port = 0;
  api!: Api;
  /** What the present process has said. */
  output = '';

  constructor(transport: string) {
    this.#transport = transport;
  }

  async start(): Promise<void> {
    if (this.port === 0) {
      this.port = await freePort();
      const config = {
        ...testConfig(this.port),
        role: 'control',
        dispatch_script_path: undefined,
        http_transport: this.#transport,
      };
      writeFileSync(join(this.dir, 'config.json'), JSON.stringify(config), { mode: 0o600 });
      this.api = createApi(`http://127.0.0.1:${this.port}`, token);
    }
    this.output = '';
    const child = spawn(process.execPath, [program], {
      cwd: this.dir,
      env: {
        PATH: process.env['PATH'] ?? '',
        ORRERY_CONFIG: join(this.dir, 'config.json'),
        CHAOS_ORIGIN_MS: String(Date.now()),
        CHAOS_FACTOR: '1',
        CHAOS_PACKAGE_ROOT: packageRoot,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#process = child;
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error(`the service ended: ${this.output}`);
      }),
    ]);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'close');
  }

  path(file: string): string {
    return join(this.dir, 'state', file);
  }

  /** Ideas under one name; resolves when they are acknowledged. */
  async takeIn(name: string): Promise<void> {
    const ideas = Array.from({ length: 5 }, (_, index) => ({
      title: `${name} ${index}`,
      prompt: 'Measure it.',
    }));
    const { status } = await this.api.post('/control/api/intake/ideas', {
      idempotency_key: name,
      source: 'test',
      dry_run: false,
      ideas,
    });
    expect(status).toBe(200);
  }

  async events(): Promise<EventRow[]> {
    const { body } = await this.api.get('/control/api/v1/events?page_size=500');
    return body['rows'] as EventRow[];
  }

  async check(name: string): Promise<Record<string, unknown> | undefined> {
    const { body } = await this.api.get('/control/api/v1/automation-readiness');
    return (body['checks'] as Record<string, unknown>[]).find((check) => check['name'] === name);
  }

  keptEventId(): number {
    const head = JSON.parse(readFileSync(this.path('control.db-head'), 'utf8')) as {
      event_id: number;
    };
    return head.event_id;
  }
}

/** A user of the live client who keeps what it shows by id, and begins anew when told so. */
class Follower {
  readonly events = new Map<number, string>();
  readonly gaps: LiveGap[] = [];
  readonly #client: LiveClient;

  constructor(port: number) {
    this.#client = createLiveClient({
      url: `ws://127.0.0.1:${port}${liveFeedPath}`,
      token,
      topics: ['events'],
      since: 0,
      WebSocket: FeedSocket,
      clock: systemClock,
      random: () => 0,
      onFrame: (frame) => {
        if (frame.type === 'event') this.events.set(frame.data.event_id, frame.data.created_at);
      },
      onGap: (gap) => {
        this.gaps.push(gap);
        if (gap.isAnew) this.events.clear();
      },
    });
  }
  get isLive(): boolean {
    return this.#client.status().state === 'live';
  }
  get since(): number | null {
    return this.#client.since();
  }
  get epoch(): string | null {
    return this.#client.epoch();
  }
  close(): void {
    this.#client.close();
  }
}

const attacks = [
  ['deleted', (path: string) => rmSync(path)],
  [
    'overwritten with 64 bytes',
    (path: string) => {
      const wal = readFileSync(path);
      Buffer.alloc(64, 0xa5).copy(wal, damageAt);
      writeFileSync(path, wal);
    },
  ],
] as const;

describe.each(transportNames)(
  'a lost write-ahead log on %s',
  { timeout: patienceMs },
  (transport) => {
    const services: Service[] = [];
    const followers: Follower[] = [];
    beforeAll(async () => {
      program = await buildProgram('member');
    });
    afterEach(async () => {
      for (const follower of followers.splice(0)) follower.close();
      for (const service of services.splice(0)) {
        await service.end('SIGKILL');
        rmSync(service.dir, { recursive: true, force: true });
      }
    });
    afterAll(removePrograms);

    it.each(attacks)('%s is said, and begins another epoch', async (_how, attack) => {
      const service = new Service(transport);
      services.push(service);
      await service.start();
      const follower = new Follower(service.port);
      followers.push(follower);
      for (let batch = 0; batch < batches; batch += 1) await service.takeIn(`lost ${batch}`);
      const before = await service.events();
      const lastBefore = before[0]!.event_id;
      await until(async () => follower.since === lastBefore, 'the client has seen everything');
      await until(async () => service.keptEventId() === lastBefore, 'the end of the log is kept');
      expect(statSync(service.path('control.db-head')).mode & 0o777).toBe(0o600);
      const epochBefore = follower.epoch;
      const page = await service.api.get('/control/api/v1/events?page_size=2');
      const cursor = (page.body['page'] as { next_cursor: string }).next_cursor;

      await service.end('SIGKILL');
      attack(service.path('control.db-wal'));
      await service.start();

      // In the process log, with the numbers.
      const said = service.output
        .split('\n')
        .filter((line) => line.includes('acknowledged work is gone'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(said).toMatchObject([
        { level: 50, host: 'control', finding: 'behind', kept_event_id: lastBefore },
      ]);
      const { last_event_id: lastFound, events_gone: gone } = said[0]! as Record<string, number>;
      expect(lastFound! + gone!).toBe(lastBefore);
      // To everybody who asks, from the first answer on.
      const log = (await service.api.get('/control/api/v1/event-log')).body;
      expect(log).toMatchObject({ status: 'lost', loss: { events_gone: gone } });
      expect(log['epoch']).not.toBe(epochBefore);
      expect(await service.check('event_log_whole')).toMatchObject({ ok: false });
      const overview = (await service.api.get('/control/api/v1/overview')).body;
      expect(overview['leave_alone']).toBe(false);
      expect(overview['trouble']).toContain(`${gone} acknowledged events are gone`);

      // Whoever followed the lost log begins anew, although the new one has grown past it again.
      for (let batch = 0; batch < batches + 4; batch += 1) await service.takeIn(`new ${batch}`);
      const after = await service.events();
      expect(after[0]!.event_id).toBeGreaterThan(lastBefore);
      const old = await LiveTestClient.open(service.port, token);
      old.subscribe(['events'], lastBefore);
      await old.until(() => old.frames.some(({ type }) => type === 'gap'));
      old.ws.terminate();
      await until(async () => follower.since === after[0]!.event_id, 'the client has come back');
      expect(follower.epoch).toBe(log['epoch']);
      expect(follower.gaps).toMatchObject([{ isAnew: true }]);
      await service.takeIn('last');
      const last = await service.events();
      await until(async () => follower.events.has(last[0]!.event_id), 'the client goes on');
      for (const [id, at] of follower.events) {
        expect(last.find((event) => event.event_id === id)?.created_at).toBe(at);
      }
      const refused = await service.api.get(`/control/api/v1/events?cursor=${cursor}`);
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'cursor' }] } });

      // Until an operator knows; a restart in between changes nothing.
      await service.end('SIGTERM');
      await service.start();
      expect(service.output).not.toContain('is gone');
      expect((await service.api.get('/control/api/v1/event-log')).body).toMatchObject({
        status: 'lost',
        epoch: log['epoch'],
      });
      const acknowledge = '/control/api/v1/event-log/acknowledge-loss';
      const body = { acknowledged_by: 'kim', note: 'taken in again' };
      expect(await service.api.post(acknowledge, body)).toMatchObject({ status: 200 });
      expect(await service.check('event_log_whole')).toMatchObject({ ok: true });
      expect(await service.api.post(acknowledge, body)).toMatchObject({
        status: 409,
        body: { reason: 'nothing_lost' },
      });
    });
  },
);
