/**
 * One control plane with a fleet: 200 gates of 8 GPUs looked at in the default interval, 1,000 clients
 * that watch every event, and projects that come in. Control plane, gates and clients are processes
 * of their own; the baseline is the same control plane with one gate and one client. Measured of
 * the control plane: processor, event loop, memory, disk; and the way of an event to a client.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { liveFeedPath } from '../src/http/live/protocol.ts';
import { benchToken, startBenchService } from './support/bench-service.ts';
import { startGateCopies } from './support/gate-copies.ts';
import { runReadersIfAsked, startReaders } from './support/live-load.ts';
import { inFolder, printResults, type Result } from './support/measure.ts';

const fleet = { gates: 200, clients: 1000 } as const;
const alone = { gates: 1, clients: 1 } as const;
/** Two intervals in which every gate is looked at, first to settle and then measured. */
const settleMs = 45_000;
const measureMs = 60_000;
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
  const one = await inFolder((dir) => measure(dir, alone));
  const all = await inFolder((dir) => measure(dir, fleet));
  printResults(toResults(one, all));
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
  let begun: { readonly atMs: number; readonly cpu: NodeJS.CpuUsage; readonly bytes: number };
  process.on('message', (message: 'begin' | 'end') => {
    const atMs = performance.now();
    const bytes = bytesBelow(join(role.dir, 'state'));
    if (message === 'begin') {
      begun = { atMs, cpu: process.cpuUsage(), bytes };
      loop.reset();
      loop.enable();
      process.send?.('begun');
      return;
    }
    const { user, system } = process.cpuUsage(begun.cpu);
    const elapsedMs = atMs - begun.atMs;
    const measured: Measured = {
      cpuSharePct: (user + system) / 10 / elapsedMs,
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

/** Of the store and what lies beside it; the write-ahead log is taken up into the store and not counted. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

async function measure(
  dir: string,
  { gates, clients }: { readonly gates: number; readonly clients: number },
): Promise<Measured & { readonly latencies: readonly number[] }> {
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
  client.stop();
  readers.stop();
  for (const child of [control, gateProcess]) child.kill('SIGKILL');
  return { ...measured, latencies };
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

/** Projects come in at an even pace. */
async function keepBusy(port: number, signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted; number += 1) {
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
    await pause(projectEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

type Whole = Awaited<ReturnType<typeof measure>>;

function toResults(one: Whole, all: Whole): Result[] {
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
    ratio: rounded(read(all) / (read(one) || Number.NaN)),
  });
  return [
    beside('fleet of 200 gates, 1,000 clients: share of one core', '%', (of) => of.cpuSharePct),
    beside('the same: event loop held, p99', 'ms', (of) => of.loopP99Ms),
    beside('the same: event loop held, longest', 'ms', (of) => of.loopMaxMs),
    beside('the same: from an event to a client, p99', 'ms', (of) => quantile(of.latencies, 0.99)),
    beside('the same: memory', 'MiB', (of) => of.rssMib),
    beside('the same: disk a day', 'MiB', (of) => (of.bytesPerSec * daySec) / 2 ** 20),
    beside('the same: events seen while measured', 'events', (of) => of.latencies.length),
  ];
}

/** A function, as what is above runs before a constant here would have a value. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
