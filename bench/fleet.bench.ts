/**
 * One control plane with a fleet: 200 gates of 8 GPUs looked at in the default interval, 1,000 clients
 * that watch every event, and projects that come in. Control plane, gates and clients are processes
 * of their own; the baseline is the same control plane with one gate and one client. Measured of
 * the control plane: processor, event loop, memory, disk; and the way of an event to a client. From
 * both sizes it is said at which one the event loop is full, as if it filled in proportion, and at which one core is.
 * It ends within `boundMs`, whatever hangs. `--gates N --clients N --settle SEC --measure SEC` for another size, `--smoke`
 * for a small and short one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import WebSocket from 'ws';
import { liveFeedPath } from '../src/http/live/protocol.ts';
import { Sqlite } from '../src/lib/sqlite.ts';
import { benchToken, startBenchService } from './support/bench-service.ts';
import { startGateCopies } from './support/gate-copies.ts';
import { runReadersIfAsked, startReaders } from './support/live-load.ts';
import { inFolder, printResults, type Result } from './support/measure.ts';

interface Size {
  readonly gates: number;
  readonly clients: number;
}
const alone: Size = { gates: 1, clients: 1 };
/** Two intervals in which every gate is looked at, first to settle and then measured. */
const defaults = { gates: '200', clients: '1000', settle: '45', measure: '60' } as const;
/** Whether all of it works, in half a minute. */
const smoke = { gates: '3', clients: '20', settle: '2', measure: '4' } as const;
/** Above it a loop, or a core, has no room for what comes at once. */
const fullPct = 80;
/** Of what is measured, how much is measured once more while nothing is taken in. */
const quietShare = 0.5;
/** To start and end what is measured, on a machine that others use. */
const startMsMax = 120_000;
const projectEveryMs = 500;
const daySec = 86_400;
const variable = 'ORRERY_BENCH_FLEET';
const headers = [`Authorization: Bearer ${benchToken}`];
const subscribe = '{"type":"subscribe","topics":["events"]}';

type Role =
  | { readonly role: 'gates'; readonly dir: string; readonly count: number }
  | { readonly role: 'control'; readonly dir: string; readonly ports: readonly number[] };

/** What the control plane's own process counted between two questions. */
interface Measured {
  readonly cpuSharePct: number;
  readonly loopSharePct: number;
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  readonly rssMib: number;
  readonly bytesPerSec: number;
}

if (await runReadersIfAsked()) {
  // It is the readers, and never comes back.
} else if (process.env[variable] !== undefined) {
  await play(JSON.parse(process.env[variable]) as Role);
} else {
  const { fleet, pace } = readOptions();
  const bound = setTimeout(() => {
    process.stderr.write(`not over after ${boundMs(pace) / 1000} s, so it was ended\n`);
    process.exit(1);
  }, boundMs(pace));
  const one = await inFolder((dir) => measure(dir, alone, pace));
  const all = await inFolder((dir) => measure(dir, fleet, pace));
  printResults(toResults(fleet, one, all));
  clearTimeout(bound);
}

interface Pace {
  readonly settleMs: number;
  readonly measureMs: number;
}

/** Two sizes, with half as much again as they take. */
function boundMs({ settleMs, measureMs }: Pace): number {
  return 2 * (1.5 * (settleMs + measureMs * (1 + quietShare)) + startMsMax);
}

/** Each a whole number above 0; throws for anything else. */
function readOptions(): { readonly fleet: Size; readonly pace: Pace } {
  const text = { type: 'string' } as const;
  const options = { gates: text, clients: text, settle: text, measure: text } as const;
  const { values } = parseArgs({ options: { ...options, smoke: { type: 'boolean' } } });
  const usual = values.smoke === true ? smoke : defaults;
  const read = (name: keyof typeof defaults): number => {
    const number = Number(values[name] ?? usual[name]);
    if (Number.isSafeInteger(number) && number > 0) return number;
    throw new Error(`--${name} is ${String(values[name])}; a whole number above 0 would be right`);
  };
  return {
    fleet: { gates: read('gates'), clients: read('clients') },
    pace: { settleMs: read('settle') * 1000, measureMs: read('measure') * 1000 },
  };
}

