/** Workers on their page: how each is, how old that is, and what waits for a person. */
import { describe, expect, it } from 'vitest';
import type { WorkerCheck, WorkerRow } from '../../../src/dashboard/service/wire.ts';
import { newerReadings } from '../../../src/dashboard/workers/newer-readings.ts';
import { addReadings, type LiveReadings } from '../../../src/dashboard/workers/worker-model.ts';
import {
  activeRuns,
  callbackWords,
  checkCount,
  checkWords,
  classLines,
  healthReason,
  healthWords,
  jobCount,
  jobWords,
  waitingWords,
} from '../../../src/dashboard/workers/worker-words.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const iso = (sec: number): string => new Date(startMs + sec * 1000).toISOString();
const worker = (fields: WorkerRow = {}): WorkerRow => ({ name: 'gpu-box-1', ...fields });
const frame = (name: string, sec: number, gpus: unknown) => ({
  run_id: 'r',
  project_id: 'p',
  worker_target: name,
  observed_at: iso(sec),
  sample: { at: iso(sec), gpus },
  idle: null,
  problem: null,
});

describe('the GPUs of a worker', () => {
  const none: LiveReadings = new Map();
  const row = worker({ sampled_at: iso(10), gpus: [] });

  it('are as the newer of page and feed told them', () => {
    const live = (sec: number) => addReadings(none, frame('gpu-box-1', sec, [{}])).get('gpu-box-1');
    expect(newerReadings(row, undefined).gpus).toEqual([]);
    expect(newerReadings(row, live(5)).gpus).toEqual([]);
    expect(newerReadings(row, live(15)).gpus).toHaveLength(1);
  });

  it('of a worker that does not answer are no newer than its last answer, whatever its clock says', () => {
    const of = (status: string, answered: string | null) =>
      newerReadings(
        worker({
          sampled_at: iso(3_600),
          gpus: [{}],
          health: { status, observed_at: answered },
        } as WorkerRow),
        undefined,
      );
    expect(of('unreachable', iso(20))).toMatchObject({ atMs: startMs + 20_000, gpus: [{}] });
    expect(of('unreachable', null).atMs).toBe(startMs + 3_600_000);
    expect(of('healthy', iso(20)).atMs).toBe(startMs + 3_600_000);
    expect(of('unreachable', iso(7_200)).atMs).toBe(startMs + 3_600_000);
  });

  it('that could not be read are unknown, each reading by itself', () => {
    expect(newerReadings(worker(), undefined)).toEqual({ atMs: null, gpus: null });
    const gpus = [{ index: 0, utilization_pct: null }];
    const [gpu] = newerReadings(worker({ gpus }), undefined).gpus!;
    expect(gpu).toMatchObject({ index: 0, use: null, watts: null });
  });

  it('stay as they were when a frame tells nothing, and are kept of so many workers', () => {
    const known = addReadings(none, frame('a', 0, []));
    expect(addReadings(known, { ...frame('a', 5, []), sample: null })).toBe(known);
    let many = none;
    for (let index = 0; index < 100; index += 1)
      many = addReadings(many, frame(`w${index}`, 0, []));
    expect([many.size, many.has('w99'), many.has('w0')]).toEqual([64, true, false]);
  });
});

