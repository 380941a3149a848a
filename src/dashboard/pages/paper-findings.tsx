/** What lint and strict audit find in a paper: asked for when it is wanted, since its files are read for it. */
import { ask } from '../api.ts';
import { allFindings, type Finding, sentenceOf } from '../paper-findings.ts';
import { Empty, Mark } from '../ui/parts.tsx';
import { type Asked, useTold } from '../ui/told.ts';
import type { Reply } from '../wire.ts';
import { countText, endSentence, plainWord, sentence } from '../words.ts';

type Findings = Reply<'papers.findings'>;
type Sentence = NonNullable<Reply<'papers.trace'>['sentences']>[number];

/** Asks nothing before it is wanted; again when `change` is another. */
export const useFindings = (id: string, isWanted: boolean, change: string) =>
  useTold(
    isWanted ? `findings ${id}` : null,
    (api) =>
      ask(
        api.get('/control/api/v1/papers/{paper_id}/findings', {
          params: { path: { paper_id: id } },
        }),
      ),
    change,
  );

interface FindingsListProps {
  readonly asked: Pick<Asked<unknown>, 'problem'> & { readonly told: Findings | null };
  readonly sentences: readonly Sentence[];
  readonly onWanted: () => void;
}

/** Each with its file, line and remedy; one about a sentence below leads to it. */
export function FindingsList({ asked: { told, problem }, sentences, onWanted }: FindingsListProps) {
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) onWanted();
      }}
    >
      <summary>What lint and audit find now</summary>
      {problem !== null && <p class="trouble">{sentence(problem)}</p>}
      {told === null ? problem === null && <Empty>Reading its files…</Empty> : null}
      {told !== null && (
        <>
          <p class="now">
            <Mark kind={told.lint?.count === 0 ? 'done' : 'failed'}>
              lint: {countText(told.lint?.count)}
            </Mark>{' '}
            <Mark kind={told.audit?.verdict === 'strict_pass' ? 'done' : 'failed'}>
              audit: {plainWord(told.audit?.verdict)}, {countText(told.audit?.count)}
            </Mark>
          </p>
          <ul class="checklist">
            {allFindings(told).map((finding, index) => (
              <FindingLine key={index} finding={finding} sentences={sentences} />
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

interface FindingLineProps {
  readonly finding: Finding;
  readonly sentences: readonly Sentence[];
}

function FindingLine({ finding, sentences }: FindingLineProps) {
  const { rule, file, line = 0, excerpt = '', fix = '' } = finding;
  const position = sentenceOf(sentences, finding);
  return (
    <li>
      <span>
        <b>{plainWord(rule)}</b>{' '}
        <code>
          <bdi>{file}</bdi>
          {line > 0 && `:${line}`}
        </code>
        {position !== null && (
          <>
            {' '}
            <button
              type="button"
              class="small"
              onClick={() => {
                const shown = document.querySelector<HTMLElement>(`[data-sentence="${position}"]`);
                shown?.scrollIntoView({ block: 'center' });
                shown?.focus();
              }}
            >
              Show it
            </button>
          </>
        )}
      </span>
      {excerpt !== '' && (
        <span class="soft">
          <bdi>{excerpt}</bdi>
        </span>
      )}
      <span>{endSentence(fix)}</span>
    </li>
  );
}

/** Below the sentence that it is about. */
export const FindingsHere = ({ of }: { readonly of: readonly Finding[] }) => (
  <>
    {of.map(({ rule, fix }, index) => (
      <p key={index} class="trouble">
        <b>{plainWord(rule)}:</b> {endSentence(fix ?? '')}
      </p>
    ))}
  </>
);
