/** `orrery watch` against a feed over real sockets: what is printed where, and how it ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exitCodes } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/command-tables/all.ts';
import { watch } from '../../../src/cli/commands/watch.ts';
import { createProgram } from '../../../src/cli/main.ts';
import { createStyle } from '../../../src/cli/output/style.ts';
import { FeedSocket } from '../../../src/cli/watch/feed-socket.ts';
import { telemetryWords, toLine } from '../../../src/cli/watch/lines.ts';
import { endOf } from '../../../src/cli/watch/run-end.ts';
import { jsonHeaders } from '../../../src/http/headers.ts';
import type { LiveSample } from '../../../src/http/live/protocol.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { type CannedFeed, createCannedFeed } from '../../support/canned-feed.ts';
import { cannedReply, problem, recordedRow, routeOf, stamp } from '../../support/canned-reply.ts';
import { createSignal, type Running, startTransport } from '../../support/http.ts';

const token = 'a-token-of-the-watch-tests';
const runId = 'p-20261121T004501123';
const sample: LiveSample = {
  run_id: runId,
  project_id: 'p',
  worker_target: 'gpu-box-1',
  observed_at: '2026-11-21T04:00:00.000Z',
  sample: { cpu_pct: 4.4, gpus: [{ utilization_pct: 0 }, { utilization_pct: null }] },
  idle: { state: 'quiet_candidate', window_progress_ms: 200_000, required_ms: 300_000 },
  problem: null,
};

const runsGet = routeOf('GET', '/control/api/v1/runs/{run_id}');
const wholeRun = { ok: true, project: null, papers: [], events: [], ...stamp() };

let feed: CannedFeed;
let service: Running;
let cwd: string;
let foundRun: Record<string, unknown> | null;
let stop: () => void;
const out: string[] = [];
const err: string[] = [];

beforeEach(async () => {
  feed = createCannedFeed(token);
  foundRun = recordedRow('runs.list', {
    run_id: runId,
    project_id: 'p',
    state: 'running',
    worker_target: 'gpu-box-1',
    ended_at: null,
  });
  service = await startTransport('node', {
    request: () => ({
      status: foundRun === null ? 404 : 200,
      headers: jsonHeaders,
      body:
        foundRun === null
          ? String(problem('run_not_found', 'no run has this id').body)
          : cannedReply(runsGet, 200, { ...wholeRun, run: foundRun }),
    }),
    upgrade: feed.upgrade,
  });
  cwd = mkdtempSync(join(tmpdir(), 'orrery-watch-'));
  out.length = 0;
  err.length = 0;
});
afterEach(async () => {
  stop();
  await service.stop();
  rmSync(cwd, { recursive: true, force: true });
});

/** Starts a watch; resolves with its exit code. */
function start(
  options: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const stopped = createSignal();
  stop = stopped.resolve;
  return watch(
    {
      args: [],
      options: options as Readonly<Record<string, string>>,
      io: {
        env: { ORRERY_URL: service.origin, ORRERY_TOKEN: token, ...env },
        cwd,
        packageRoot: cwd,
        out: (line) => void out.push(line),
        err: (line) => void err.push(line),
      },
    },
    {
      clock: systemClock,
      random: () => 0,
      WebSocket: FeedSocket,
      untilStopped: () => stopped.promise,
    },
  );
}
/** Only a failure takes that long. */
const patience = { timeout: 60_000, interval: 5 };
const subscribed = () => vi.waitFor(() => expect(feed.clients).toBe(1), patience);
const printed = (text: string) =>
  vi.waitFor(() => expect([...out, ...err].join('\n')).toContain(text), patience);

