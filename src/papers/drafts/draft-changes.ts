/** What differs between two drafts of a paper, sentence by sentence. Numbers of claims alone are no difference. */
import { takeCitations } from '../text/declared.ts';
import { readMarkdownDraft } from '../text/plain-text.ts';
import { collapseSpaces } from '../text/text.ts';
import { splitLine } from '../verify/sentences.ts';

/** Sentences that stand in one place of one draft and not of the other. */
export interface DraftChange {
  readonly section: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** More are counted alone; and longer drafts are compared as far as this. */
export const draftChangesMax = { changes: 300, sentences: 3000 } as const;

interface Said {
  readonly section: string;
  readonly text: string;
  /** What is compared. */
  readonly key: string;
}

/** The changes in their order, and how many sentences are in both; `left_out`: changes and sentences that are not told. */
export function compareTexts(
  before: string,
  after: string,
): {
  readonly unchanged: number;
  readonly changes: readonly DraftChange[];
  readonly left_out: number;
} {
  const [old, cut] = sentencesOf(before);
  const [now, cutNow] = sentencesOf(after);
  const changes: { section: string; removed: string[]; added: string[] }[] = [];
  let unchanged = 0;
  let isOpen = false;
  const note = (said: Said, side: 'removed' | 'added'): void => {
    const last = changes.at(-1);
    if (isOpen && last?.section === said.section) last[side].push(said.text);
    else changes.push({ section: said.section, removed: [], added: [], [side]: [said.text] });
    isOpen = true;
  };
  for (const step of stepsBetween(old, now)) {
    if (step.side !== 'both') note(step.said, step.side);
    else {
      unchanged += 1;
      isOpen = false;
    }
  }
  const shown = changes.slice(0, draftChangesMax.changes);
  return { unchanged, changes: shown, left_out: changes.length - shown.length + cut + cutNow };
}

function sentencesOf(markdown: string): [said: Said[], cut: number] {
  const all = readMarkdownDraft(markdown, []).lines.flatMap(({ section, text, isRow }) => {
    const parts = isRow ? [{ start: 0, end: text.length }] : splitLine(text, []);
    return parts.map(({ start, end }): Said => {
      const said = text.slice(start, end).trim();
      return {
        section,
        text: said,
        key: `${section}\n${collapseSpaces(takeCitations(said).rest)}`,
      };
    });
  });
  const said = all.slice(0, draftChangesMax.sentences);
  return [said, all.length - said.length];
}

interface Step {
  readonly side: 'both' | 'removed' | 'added';
  readonly said: Said;
}

/** The way from one to the other that keeps the most sentences; what begins and ends both alike is not looked through. */
function stepsBetween(old: readonly Said[], now: readonly Said[]): Step[] {
  const same = (one: number, other: number): boolean => old[one]?.key === now[other]?.key;
  let start = 0;
  while (start < old.length && start < now.length && same(start, start)) start += 1;
  let [end, endNow] = [old.length, now.length];
  while (end > start && endNow > start && same(end - 1, endNow - 1)) {
    end -= 1;
    endNow -= 1;
  }
  const width = endNow - start + 1;
  /** By place in either: the most sentences that both have from there on. */
  const most = new Uint16Array((end - start + 1) * width);
  const at = (one: number, other: number): number => (one - start) * width + other - start;
  for (let one = end - 1; one >= start; one -= 1)
    for (let other = endNow - 1; other >= start; other -= 1)
      most[at(one, other)] = same(one, other)
        ? (most[at(one + 1, other + 1)] ?? 0) + 1
        : Math.max(most[at(one + 1, other)] ?? 0, most[at(one, other + 1)] ?? 0);
  const steps: Step[] = now.slice(0, start).map((said) => ({ side: 'both', said }));
  for (let one = start, other = start; one < end || other < endNow; ) {
    if (one < end && other < endNow && same(one, other)) {
      steps.push({ side: 'both', said: now[other]! });
      one += 1;
      other += 1;
    } else if (
      other === endNow ||
      (one < end && (most[at(one + 1, other)] ?? 0) >= (most[at(one, other + 1)] ?? 0))
    ) {
      steps.push({ side: 'removed', said: old[one]! });
      one += 1;
    } else {
      steps.push({ side: 'added', said: now[other]! });
      other += 1;
    }
  }
  return [...steps, ...now.slice(endNow).map((said): Step => ({ side: 'both', said }))];
}
