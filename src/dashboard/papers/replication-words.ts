/** What is said of the replication of a paper: how far it is, what it came to by which rule, what to do next. Pure. */
import { timeOf } from '../service/loose.ts';
import type { Reply } from '../service/wire.ts';
import { capital, endSentence, type Mark, plainWord } from '../words/words.ts';

/** What of a paper's facts it takes. */
export type ReplicationFacts = Pick<Reply<'papers.get'>, 'paper' | 'replication' | 'run'>;
type Replication = NonNullable<ReplicationFacts['replication']>;
type Comparison = NonNullable<Replication['comparison']>;

/** Each part a sentence of its own, or several. */
export interface ReplicationSentence {
  readonly mark: Mark;
  /** How far it is, or what it came to. */
  readonly now: string;
  /** What the rule looks at, and what decided; null where nothing was compared. */
  readonly rule: string | null;
  readonly next: string;
}

const theRule =
  'By the rule the second agrees where its verdict is that of the first, seed and values are its own and, where both have an interval, these have values in common.';
const untold = 'the service did not say why';

/** Null where the experiment was never to be done again. */
export function replicationSentence(facts: ReplicationFacts): ReplicationSentence | null {
  const { replication } = facts;
  if (replication == null) return null;
  const { status, last_error: trouble, comparison } = replication;
  const rule = comparison == null ? null : `${decided(comparison)} ${theRule}`;
  switch (status) {
    case 'waiting':
      return trouble == null ? waiting : heldUp(trouble);
    case 'comparing':
      return {
        mark: 'running',
        now: 'It was done again; both runs are being compared.',
        rule: null,
        next: 'Nothing by hand: the result comes by itself.',
      };
    case 'agreed':
      return {
        mark: 'done',
        now: 'It was done again, and agrees.',
        rule,
        next: isInText(facts)
          ? 'Nothing: both results stand in the text.'
          : 'Rewrite the draft, so that both results stand in it; before that it is not released.',
      };
    case 'disagreed':
      return {
        mark: 'person',
        now: 'It was done again, and does not agree.',
        rule,
        next: `Look at both results. To try once more: “${again(replication)}”. ${releaseWords(facts)}`,
      };
    case 'failed':
      return {
        mark: 'person',
        now: `It came to no result: ${endSentence(trouble ?? untold)}`,
        rule: null,
        next: afterFailure(facts, replication),
      };
    default:
      return {
        mark: 'unknown',
        now: `${capital(plainWord(status))}.`,
        rule,
        next: 'What follows is not known here.',
      };
  }
}

const waiting: ReplicationSentence = {
  mark: 'waiting',
  now: 'It waits for its experiment to be done again.',
  rule: null,
  next: 'Nothing by hand, as long as what is queued is started: the comparison follows by itself.',
};

const heldUp = (trouble: string): ReplicationSentence => ({
  mark: 'person',
  now: `The run that does it again is held up: ${endSentence(trouble)}`,
  rule: null,
  next: 'Look after its project in the queue; when that run is over, the comparison follows.',
});

/** What came of the things that the rule looks at. */
function decided({ verdict, first_verdict: first, intervals, agrees }: Comparison): string {
  if (verdict === undefined || first === undefined) return 'The verdicts were not told.';
  if (verdict === 'not_measured')
    return 'The second run left no value of what was registered, so it cannot agree.';
  if (verdict !== first)
    return `The criterion is ${plainWord(verdict)} by the second run, ${plainWord(first)} by the first: the verdicts differ.`;
  const both = `By both runs the criterion is ${plainWord(verdict)}`;
  if (agrees === false && intervals !== 'apart')
    return `${both}, but seed or values of the second run are those of the first.`;
  if (intervals === 'overlap') return `${both}, and their intervals have values in common.`;
  if (intervals === 'apart') return `${both}, but their intervals have no value in common.`;
  return intervals === 'none'
    ? `${both}; not both have an interval, so the verdicts decide.`
    : `${both}; how their intervals lie was not told.`;
}

/** A text that was written before the replication ended has nothing of it. */
function isInText({ paper, replication }: ReplicationFacts): boolean {
  const writtenMs = timeOf(paper?.generated_at);
  const endedMs = timeOf(replication?.ended_at);
  return writtenMs !== null && endedMs !== null && writtenMs >= endedMs;
}

const again = ({ paper_id: id = 'PAPER' }: Replication): string =>
  `orrery papers replicate ${id} --live`;

function releaseWords(facts: ReplicationFacts): string {
  const rewrite = isInText(facts) ? '' : ' rewrite the draft,';
  return `To release it as it is: end its human review,${rewrite} and accept the item reproducibility as a risk, with a note.`;
}

/** Where nothing was ever asked for, nothing can be compared, and asking again is refused. */
function afterFailure(facts: ReplicationFacts, replication: Replication): string {
  if (replication.number === 0)
    return 'It cannot be replicated as it is. To release it all the same: end its human review, and accept the item reproducibility as a risk, with a note.';
  return `Mend what was wrong, then “${again(replication)}”. ${releaseWords(facts)}`;
}

/** Which worker the second run is meant for, beside that of the first. */
export function workerWords({ replication, run }: ReplicationFacts): string {
  const { machine_target: meant } = replication ?? {};
  const first = run?.worker_target;
  const before = first == null ? 'where the first ran is not known' : `the first ran on ${first}`;
  if (meant === undefined) return 'unknown';
  if (meant === null) return `whichever takes it; ${before}`;
  return meant === first ? `${meant}, as the first` : `${meant}; ${before}`;
}
