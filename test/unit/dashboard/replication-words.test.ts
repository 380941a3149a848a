/** What the pane of a paper says of its replication: how it stands, what decided, and what a person does next. */
import { describe, expect, it } from 'vitest';
import {
  type ReplicationFacts,
  replicationSentence,
  workerWords,
} from '../../../src/dashboard/papers/replication-words.ts';

type Replication = NonNullable<ReplicationFacts['replication']>;
type Comparison = NonNullable<Replication['comparison']>;
const [before, after] = ['2026-11-21T10:00:00.000Z', '2026-11-21T12:00:00.000Z'];
const same = { verdict: 'met', first_verdict: 'met', intervals: 'overlap', agrees: true } as const;

const say = (replication: Replication, writtenAt: string = after) =>
  replicationSentence({
    replication: { paper_id: 'p', number: 1, ended_at: '2026-11-21T11:00:00.000Z', ...replication },
    paper: { generated_at: writtenAt },
  });

describe('the replication of a paper', () => {
  it('is not spoken of where none was asked for', () => {
    expect(replicationSentence({})).toBeNull();
    expect(replicationSentence({ replication: null })).toBeNull();
  });

  it.each<[string, Replication, string, string, string]>([
    ['one that waits', { status: 'waiting' }, 'waiting', 'It waits for', 'Nothing by hand'],
    [
      'one whose run needs a person',
      { status: 'waiting', last_error: 'the disk is full' },
      'person',
      'held up: the disk is full.',
      'its project in the queue',
    ],
    ['a comparison', { status: 'comparing' }, 'running', 'being compared', 'Nothing by hand'],
    ['one that agrees', { status: 'agreed', comparison: same }, 'done', 'agrees', 'stand in the'],
    [
      'one that does not agree',
      { status: 'disagreed', comparison: { ...same, intervals: 'apart' } },
      'person',
      'does not agree',
      'orrery papers replicate p --live',
    ],
    [
      'a failure',
      { status: 'failed', last_error: 'its run was canceled' },
      'person',
      'no result: its run was canceled.',
      'orrery papers replicate p --live',
    ],
    [
      'what can never be compared',
      { status: 'failed', number: 0, last_error: 'no criterion' },
      'person',
      'no result: no criterion.',
      'It cannot be replicated',
    ],
    ['a state of another version', {}, 'unknown', 'Unknown.', 'not known'],
  ])('%s has its sentence and its next step', (_, replication, mark, now, next) => {
    const said = say(replication);
    expect(said).toMatchObject({ mark });
    expect(said?.now).toContain(now);
    expect(said?.next).toContain(next);
  });

  it.each<[Comparison, string]>([
    [same, 'the criterion is met, and their intervals have values in common'],
    [{ ...same, intervals: 'apart' }, 'the criterion is met, but their intervals have no'],
    [{ ...same, intervals: 'none' }, 'so the verdicts decide'],
    [{ ...same, agrees: false }, 'seed or values of the second run are those of the first'],
    [{ ...same, verdict: 'not_met' }, 'not met by the second run, met by the first'],
    [{ ...same, verdict: 'not_measured' }, 'left no value of what was registered'],
    [{}, 'The verdicts were not told.'],
    [{ verdict: 'met', first_verdict: 'met' }, 'how their intervals lie was not told'],
  ])('is judged by a rule that stands there with what decided: %j', (comparison, words) => {
    for (const status of ['agreed', 'disagreed'] as const) {
      const { rule = null } = say({ status, comparison }) ?? {};
      expect(rule).toContain(words);
      expect(rule).toContain('the second agrees where its verdict is that of the first');
    }
    expect(say({ status: 'waiting' })?.rule).toBeNull();
  });

  it('has to be written into the text where that is older', () => {
    expect(say({ status: 'agreed' }, before)?.next).toContain('Rewrite the draft');
    expect(say({ status: 'agreed' })?.next).not.toContain('Rewrite');
    for (const status of ['disagreed', 'failed'] as const) {
      expect(say({ status }, before)?.next).toContain('rewrite the draft, and accept');
      expect(say({ status })?.next).toContain('end its human review, and accept');
    }
  });

  it.each<[ReplicationFacts, string]>([
    [
      { replication: { machine_target: 'b' }, run: { worker_target: 'a' } },
      'b; the first ran on a',
    ],
    [{ replication: { machine_target: 'a' }, run: { worker_target: 'a' } }, 'a, as the first'],
    [{ replication: { machine_target: null }, run: null }, 'whichever takes it; where the first'],
    [{ replication: {} }, 'unknown'],
  ])('says for which worker it is meant: %j', (facts, words) => {
    expect(workerWords(facts)).toContain(words);
  });
});
