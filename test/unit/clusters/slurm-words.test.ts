/** What Slurm's answers mean: lists, states, reasons, refusals, and what a run's record adds. */
import { expect, it } from 'vitest';
import { parseList } from '../../../src/clusters/slurm/answers.ts';
import { sbatchArguments } from '../../../src/clusters/slurm/arguments.ts';
import { isTold, judge } from '../../../src/clusters/slurm/judge.ts';
import { parseRecord, type RunRecord } from '../../../src/clusters/slurm/record.ts';
import { refusalOf } from '../../../src/clusters/slurm/refusals.ts';
import { waitReasonOf } from '../../../src/clusters/slurm/wait-reasons.ts';

const line = (
  jobId: string,
  state: string,
  more: Partial<Record<'name' | 'reason' | 'start', string>> = {},
) =>
  `${jobId} |${more.name ?? 'orrery-a'}  |${state}|${more.reason ?? 'None'}|768|vm|${more.start ?? '1795494794'}|\n`;
const parse = (text: string) =>
  parseList({ program: 'squeue', text, name: 'orrery-a' }, (code) => Number(code) >> 8);
const rowsOf = (text: string) => {
  const list = parse(text);
  if (!list.ok) throw new Error(list.why);
  return list.rows;
};
const nothing: RunRecord = { claim: null, isCancelled: false, end: null };
const at = '2026-11-24T04:33:14.000Z';
const claimed = (jobId: string): RunRecord => ({
  ...nothing,
  claim: { jobId, node: 'vm', since: at },
});

it.each([
  ['a greeting before the list', `Welcome!\n${line('1', 'RUNNING')}`],
  ['a line that was cut off', line('1', 'RUNNING').slice(0, -9)],
  ['a last line without its end', line('1', 'RUNNING').slice(0, -1)],
  ['a job without a number', line('', 'RUNNING')],
  ['a job without a state', line('1', '')],
  ['more fields than were asked for', line('1', 'RUNNING').replace('|vm|', '|vm|vm|')],
])('takes %s for no list, and says what was printed', (_, text) => {
  expect(parse(text)).toMatchObject({ ok: false, why: expect.stringContaining('no list of jobs') });
});

it('reads a list, leaves out names that only look alike, and knows what is no time', () => {
  const ended = { name: 'orrery-a', word: 'CANCELLED', reason: '', exit: 3, node: 'vm' };
  const list = parse(
    `${line('7', 'CANCELLED by 0')}${line('8', 'PENDING', { name: 'Orrery-a' })}${line('9', 'CANCELLED', { start: 'N/A' })}`,
  );
  expect(list).toEqual({
    ok: true,
    rows: [
      { jobId: '7', ...ended, startsAt: at },
      { jobId: '9', ...ended, startsAt: null },
    ],
  });
  expect(parse('')).toEqual({ ok: true, rows: [] });
});