describe('what it refuses', () => {
  it.each([
    [{ topic: ['evnets'] }, '--topic does not take "evnets"'],
    [{ topic: Array(65).fill('events') }, '--topic takes at most 64 topics'],
    [{ since: 'yesterday' }, '--since must be the id of an event, or one with the epoch'],
    [{ since: '7@' }, 'not "7@"'],
    [{ run: runId, topic: ['events'] }, '--run and --topic cannot be given together'],
  ])('is %j, as a usage error', async (options, words) => {
    expect(await start(options)).toBe(exitCodes.usage);
    expect(err.join('\n')).toContain(words);
  });

  it('is a service that is not there, with what to do', async () => {
    await service.stop();
    expect(await start()).toBe(exitCodes.unreachable);
    expect(err.join('\n')).toContain(`cannot be reached at ${service.origin}`);
  });

  it('is to go on with a token that is not accepted, without printing it', async () => {
    expect(await start({}, { ORRERY_TOKEN: 'another' })).toBe(exitCodes.failed);
    expect(err.join('\n')).toContain('the token was not accepted');
    expect(err.join('\n')).toContain('the token came from ORRERY_TOKEN');
    expect(err.join('\n')).not.toContain('another');
  });

  it('is a run that nobody knows', async () => {
    foundRun = null;
    expect(await start({ run: 'nobody' })).toBe(exitCodes.failed);
    expect(err.join('\n')).toContain('run_not_found');
  });
});

describe('watching events', () => {
  it('prints each as one line of time, type, entity and words, and ends when stopped', async () => {
    const ended = start();
    await subscribed();
    feed.event({ event_type: 'paper.drafted', entity_id: 'paper-1', summary: '14 claims' });
    await printed('14 claims');
    expect(out).toHaveLength(1);
    expect(out[0]).toMatch(/^\d\d:\d\d:\d\d {2}paper\.drafted +paper-1 +14 claims$/);
    expect(err).toEqual([]);
    stop();
    expect(await ended).toBe(exitCodes.ok);
    await vi.waitFor(() => expect(feed.clients).toBe(0), patience);
  });

  it('says once that the connection was lost, goes on by itself and misses nothing', async () => {
    void start();
    await subscribed();
    feed.event({ summary: 'first' });
    await printed('first');
    feed.isOpen = false;
    feed.cut(1001, 'the service is shutting down');
    await printed('lost: the service is shutting down');
    feed.event({ summary: 'second' });
    await vi.waitFor(() => expect(feed.refused).toBeGreaterThan(0), patience);
    feed.isOpen = true;
    await printed('second');
    await printed('connected again; nothing was missed');
    expect(err).toHaveLength(2);
    expect(out).toHaveLength(2);
  });

  it('begins after the event it is told, on the topics it is told', async () => {
    feed.event({ entity_type: 'run', summary: 'too early' });
    feed.event({ entity_type: 'run', summary: 'wanted' });
    feed.event({ entity_type: 'paper', summary: 'of another kind' });
    void start({ topic: ['events/run'], since: '1201' });
    await printed('wanted');
    expect(out).toHaveLength(1);
  });

  it('names the log of the event it is told, as it is told', async () => {
    void start({ since: '1201@5b1c09d2f6a7e834' });
    await subscribed();
    expect(feed.heard).toMatchObject([{ since: 1201, epoch: '5b1c09d2f6a7e834' }]);
  });

  it('prints frames as JSON lines, a gap among them', async () => {
    feed.gap = 'too far back';
    feed.head = 1300;
    void start({ json: true, since: '7' });
    await subscribed();
    feed.event({ summary: 'after the gap' });
    await printed('after the gap');
    const frames = out.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(frames).toMatchObject([
      { stream: 'control', type: 'gap', seq: 1300, data: { since: 7, reason: 'too far back' } },
      { stream: 'events', type: 'event', seq: 1301 },
    ]);
    expect(err).toEqual(['events after 7 up to 1300 were missed: too far back']);
  });
});

