/** How far a paper is on its way to the corpus: its files, what decides about it, and its next steps, each tried dry first. */

import { trialKey } from '../acts/trials.ts';
import type { Reply } from '../service/wire.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Age, Button, Empty, Mark } from '../ui/parts.tsx';
import { Renderings } from '../ui/renderings.tsx';
import { TrialPanel } from '../ui/trial.tsx';
import { stateWord } from '../words/state-words.ts';
import { countText, endSentence, type Mark as MarkName, plainWord } from '../words/words.ts';
import { removalOf } from './corpus-words.ts';
import { PaperReplication } from './paper-replication.tsx';

type Facts = Reply<'papers.get'>;
type Review = NonNullable<Facts['review']>;
type ChecklistEntry = NonNullable<Review['checklist']>[number];

/** What is tried here; what was tried is shown. */
const trialNames = ['rewrite', 'package', 'import'] as const;

interface PaperReviewProps {
  readonly id: string;
  readonly facts: Facts;
  /** One of its steps is what would let it go on. */
  readonly isStepNext: boolean;
}

/** Above what it says. */
export function PaperReview({ id, facts, isStepNext }: PaperReviewProps) {
  const { paper, review, corpus_entry: entry } = facts;
  const isTried = useValue(({ trials }) =>
    trialNames.some((name) => trials.has(trialKey(name, id))),
  );
  return (
    <>
      {paper?.title != null && (
        <p class="title">
          <bdi>{paper.title}</bdi>
        </p>
      )}
      <Renderings id={id} />
      <p class="aside">
        Paper: {stateWord(paper?.paper_status)}.{' '}
        {review == null
          ? 'It is not in publication automation yet.'
          : `Publication: ${stateWord(review.review_status)}.`}{' '}
        {entry == null ? 'It was never imported.' : `Corpus: ${plainWord(entry.status)}.`}
        {entry?.status === 'removed' && <RemovedBy entry={entry} />}
      </p>
      {review != null && <Judged review={review} />}
      <PaperReplication facts={facts} />
      {review != null && <Rank review={review} />}
      {review?.checklist !== undefined && <Checklist id={id} entries={review.checklist} />}
      <details open={isStepNext || isTried}>
        <summary>Rewrite, package, import: what each would do now</summary>
        <h3>Rewrite</h3>
        <TrialPanel name="rewrite" target={id} look="Try the rewrite" act="Rewrite the draft" />
        <h3>Package</h3>
        <TrialPanel name="package" target={id} look="Try the package" act="Make the package" />
        <h3>Import</h3>
        <TrialPanel name="import" target={id} look="Try the import" act="Import it" />
      </details>
    </>
  );
}

function RemovedBy({ entry }: { readonly entry: NonNullable<Facts['corpus_entry']> }) {
  const { by, why } = removalOf(entry);
  return (
    <>
      {' '}
      By <bdi>{by}</bdi>, <Age of={entry.removed_at} />: <bdi>{why}</bdi>
    </>
  );
}

/** Unknown is no pass. */
function Judged({ review }: { readonly review: Review }) {
  const { lint_passes: lint, lint_finding_count: found, audit_verdict: audit } = review;
  const { blocker, drift } = review;
  const lintMark: MarkName = lint === true ? 'done' : lint === false ? 'failed' : 'unknown';
  return (
    <p class="now">
      <Mark kind={lintMark}>
        {lint == null
          ? 'lint not run'
          : lint
            ? 'lint passes'
            : `lint: ${countText(found)} finding${found === 1 ? '' : 's'}`}
      </Mark>{' '}
      <Mark kind={audit == null ? 'unknown' : audit === 'strict_pass' ? 'done' : 'failed'}>
        {audit == null ? 'audit not run' : `audit: ${stateWord(audit)}`}
      </Mark>{' '}
      {review.evaluated_at != null && <Age of={review.evaluated_at} />}
      {blocker != null && <span class="trouble">{endSentence(blocker)}</span>}
      {drift != null && (
        <span class="trouble">{endSentence(`Not as it was written: ${drift}`)}</span>
      )}
    </p>
  );
}

function Rank({ review: { rank_score: score, rank_reasons: reasons } }: { review: Review }) {
  return (
    <details>
      <summary>Rank {countText(score)}: why</summary>
      {reasons === undefined || reasons.length === 0 ? (
        <Empty>The service gave no reasons.</Empty>
      ) : (
        <dl class="facts-list">
          {reasons.map(({ term, points, reason }) => (
            <div key={term}>
              <dt>
                {plainWord(term)} <span class="figure">{signed(points)}</span>
              </dt>
              <dd>{endSentence(reason ?? '')}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

const signed = (points: number | undefined): string =>
  points === undefined ? 'unknown' : points > 0 ? `+${points}` : String(points);

const marks: Readonly<Record<string, MarkName>> = {
  pass: 'done',
  accepted_risk: 'person',
  not_applicable: 'paused',
  fail: 'failed',
  pending: 'waiting',
};

interface ChecklistProps {
  readonly id: string;
  readonly entries: readonly ChecklistEntry[];
}

/** What was decided, and by whom; a person may decide otherwise. */
function Checklist({ id, entries }: ChecklistProps) {
  const open = entries.filter(({ status }) => status === 'pending' || status === 'fail').length;
  return (
    <details>
      <summary>
        Checklist: {open === 0 ? 'nothing is open' : `${open} of ${entries.length} open`}
      </summary>
      <ul class="checklist">
        {entries.map((entry) => (
          <ChecklistLine key={entry.item_id} id={id} entry={entry} />
        ))}
      </ul>
    </details>
  );
}

function ChecklistLine({ id, entry }: { readonly id: string; readonly entry: ChecklistEntry }) {
  const { paper } = useDashboard();
  const { item_id: item, status, evaluated_by: by, finding, note, updated_at: at } = entry;
  return (
    <li data-item={item}>
      <span>
        <Mark kind={marks[status ?? ''] ?? 'unknown'}>{stateWord(status)}</Mark>{' '}
        <b>{plainWord(item)}</b>
        {by != null && ` by ${by}`} {at != null && <Age of={at} />}
      </span>
      {finding != null && <span class="soft">{endSentence(finding)}</span>}
      {note != null && <span class="soft">Note: {endSentence(note)}</span>}
      {item !== undefined && status !== 'pass' && (
        <span>
          <Button class="small" needsService onPress={() => paper.pass(id, item)}>
            It passes
          </Button>
        </span>
      )}
    </li>
  );
}
