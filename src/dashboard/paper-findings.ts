/** Findings of lint and audit beside the sentences that they are about. Pure. */
import type { Reply } from './wire.ts';

type Findings = Reply<'papers.findings'>;
export type Finding = NonNullable<NonNullable<Findings['lint']>['findings']>[number];

interface Placed {
  readonly position?: number | undefined;
  readonly line?: number | undefined;
  readonly text?: string | undefined;
}

/** All that is told, those of lint first. */
export const allFindings = ({ lint, audit }: Findings): readonly Finding[] => [
  ...(lint?.findings ?? []),
  ...(audit?.findings ?? []),
];

/** The sentence that a finding is about, by its position; null: none of those that are shown. */
export function sentenceOf(sentences: readonly Placed[], finding: Finding): number | null {
  const { file, line = 0, excerpt = '' } = finding;
  if (file !== 'paper.md' || line === 0) return null;
  const near = sentences.filter((sentence) => sentence.line === line);
  const exact = near.find(({ text }) => excerpt !== '' && text?.includes(excerpt) === true);
  return (exact ?? near[0])?.position ?? null;
}

/** By the position of their sentence. */
export function placeFindings(
  sentences: readonly Placed[],
  findings: readonly Finding[],
): ReadonlyMap<number, readonly Finding[]> {
  const placed = new Map<number, Finding[]>();
  for (const finding of findings) {
    const position = sentenceOf(sentences, finding);
    if (position !== null) placed.set(position, [...(placed.get(position) ?? []), finding]);
  }
  return placed;
}
