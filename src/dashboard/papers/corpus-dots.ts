/** Where each paper of the corpus stands on a line of time, and how it is. Pure. */
import { roundSpan } from '../../lib/chart/ticks.ts';
import { timeOf } from '../service/loose.ts';
import type { CorpusRow } from '../service/wire.ts';
import { stateWord } from '../words/state-words.ts';
import { endSentence, type Mark, momentText } from '../words/words.ts';

/** One paper, in its column and so many above the floor. */
interface Dot {
  readonly id: string;
  readonly title: string;
  readonly atMs: number;
  readonly column: number;
  readonly level: number;
  readonly mark: Mark;
  /** How it is, without its title. */
  readonly words: string;
}

/** Papers by the time of their import, oldest first. */
interface DotChart {
  readonly dots: readonly Dot[];
  readonly columns: number;
  /** The highest pile. */
  readonly levels: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** As many fit beside each other on a telephone. */
const columnsMost = 28;

/** From the first import to now, in columns of one round length; null where none has a known time. */
export function dotChart(rows: readonly CorpusRow[], nowMs: number): DotChart | null {
  const known = rows
    .flatMap((row) => {
      const { paper_id: id, imported_at: at } = row;
      const atMs = at == null ? null : timeOf(at);
      return id === undefined || atMs === null ? [] : [{ row, id, atMs }];
    })
    .toSorted((left, right) => left.atMs - right.atMs);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  // A page whose clock is behind has papers of a moment that it calls later.
  const endMs = Math.max(nowMs, last.atMs);
  const columnMs = roundSpan(Math.max(1, (endMs - first.atMs) / (columnsMost - 2)));
  const fromMs = Math.floor(first.atMs / columnMs) * columnMs;
  const columnOf = (ms: number): number => Math.floor((ms - fromMs) / columnMs);
  const columns = columnOf(endMs) + 1;
  const piles = Array.from({ length: columns }, () => 0);
  const dots = known.map(({ row, id, atMs }): Dot => {
    const column = columnOf(atMs);
    const level = piles[column]!;
    piles[column] = level + 1;
    return { id, title: row.title ?? id, atMs, column, level, ...standing(row) };
  });
  return { dots, columns, levels: Math.max(...piles), fromMs, toMs: fromMs + columns * columnMs };
}

/** What lint and audit say where they let a paper in. */
const passes = { lint: 'pass', audit: 'strict_pass' } as const;

/** How a paper that was imported is now: what is worst of it is said. */
function standing({ status, drift, lint, audit, last_error: error }: CorpusRow): {
  readonly mark: Mark;
  readonly words: string;
} {
  if (status === 'removed') return { mark: 'paused', words: 'removed' };
  if (status === 'failed')
    return { mark: 'failed', words: error == null ? 'failed' : `failed: ${endSentence(error)}` };
  if (status !== 'imported') return { mark: 'running', words: stateWord(status) };
  if (drift != null)
    return { mark: 'person', words: `not as it was imported: ${endSentence(drift)}` };
  if (lint === passes.lint && audit === passes.audit)
    return { mark: 'done', words: 'passed lint and strict audit' };
  return { mark: 'failed', words: `lint ${stateWord(lint)}, audit ${stateWord(audit)}` };
}

/** A time below the axis: where it is of another year, that year instead of the hour. */
export function axisText(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  return at.getFullYear() === new Date(nowMs).getFullYear()
    ? momentText(atMs, nowMs)
    : at.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** All that is said of a dot. */
export const dotWords = ({ title, atMs, words }: Dot, nowMs: number): string =>
  `${title} · imported ${axisText(atMs, nowMs)} · ${words}`;

/** Each way in which a paper stands there, with how many do. */
export function dotLegend(
  dots: readonly Dot[],
): readonly { readonly mark: Mark; readonly text: string }[] {
  const names: readonly (readonly [Mark, string])[] = [
    ['done', 'passed lint and strict audit'],
    ['person', 'not as imported'],
    ['failed', 'failed'],
    ['running', 'on the way'],
    ['paused', 'removed'],
  ];
  return names.flatMap(([mark, name]) => {
    const count = dots.filter((dot) => dot.mark === mark).length;
    return count === 0 ? [] : [{ mark, text: `${count} ${name}` }];
  });
}

/** The dot that a key leads to, of all; null: the key does not move. Up and down stay in the column. */
export function dotAfter(key: string, dots: readonly Dot[], at: number): number | null {
  const dot = dots[at];
  if (dot === undefined) return null;
  const within = (step: number): number =>
    dots.findIndex(({ column, level }) => column === dot.column && level === dot.level + step);
  const moves: Readonly<Record<string, () => number>> = {
    ArrowLeft: () => at - 1,
    ArrowRight: () => at + 1,
    ArrowUp: () => within(1),
    ArrowDown: () => within(-1),
    Home: () => 0,
    End: () => dots.length - 1,
  };
  const to = moves[key]?.();
  return to === undefined ? null : dots[to] === undefined ? at : to;
}