async function play(role: Role): Promise<void> {
  // Whoever started it has ended, with a fault perhaps.
  process.on('disconnect', () => process.exit());
  if (role.role === 'gates') {
    process.send?.(await startGateCopies(role.dir, role.count));
    return;
  }
  const worker_targets = Object.fromEntries(
    role.ports.map((port, index) => [
      `gate-${index}`,
      { wake_gate_url: `http://127.0.0.1:${port}`, bearer_token: benchToken },
    ]),
  );
  const app = await startBenchService(role.dir, { worker_targets });
  const loop = monitorEventLoopDelay({ resolution: 5 });
  let begun: {
    readonly atMs: number;
    readonly cpu: NodeJS.CpuUsage;
    readonly busy: ReturnType<typeof performance.eventLoopUtilization>;
    readonly bytes: number;
  };
  process.on('message', (message: 'begin' | 'end') => {
    const atMs = performance.now();
    const bytes = bytesBelow(join(role.dir, 'state'));
    if (message === 'begin') {
      begun = {
        atMs,
        cpu: process.cpuUsage(),
        busy: performance.eventLoopUtilization(),
        bytes,
      };
      loop.reset();
      loop.enable();
      process.send?.('begun');
      return;
    }
    const { user, system } = process.cpuUsage(begun.cpu);
    const elapsedMs = atMs - begun.atMs;
    const measured: Measured = {
      cpuSharePct: (user + system) / 10 / elapsedMs,
      loopSharePct: 100 * performance.eventLoopUtilization(begun.busy).utilization,
      // What the timer of the gauge itself waits is not the loop's.
      loopP99Ms: loop.percentile(99) / 1e6 - 5,
      loopMaxMs: loop.max / 1e6 - 5,
      rssMib: process.memoryUsage().rss / 2 ** 20,
      bytesPerSec: ((bytes - begun.bytes) / elapsedMs) * 1000,
    };
    process.send?.(measured);
  });
  process.send?.(Number(new URL(app.baseUrl).port));
}

/**
 * Of the store and what lies beside it. Of a store its pages count, which a commit adds at once; its file grows only
 * when the write-ahead log is copied back, and that log stays as large as it is.
 */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .reduce((sum, path) => sum + (path.endsWith('.db') ? pagesOf(path) : statSync(path).size), 0);
}

function pagesOf(path: string): number {
  const db = new Sqlite(path, { readonly: true });
  const read = (name: string): number => Number(db.pragma(name, { simple: true }));
  const bytes = (read('page_count') - read('freelist_count')) * read('page_size');
  db.close();
  return bytes;
}

async function measure(
  dir: string,
  { gates, clients }: Size,
  { settleMs, measureMs }: Pace,
): Promise<Whole> {
  const [gateProcess, ports] = await start<readonly number[]>({ role: 'gates', dir, count: gates });
  const [control, port] = await start<number>({ role: 'control', dir, ports });
  const path = liveFeedPath;
  const readers = await startReaders({
    port,
    path,
    clients,
    headers,
    message: subscribe,
    readyText: '"subscribed"',
  });
  const client = await watch(port);
  const work = new AbortController();
  const worked = keepBusy(port, work.signal);
  await pause(settleMs);
  client.latencies.length = 0;
  await ask(control, 'begin');
  await pause(measureMs);
  const measured = await ask<Measured>(control, 'end');
  const latencies = [...client.latencies].sort((one, other) => one - other);
  work.abort();
  await worked;
  await ask(control, 'begin');
  await pause(measureMs * quietShare);
  const { bytesPerSec: quietBytesPerSec } = await ask<Measured>(control, 'end');
  client.stop();
  readers.stop();
  for (const child of [control, gateProcess]) child.kill('SIGKILL');
  return { ...measured, latencies, quietBytesPerSec };
}