it.each([
  ['PENDING', 'pending'],
  ['REQUEUE_HOLD', 'pending'],
  ['COMPLETING', 'running'],
  ['COMPLETED', 'completed'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['TIMEOUT', 'time limit'],
  ['DEADLINE', 'time limit'],
  ['OUT_OF_MEMORY', 'out of memory'],
  ['PREEMPTED', 'preempted'],
  ['NODE_FAIL', 'node failure'],
  ['BOOT_FAIL', 'node failure'],
  ['WARPED', 'unknown'],
])('takes %s for %s', (word, expected) => {
  const { state } = judge('a', { record: nothing, rows: rowsOf(line('5', word)) });
  expect(state.kind === 'ended' ? state.reason : state.kind).toBe(expected);
});

it('goes by the job that has the run, and calls off what waits beside it', () => {
  const rows = rowsOf(`${line('10', 'PENDING')}${line('9', 'PENDING')}${line('12', 'RUNNING')}`);
  expect(judge('a', { record: claimed('12'), rows })).toMatchObject({
    state: { kind: 'running', job: { runId: 'a', jobId: '12' } },
    superfluous: ['10', '9'],
  });
  const waiting = rows.slice(0, 2);
  expect(judge('a', { record: nothing, rows: waiting })).toMatchObject({
    state: { kind: 'pending', job: { jobId: '9' } },
    superfluous: ['10'],
  });
});

it('asks the accounts only for what the queue does not tell', () => {
  const rows = rowsOf(line('9', 'FAILED'));
  expect(isTold({ record: nothing, rows })).toBe(true);
  expect(isTold({ record: nothing, rows: [] })).toBe(false);
  expect(isTold({ record: claimed('8'), rows })).toBe(false);
});

it('tells from the record how a forgotten job ended, and says lost where nothing tells', () => {
  const told = (record: RunRecord) => judge('a', { record, rows: [] }).state;
  expect(told(nothing)).toEqual({ kind: 'absent' });
  expect(told(claimed('8'))).toMatchObject({ kind: 'ended', reason: 'lost', exit: null });
  const ended = { ...claimed('8'), end: { code: 4, at } };
  expect(told(ended)).toMatchObject({ reason: 'failed', exit: 4 });
  expect(told({ ...ended, isCancelled: true })).toMatchObject({ reason: 'cancelled', exit: null });
});

it('takes a reading of the record for nothing unless it is whole', () => {
  const text = 'claim 8.0 1795494794 vm\nended 4 1795494794\nwhole\n';
  expect(parseRecord(text)).toEqual({ ...claimed('8'), end: { code: 4, at } });
  expect(parseRecord('claim cancelled 1795494794 -\nwhole\n')).toEqual({
    ...nothing,
    isCancelled: true,
  });
  for (const broken of ['', 'claim 8.0', text.slice(0, -1), `x\n${text}`])
    expect(parseRecord(broken)).toBeNull();
});

it.each([
  ['sbatch: error: invalid partition specified: nope', true],
  [
    'sbatch: error: Batch job submission failed: Requested node configuration is not available',
    true,
  ],
  [
    'sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit)',
    true,
  ],
  ["sbatch: unrecognized option '--wrong'", true],
  ['sbatch: error: Batch job submission failed: Socket timed out on send/recv operation', false],
  [
    'sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)',
    false,
  ],
  ['sbatch: error: Batch job submission failed: Zero Bytes were transmitted or received', false],
  ['sbatch: error: something new', false],
])('%s: refused %s', (stderr, isRefusal) => {
  const outcome = { kind: 'ended', code: 1, stdout: Buffer.alloc(0), stderr } as const;
  expect(refusalOf(outcome)).toBe(isRefusal ? stderr : null);
});

it('bounds what Slurm says, and keeps it on one line', () => {
  const stderr = `invalid account\u0007\n${'x'.repeat(5000)}`;
  const outcome = { kind: 'ended', code: 1, stdout: Buffer.alloc(0), stderr } as const;
  expect(refusalOf(outcome)).toMatch(/^invalid account x+ … \(cut: it had \d+ characters\)$/);
  expect(refusalOf(outcome)?.length).toBe(300);
});

it.each([
  ['Priority', 'jobs of higher priority'],
  ['QOSMaxGRESPerUser', 'a limit of the account'],
  ['AssocGrpCpuLimit', 'a limit of the account'],
  ['ReqNodeNotAvail, UnavailableNodes:vm', 'down, drained or reserved'],
  ['JobHeldUser', 'scontrol release'],
  ['NewInVersion99', 'Slurm holds it back with NewInVersion99'],
])('says what %s means', (reason, words) => {
  const [row] = rowsOf(line('1', 'PENDING', { reason }));
  expect(waitReasonOf(row!)).toMatchObject({
    code: reason,
    sentence: expect.stringContaining(words),
    expectedAt: at,
  });
});

it('asks for what is configured, and for nothing that is not', () => {
  const resources = {
    partition: 'gpu',
    account: 'lab',
    qos: 'long',
    gres: 'gpu:a100:2',
    cpus: 8,
    memoryMib: 4096,
    timeLimitMs: 90_000,
    constraint: 'a100&nvlink',
  };
  const job = { name: 'orrery-a', folder: '/shared/orrery-a' };
  const asked = sbatchArguments({ ...job, resources });
  expect(asked.slice(-8)).toEqual([
    '--partition=gpu',
    '--account=lab',
    '--qos=long',
    '--gres=gpu:a100:2',
    '--cpus-per-task=8',
    '--mem=4096M',
    '--time=2',
    '--constraint=a100&nvlink',
  ]);
  const unset = Object.fromEntries(Object.keys(resources).map((key) => [key, null]));
  const least = sbatchArguments({ ...job, resources: unset as never });
  expect(least).toEqual(asked.slice(0, -8));
  expect(least).toEqual(
    expect.arrayContaining(['--no-requeue', '--export=NONE', '--dependency=singleton']),
  );
});
