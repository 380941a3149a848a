/**
 * The callback outbox on a real store and real HTTP, against a control plane that misbehaves, on a
 * clock that only the test moves: nothing is lost, each is applied once, in order per run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import { callbackDeliverySchema } from '../../src/domain/records.ts';
import { createManualClock, type ManualClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { callbackDeliverySpec } from '../../src/machines/callback-delivery/spec.ts';
import { createStoreJournal } from '../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { createSqliteReadModels } from '../../src/store/sqlite/reads/read-models.ts';
import { createCallbackOutbox } from '../../src/worker/callbacks/callback-outbox.ts';
import {
  createCallbackHttp,
  createCallbackPost,
} from '../../src/worker/callbacks/callback-post.ts';
import { eventually } from '../support/worker-bench.ts';
import { sendJson, startHttpServer } from '../support/worker-server.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const timeoutMs = 120_000;
const longestStepMs = 5 * minuteMs;
const kind = callbackDeliverySpec.kind;

type Answer = (response: ServerResponse) => void;
const status =
  (code: number): Answer =>
  (response) =>
    sendJson(response, code, { detail: `answered ${code}` });
const taken = status(200);

/** A control plane that applies each key once, whatever it then answers. */
async function startControl() {
  const world = { answer: taken, applies: (_key: string): boolean => true };
  const applied: string[] = [];
  const { url, close, requests } = await startHttpServer(({ body }, response) => {
    const { idempotency_key: key } = JSON.parse(body) as { idempotency_key: string };
    const { answer } = world;
    if (world.applies(key) && !applied.includes(key)) applied.push(key);
    answer(response);
  });
  return { url, close, requests, applied, world };
}

/** The gate's part that delivers, on the store in `dir`. */
async function openGate(dir: string, url: string, clock: ManualClock) {
  const db = openSqlite({ path: join(dir, 'gate.db') });
  const journal = createStoreJournal(db);
  const reads = createSqliteReadModels(db);
  const host = new ActorHost({
    journal,
    definitions: new Map([[kind, createMachineActor(callbackDeliverySpec)]]),
    effects: {
      'callback.post': createCallbackPost({
        timeoutMs,
        clock,
        way: createCallbackHttp({ url, bearerToken: 'token', timeoutMs }),
      }),
    },
    clock,
    entropy: createSeededEntropy(7),
    onStoreFault: (error) => {
      throw error;
    },
  });
  const outbox = createCallbackOutbox({
    undelivered: async (limit) =>
      (await reads.undeliveredCallbacks(limit)).map((row) => callbackDeliverySchema.parse(row)),
    async delivery(runId) {
      const row = await reads.get(kind, runId);
      return row === undefined ? undefined : callbackDeliverySchema.parse(row);
    },
    knowsRun: async (runId) => runId === 'quiet-run',
    effects: (limit) => journal.effects(0, limit),
    ask: (address, event, options) => host.ask(address, event, options),
    hurry: (address) => host.hurry(address),
    clock,
  });
  await host.start();
  const list = (state?: 'waiting' | 'parked') =>
    outbox.list({ limit: 50, ...(state === undefined ? {} : { state }) });
  return {
    outbox,
    host,
    list,
    async enqueue(run: string, sequence: number): Promise<void> {
      const callback = {
        event_type: sequence === 1 ? 'session_started' : 'agent_yielded',
        idempotency_key: `${run}:${sequence}`,
        run_id: run,
        project_id: `project-of-${run}`,
        session_id: null,
        sequence,
        seen_at: new Date(clock.now()).toISOString(),
        gate_state: null,
        reason: null,
        process_tracking: null,
        telemetry: null,
        exit_code: null,
        decision: null,
      };
      const event = { type: 'ENQUEUE', callback } as never;
      const reply = await host.ask({ kind, id: run }, event);
      expect(reply).toMatchObject({ ok: true, outcome: { accepted: true } });
    },
    /** Resolves once nothing is being posted: everything is delivered, parked or in its back-off. */
    resting: () =>
      eventually(async () => {
        const rows = (await list()).callbacks;
        return rows.every((row) => row.state === 'parked' || row.next_attempt_at !== null)
          ? rows
          : undefined;
      }),
    /** Forgets everything in memory, as a process that is killed does. */
    async kill(): Promise<void> {
      await host.drain(0);
      await journal.close();
    },
  };
}
type Gate = Awaited<ReturnType<typeof openGate>>;