describe('the health of a worker', () => {
  it('has a word and a shape, and an unheard-of one is not taken for good', () => {
    const words = (status: string | undefined) => {
      const { mark, word } = healthWords(status);
      return [mark, word];
    };
    expect(words('healthy')).toEqual(['done', 'healthy']);
    expect(words('unreachable')).toEqual(['failed', 'down']);
    expect(words(undefined)).toEqual(['unknown', 'not known']);
    expect(words('on_holiday')).toEqual(['unknown', 'on holiday']);
  });

  it('says why, but not why all is well', () => {
    const reason = (health: WorkerRow['health']) => healthReason(worker({ health }));
    expect(reason({ status: 'healthy', reason: 'every check passed' })).toBeNull();
    expect(reason({ status: 'unreachable', reason: 'no answer' })).toBe('No answer.');
    expect(reason({ status: 'degraded', trouble: 'a GPU is in use.', reason: 'x' })).toBe(
      'A GPU is in use.',
    );
  });

  it('counts its checks, and a warning is not a failure', () => {
    const checks = (...rows: readonly WorkerCheck[]) => checkCount(rows, 'degraded');
    const passed = { ok: true };
    expect(checks(passed, passed)).toBe('All 2 checks passed');
    expect(checks(passed, { ok: false, advice: true })).toBe('Of 2 checks 1 warns');
    expect(checks({ ok: false }, { ok: false, advice: true }, {})).toBe(
      'Of 3 checks 2 failed, 1 warns',
    );
    expect(checkCount([passed, { ok: false }], 'healthy')).toBe(
      'Of 2 checks 1 failed because it works',
    );
    expect([checkWords('worker_gpu_idle'), checkWords('tea_is_hot')]).toEqual([
      'GPUs',
      'Tea is hot',
    ]);
  });
});

describe('a cluster', () => {
  const job = {
    worker_target: 'hpc',
    id: '17',
    phase: 'pending' as const,
    code: 'Priority',
    why: 'others come first',
    expected_at: null,
    node: null,
    since: null,
    seen_at: '2026-01-01T00:00:00.000Z',
  };
  const run = { run_id: 'r1', project_id: 'a', status: 'dispatching' as const, job };

  it('has a run for each job, and says why one waits', () => {
    const cluster = worker({ jobs: { most: 8, active: [run, { ...run, run_id: 'r2' }] } });
    expect(activeRuns(cluster).map(({ run_id: id }) => id)).toEqual(['r1', 'r2']);
    expect(jobCount(cluster)).toBe('It is a cluster: runs have 2 of at most 8 jobs there.');
    expect(jobWords(run)).toBe('its job waits: others come first.');
    expect(jobWords({ ...run, status: 'running' })).toBeNull();
  });

  it('is told from a machine, which has one run or none', () => {
    expect(jobCount(worker({}))).toBeNull();
    expect(activeRuns(worker({ active: run }))).toEqual([run]);
    expect(activeRuns(worker({ active: null }))).toEqual([]);
  });
});

describe('what waits', () => {
  it('is counted with its reason', () => {
    const said = (fields: WorkerRow) => waitingWords(worker(fields));
    expect(said({})).toBe('How many wait for it is unknown.');
    expect(said({ waiting: { count: 0 } })).toBe('Nothing waits for it.');
    expect(said({ waiting: { count: 1, at_least: false } })).toBe('1 item waits for it.');
    expect(
      said({ waiting: { count: 500, at_least: true }, blocked_by: { reason: 'a run is live' } }),
    ).toBe('At least 500 items wait for it: a run is live.');
  });

  it('are callbacks only where the worker tells', () => {
    const said = (
      callbacks: WorkerRow['callbacks'],
      status: 'healthy' | 'unreachable' = 'healthy',
    ) => callbackWords(worker({ callbacks, health: { status } }));
    expect(said(null).words).toBe('The worker does not tell.');
    expect(said({ waiting: 0, parked: 0 }).words).toBe('all delivered.');
    expect(said({ parked: 0 }).words).toBe('unknown.');
    expect(said({ waiting: 3, parked: 1 })).toMatchObject({ parked: 1 });
    expect(said({ waiting: 2, parked: 0 }, 'unreachable').words).toBe(
      'When it answered last: 2 are on the way.',
    );
  });

  it('comes by the rules that lead to it', () => {
    const classes = [
      { workload_class: 'training', rule: 'class_route' },
      { workload_class: 'inference_eval', rule: 'class_route' },
      { workload_class: 'unknown', rule: 'default' },
    ] as const;
    expect(classLines(worker({ classes }))).toEqual([
      { words: 'takes by the kind of work', names: 'training, inference eval' },
      { words: 'takes as the default worker', names: 'not classified' },
    ]);
  });
});