async function start<T>(role: Role): Promise<[ChildProcess, T]> {
  const child = spawn(process.execPath, [process.argv[1]!], {
    env: { ...process.env, [variable]: JSON.stringify(role) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return [child, await nextMessage<T>(child)];
}

function ask<T>(child: ChildProcess, message: 'begin' | 'end'): Promise<T> {
  const answer = nextMessage<T>(child);
  child.send(message);
  return answer;
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a process ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}

/** One more client, which reads what it gets: from the time of an event to its frame, ms. */
async function watch(port: number): Promise<{ latencies: number[]; stop(): void }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${liveFeedPath}`, {
    headers: { authorization: `Bearer ${benchToken}` },
  });
  const latencies: number[] = [];
  socket.on('message', (text: Buffer) => {
    const frame = JSON.parse(text.toString()) as {
      readonly type: string;
      readonly data?: { readonly created_at?: string };
    };
    const at = frame.type === 'event' ? frame.data?.created_at : undefined;
    if (at !== undefined) latencies.push(Date.now() - Date.parse(at));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.send(subscribe);
  return { latencies, stop: () => socket.terminate() };
}

/** Projects come in at an even pace, however long one takes; what a slow start left undone is not made up for. */
async function keepBusy(port: number, signal: AbortSignal): Promise<void> {
  let dueMs = performance.now();
  for (let number = 0; !signal.aborted; number += 1) {
    dueMs = Math.max(dueMs + projectEveryMs, performance.now() - projectEveryMs);
    const waitMs = Math.max(0, dueMs - performance.now());
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const reply = await fetch(`http://127.0.0.1:${port}/control/api/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${benchToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        idempotency_key: `fleet-${number}`,
        title: `Project ${number} of the fleet`,
        prompt: 'Measure it.',
      }),
    });
    if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
  }
}

/** Of one size. */
interface Whole extends Measured {
  /** From events to a client, ms, in order. */
  readonly latencies: readonly number[];
  /** While nothing is taken in. */
  readonly quietBytesPerSec: number;
}

function toResults({ gates, clients }: Size, one: Whole, all: Whole): Result[] {
  const baseline = (value: number) => ({
    name: 'one gate, one client',
    value: Math.round(value * 100) / 100,
  });
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  const beside = (name: string, unit: string, read: (whole: Whole) => number): Result => ({
    name,
    value: rounded(read(all)),
    unit,
    baseline: baseline(read(one)),
    ...(read(one) > 0 ? { ratio: rounded(read(all) / read(one)) } : {}),
  });
  return [
    beside(
      `fleet of ${gates} gates of 8 GPUs, ${clients} clients: share of one core`,
      '%',
      (of) => of.cpuSharePct,
    ),
    beside('the same: event loop busy', '%', (of) => of.loopSharePct),
    beside('the same: event loop held, p99', 'ms', (of) => of.loopP99Ms),
    beside('the same: event loop held, longest', 'ms', (of) => of.loopMaxMs),
    beside('the same: from an event to a client, p99', 'ms', (of) => quantile(of.latencies, 0.99)),
    beside('the same: memory', 'MiB', (of) => of.rssMib),
    beside('the same: disk a day, two projects a second taken in', 'MiB', (of) =>
      mibADay(of.bytesPerSec),
    ),
    beside('the same: disk a day, nothing taken in', 'MiB', (of) => mibADay(of.quietBytesPerSec)),
    beside('the same: events seen while measured', 'events', (of) => of.latencies.length),
    fullAt(
      { gates, clients },
      `its event loop is busy for ${fullPct} %, waits for a processor included`,
      [one.loopSharePct, all.loopSharePct],
    ),
    fullAt({ gates, clients }, `it takes ${fullPct} % of one core`, [
      one.cpuSharePct,
      all.cpuSharePct,
    ]),
  ];
}

function mibADay(bytesPerSec: number): number {
  return (bytesPerSec * daySec) / 2 ** 20;
}

/** Where that would be full; unknown where the fleet was measured to keep it no busier than one gate. */
function fullAt(
  { gates, clients }: Size,
  what: string,
  [one, all]: readonly [number, number],
): Result {
  const perGate = (all - one) / (gates - 1);
  const isKnown = perGate > 0;
  const value = isKnown ? Math.floor(1 + (fullPct - one) / perGate) : Number.NaN;
  const note = isKnown
    ? `with ${Math.round(clients / gates)} clients to a gate, in proportion between both sizes`
    : 'the fleet kept it no busier than one gate did';
  return { name: `size at which ${what}`, value, unit: 'gates', note };
}

/** A function, as what is above runs before a constant here would have a value. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