let dir: string;
let clock: ManualClock;
let control: Awaited<ReturnType<typeof startControl>>;
let gate: Gate;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-outbox-'));
  clock = createManualClock();
  control = await startControl();
  gate = await openGate(dir, control.url, clock);
});
afterEach(async () => {
  await gate.kill();
  await control.close();
  rmSync(dir, { recursive: true, force: true });
});
async function restart(): Promise<void> {
  await gate.kill();
  gate = await openGate(dir, control.url, clock);
}
/** Moves the clock to the next attempt of any run, and waits for what comes of it. */
async function nextAttempt(): Promise<number> {
  const rows = await gate.resting();
  const dueMs = Math.min(
    ...rows.flatMap(({ next_attempt_at: at }) => (at === null ? [] : [Date.parse(at)])),
  );
  const waitedMs = dueMs - clock.now();
  const before = control.requests.length;
  clock.advance(waitedMs);
  await eventually(() => (control.requests.length > before ? true : undefined));
  await gate.resting();
  return waitedMs;
}

describe('a control plane that is away for half a day', () => {
  it('loses nothing and gets each once, in order, though the gate restarts meanwhile', async () => {
    control.world.answer = status(503);
    control.world.applies = () => false;
    for (const sequence of [1, 2, 3])
      for (const run of ['run-a', 'run-b']) await gate.enqueue(run, sequence);
    const waits: number[] = [];
    const endMs = clock.now() + 12 * hourMs;
    while (clock.now() < endMs) {
      waits.push(await nextAttempt());
      if (waits.length === 20) await restart();
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(longestStepMs);
    // Not more often than the back-off allows, either: two runs, one post at a time each.
    expect(control.requests.length).toBeLessThan((2 * (12 * hourMs)) / (longestStepMs / 2) + 40);
    const { callbacks, summary } = await gate.list();
    expect(summary).toEqual({ waiting: 6, parked: 0, oldest_at: callbacks[0]!.first_at });
    for (const row of callbacks)
      expect(row).toMatchObject({
        state: 'waiting',
        queue_length: 3,
        last_error: 'the control plane answered 503',
        parked_at: null,
      });
    const attempts = callbacks.reduce((sum, row) => sum + row.attempts, 0);
    // What the killed gate was about to note may be missing.
    expect(control.requests.length - attempts).toBeLessThanOrEqual(2);

    control.world.answer = taken;
    control.world.applies = () => true;
    while ((await gate.list()).callbacks.length > 0) await nextAttempt();
    for (const run of ['run-a', 'run-b'])
      expect(control.applied.filter((key) => key.startsWith(run))).toEqual(
        [1, 2, 3].map((n) => `${run}:${n}`),
      );
    expect(control.applied).toHaveLength(6);
    expect((await gate.list()).summary).toEqual({ waiting: 0, parked: 0, oldest_at: null });
  });
});

describe('an attempt whose outcome is not known', () => {
  const faults: Record<string, Answer> = {
    'a 500': status(500),
    'a redirect': (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    'a connection that closes without an answer': (response) => response.destroy(),
    'a connection that closes in its head': (response) => {
      response.socket?.write('HTTP/1.1 20');
      response.destroy();
    },
    'the page of a proxy': (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>log in</p>'),
    'no answer at all': () => clock.advance(timeoutMs),
  };
  it.each(Object.entries(faults))('(%s) is made again, and applied once', async (_, fault) => {
    control.world.answer = fault;
    await gate.enqueue('run-a', 1);
    await gate.enqueue('run-a', 2);
    const [row] = await gate.resting();
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, queue_length: 2 });
    expect(row?.last_error).toEqual(expect.any(String));
    control.world.answer = taken;
    await nextAttempt();
    await eventually(() => (control.applied.length === 2 ? true : undefined));
    expect(control.applied).toEqual(['run-a:1', 'run-a:2']);
    // The redirect was not followed.
    expect(control.requests.every(({ url }) => url === '/')).toBe(true);
  });
});

describe('a refusal', () => {
  it.each([401, 403, 404])('(%i) parks visibly and is posted again every hour', async (code) => {
    control.world.answer = status(code);
    control.world.applies = () => false;
    await gate.enqueue('run-a', 1);
    await gate.enqueue('run-a', 2);
    const [row] = await gate.resting();
    expect(row).toMatchObject({
      state: 'parked',
      attempts: 1,
      queue_length: 2,
      last_status_code: code,
      parked_at: new Date(clock.now()).toISOString(),
      next_attempt_at: new Date(clock.now() + hourMs).toISOString(),
    });
    expect(row?.last_error).toContain(`answered ${code}`);
    expect(await gate.outbox.summary()).toMatchObject({ parked: 1, parked_codes: [code] });
    expect(await nextAttempt()).toBe(hourMs);
    expect((await gate.list('parked')).callbacks).toMatchObject([{ attempts: 2 }]);
    control.world.answer = taken;
    control.world.applies = () => true;
    clock.advance(hourMs);
    await eventually(() => (control.applied.length === 2 ? true : undefined));
    expect(control.applied).toEqual(['run-a:1', 'run-a:2']);
  });

  it.each([400, 409, 422])('(%i) waits for a command', async (code) => {
    control.world.answer = status(code);
    await gate.enqueue('run-a', 1);
    expect(await gate.resting()).toMatchObject([{ state: 'parked', next_attempt_at: null }]);
    await restart();
    expect(await gate.outbox.retryMendable()).toBe(0);
    clock.advance(48 * hourMs);
    expect(await gate.list('parked')).toMatchObject({ callbacks: [{ attempts: 1 }] });
    expect(control.requests).toHaveLength(1);
    control.world.answer = taken;
    expect(await gate.outbox.retry('run-a')).toMatchObject({ result: 'retried' });
    await eventually(async () => ((await gate.list()).callbacks.length === 0 ? true : undefined));
    expect(control.requests).toHaveLength(2);
  });

  it('for a token is posted once more after a restart of the gate', async () => {
    control.world.answer = status(401);
    await gate.enqueue('run-a', 1);
    await gate.resting();
    control.world.answer = taken;
    await restart();
    expect(await gate.outbox.retryMendable()).toBe(1);
    await eventually(async () => ((await gate.list()).callbacks.length === 0 ? true : undefined));
    expect(control.requests).toHaveLength(2);
  });

  it('holds up its own run only', async () => {
    control.world.answer = status(409);
    await gate.enqueue('run-a', 1);
    await gate.resting();
    control.world.answer = taken;
    await gate.enqueue('run-a', 2);
    await gate.enqueue('run-b', 1);
    await eventually(() => (control.applied.includes('run-b:1') ? true : undefined));
    const [row, ...others] = await eventually(async () => {
      const { callbacks } = await gate.list();
      return callbacks.some(({ run_id: id }) => id === 'run-b') ? undefined : callbacks;
    });
    expect(row).toMatchObject({ run_id: 'run-a', queue_length: 2 });
    expect(others).toEqual([]);
    expect((await gate.list('waiting')).callbacks).toEqual([]);
  });
});

describe('a gate whose clock was put back before it started again', () => {
  const dayMs = 24 * hourMs;

  it('posts a callback no later than it was set to, and says so', async () => {
    control.world.answer = status(503);
    await gate.enqueue('run-a', 1);
    await gate.resting();
    clock.jumpWall(-dayMs);
    await restart();
    const [row] = await gate.resting();
    // The first pause is a second at most.
    expect(Date.parse(row!.next_attempt_at!) - clock.now()).toBeLessThanOrEqual(1_000);
    control.world.answer = taken;
    expect(await nextAttempt()).toBeLessThanOrEqual(1_000);
    expect((await gate.list()).callbacks).toEqual([]);
  });

  it('says of one that was refused that it is tried again within the hour', async () => {
    control.world.answer = status(403);
    await gate.enqueue('run-a', 1);
    await gate.resting();
    clock.jumpWall(-dayMs);
    const [row] = (await gate.list()).callbacks;
    expect(row).toMatchObject({ state: 'parked' });
    expect(Date.parse(row!.next_attempt_at!) - clock.now()).toBe(hourMs);
  });
});

describe('trying again by command', () => {
  it('ends a back-off at once, and asked again does nothing more', async () => {
    control.world.answer = status(500);
    await gate.enqueue('run-a', 1);
    await gate.resting();
    let answerNow = (): void => {};
    control.world.answer = (response) => {
      answerNow = () => taken(response);
    };
    expect(await gate.outbox.retry('run-a')).toMatchObject({ result: 'hurried' });
    await eventually(() => (control.requests.length === 2 ? true : undefined));
    expect(await gate.outbox.retry('run-a')).toMatchObject({ result: 'under_way' });
    answerNow();
    await eventually(async () => ((await gate.list()).callbacks.length === 0 ? true : undefined));
    expect(await gate.outbox.retry('run-a')).toMatchObject({ result: 'nothing_waiting' });
    expect(control.requests).toHaveLength(2);
  });

  it('reaches every run, parked and waiting', async () => {
    control.world.answer = status(422);
    await gate.enqueue('run-a', 1);
    await gate.resting();
    control.world.answer = status(500);
    await gate.enqueue('run-b', 1);
    await gate.resting();
    control.world.answer = taken;
    expect(await gate.outbox.retryAll()).toMatchObject({ retried: 1, hurried: 1, has_more: false });
    await eventually(async () => ((await gate.list()).callbacks.length === 0 ? true : undefined));
  });

  it('knows runs that have nothing to deliver from runs that are unknown', async () => {
    expect(await gate.outbox.retry('quiet-run')).toMatchObject({ result: 'nothing_waiting' });
    for (const id of ['nobody', '../etc'])
      await expect(gate.outbox.retry(id)).rejects.toMatchObject({ code: 'run_not_found' });
  });
});
