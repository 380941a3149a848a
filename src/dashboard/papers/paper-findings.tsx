/** What lint and strict audit find in a paper: asked for when it is wanted, since its files are read for it. */
import { ask } from '../service/api.ts';
import type { Reply } from '../service/wire.ts';
import { Empty, Mark } from '../ui/parts.tsx';
import { type Asked, useTold } from '../ui/told.ts';
import { stateWord } from '../words/state-words.ts';
import { countText, endSentence, plainWord, sentence } from '../words/words.ts';
import { allFindings, type Finding, lineOf } from './paper-findings.ts';
import { showLine } from './paper-text.tsx';

type Findings = Reply<'papers.findings'>;

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
  readonly onWanted: () => void;
}

/** Each with its file, line and remedy; one about a line below leads to it. */
export function FindingsList({ asked: { told, problem }, onWanted }: FindingsListProps) {
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
              audit: {stateWord(told.audit?.verdict)}, {countText(told.audit?.count)}
            </Mark>
          </p>
          <ul class="checklist">
            {allFindings(told).map((finding, index) => (
              <FindingLine key={index} finding={finding} />
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function FindingLine({ finding }: { readonly finding: Finding }) {
  const { rule, file, line = 0, excerpt = '', fix = '' } = finding;
  const place = lineOf(finding);
  return (
    <li>
      <span>
        <b>{plainWord(rule)}</b>{' '}
        <code>
          <bdi>{file}</bdi>
          {line > 0 && `:${line}`}
        </code>
        {place !== null && (
          <>
            {' '}
            <button type="button" class="small" onClick={() => showLine(place)}>
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
