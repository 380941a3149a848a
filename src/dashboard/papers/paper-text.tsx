/** What a paper says, as the service cleaned it: each number is a button that leads to where it comes from. */
import { type ComponentChild, h } from 'preact';
import { ask } from '../service/api.ts';
import type { Reply } from '../service/wire.ts';
import { useDashboard } from '../ui/context.tsx';
import { Empty, Trouble, Waiting } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { endSentence, plainWord, sentence } from '../words/words.ts';
import { type Finding, placeFindings } from './paper-findings.ts';

type Node = NonNullable<Reply<'papers.text'>['children']>[number];

interface PaperTextProps {
  readonly id: string;
  readonly trace: Reply<'papers.trace'>;
  readonly chosen: string | null;
  readonly findings: readonly Finding[];
}

/** Asked for again once another text was written. */
export function PaperText({ id, trace, chosen, findings }: PaperTextProps) {
  const { paper } = useDashboard();
  const params = { path: { paper_id: id } };
  const { told, problem } = useTold(
    `text ${id}`,
    (api) => ask(api.get('/control/api/v1/papers/{paper_id}/text', { params })),
    trace.written_event_id,
  );
  const found = placeFindings(findings);
  const draw = (node: Node): ComponentChild => {
    if (typeof node === 'string') return node;
    const { tag = 'span', attributes, claim, evidence, line, children = [] } = node;
    const inside = children.map(draw);
    if (claim !== undefined)
      return (
        <button
          type="button"
          class="claim"
          title={evidence}
          data-of={claim}
          aria-pressed={claim === chosen}
          onClick={(event) => {
            paper.show(claim);
            event.currentTarget.scrollIntoView({ block: 'nearest' });
          }}
        >
          {inside}
        </button>
      );
    const here = found.get(line ?? 0);
    // A row holds nothing but cells: what is found against it stands in the list.
    if (here !== undefined && tag !== 'tr') inside.push(<FindingsHere of={here} />);
    const place = line === undefined ? null : { 'data-line': line, tabIndex: -1 };
    return h(tag, { ...attributes, ...place }, ...inside);
  };
  if (told === null) return problem === null ? <Waiting /> : <Empty>{sentence(problem)}</Empty>;
  return (
    <>
      {problem !== null && <Trouble>This may be an older text: {sentence(problem)}</Trouble>}
      <article class="paper-text" aria-label="What it says">
        {told.children?.map(draw)}
      </article>
    </>
  );
}

/** Below the line that it is about. */
const FindingsHere = ({ of }: { readonly of: readonly Finding[] }) => (
  <>
    {of.map(({ rule, fix }, index) => (
      <span key={index} class="trouble">
        {' '}
        <b>{plainWord(rule)}:</b> {endSentence(fix ?? '')}
      </span>
    ))}
  </>
);

/** Leads to a line of the text, and there to what shows a claim. */
export function showLine(line: number, claim = ''): void {
  const block = document.querySelector<HTMLElement>(`[data-line="${line}"]`);
  const shown = block?.querySelector<HTMLElement>(`[data-of="${claim}"]`) ?? block;
  shown?.scrollIntoView({ block: 'center' });
  shown?.focus({ preventScroll: true });
}