describe('following a run', () => {
  it('prints its events and telemetry and ends well when it did', async () => {
    const ended = start({ run: runId });
    await printed('following run p-20261121T004501123 of p on gpu-box-1; it is running');
    await subscribed();
    feed.sample(sample);
    feed.sample(sample);
    feed.event({ entity_id: 'another-run', summary: 'of another run' });
    await printed('CPU 4 %, GPU 0 % / unknown, quiet 3:20 of 5:00 (quiet candidate)');
    foundRun = { ...foundRun, state: 'wake_ready', exit_code: 0 };
    feed.event({ entity_id: runId, summary: 'quiet for 5:00' }, { state: 'wake_ready' });
    expect(await ended).toBe(exitCodes.ok);
    expect(out.filter((line) => line.includes('CPU'))).toHaveLength(1);
    expect(out.join('\n')).not.toContain('of another run');
    expect(out.at(-1)).toBe(
      `Run ${runId} ended as wake_ready: the gate called it over; exit code 0.`,
    );
  });

  it('ends at once, and badly, when it has ended badly already', async () => {
    foundRun = { ...foundRun, state: 'gate_timeout', exit_code: null, last_error: 'still busy' };
    expect(await start({ run: runId })).toBe(exitCodes.failed);
    expect(out).toEqual([
      `Run ${runId} ended as gate_timeout: the workload never became quiet in time; exit code unknown; still busy.`,
    ]);
  });

  it.each([
    ['running', null, null],
    ['session_finished_ready', null, exitCodes.ok],
    ['session_finished_ready', 2, exitCodes.failed],
    ['reconciled', 0, exitCodes.ok],
    ['reconciled', null, exitCodes.failed],
    ['question_pending', 0, exitCodes.failed],
    ['canceled', 0, exitCodes.failed],
  ])('takes %s with exit code %s for %s', (state, exit_code, code) => {
    expect(endOf({ run_id: 'r', state, exit_code })?.code ?? null).toBe(code);
  });
});

describe('lines', () => {
  const event = {
    stream: 'events',
    seq: 1,
    prev_seq: null,
    type: 'event',
    data: {
      event_id: 1,
      event_type: 'run.gate_failed',
      entity_type: 'run',
      entity_id: 'r\u001b[31m',
      payload: {},
      actor: 'orrery',
      cause_id: null,
      correlation_id: 'c',
      created_at: 'no time',
      summary: 'a\nb',
    },
  } as const;
  const terminal = { isTTY: true, columns: 100 };

  it('are coloured on a terminal only, and never where NO_COLOR is set', () => {
    const escapes = (io: Parameters<typeof createStyle>[0]) =>
      toLine(event, createStyle(io), 0).includes('\u001b');
    expect(escapes({ env: {}, terminal })).toBe(true);
    expect(escapes({ env: { NO_COLOR: '1' }, terminal })).toBe(false);
    expect(escapes({ env: {} })).toBe(false);
  });

  it('let nothing through that would move the cursor, and call what is unknown unknown', () => {
    expect(toLine(event, createStyle({ env: {} }), 0)).toMatch(
      /^\?\?:\?\?:\?\? {2}run\.gate_failed +r \[31m +a b$/,
    );
    expect(telemetryWords({ ...sample, sample: {}, idle: {} })).toBe(
      'CPU unknown, GPU unknown, quiet unknown of unknown (state unknown)',
    );
    expect(telemetryWords({ ...sample, sample: null, problem: 'no answer' })).toBe(
      'no reading: no answer',
    );
  });

  it('show a change by its plain members', () => {
    const change = {
      stream: 'state',
      seq: 1,
      prev_seq: null,
      type: 'state',
      data: { kind: 'run', id: 'r', version: 3, set: { state: 'running', deep: {} } },
    } as const;
    expect(toLine(change, createStyle({ env: {} }), 0)).toMatch(/run changed +r +state running$/);
  });
});

it('is a command that takes several topics', async () => {
  const seen: unknown[] = [];
  const spec = commands.find(({ words }) => words.join(' ') === 'watch');
  const load = () =>
    Promise.resolve({ run: async (input: { options: object }) => seen.push(input.options) });
  const io = { env: {}, cwd: '.', packageRoot: '.', out: () => {}, err: () => {} };
  stop = () => undefined;
  const root = { ...io, packageRoot: join(import.meta.dirname, '../../..') };
  const program = createProgram([{ ...spec!, load }], root, () => undefined);
  await program.parseAsync(['watch', '--topic', 'events', 'telemetry', '--json'], { from: 'user' });
  expect(seen).toEqual([{ topic: ['events', 'telemetry'], json: true }]);
});
