/** Finding lines of a log: those with some words, and those that sound like trouble. Pure; linear in the text. */
import type { LogLine } from './log-buffer.ts';

/** Which lines are shown: all, those that sound like a warning or worse, or those that sound like an error. */
export const logLevels = ['all', 'warning', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What the reader looks for; an empty search finds every line. */
export interface LogQuery {
  readonly search: string;
  readonly level: LogLevel;
}
/** Every line. */
export const everyLine: LogQuery = { search: '', level: 'all' };

/** Words that programs write where something went wrong; no log says it in one way. */
const errorWords =
  /(?:error|exception)s?\b|\b(?:fatal|critical|panic|traceback|failed|failure|killed|aborted|segfault|oom)\b/i;
const warningWords = /warnings?\b|\b(?:warn|deprecated)\b/i;

/** How a line sounds; a guess by its words, since a log has no levels of its own. */
export function levelOf(text: string): LogLevel {
  if (errorWords.test(text)) return 'error';
  return warningWords.test(text) ? 'warning' : 'all';
}

/** The lines that are looked for; notes of our own are among all lines only. */
export function findLines(lines: readonly LogLine[], query: LogQuery): readonly LogLine[] {
  if (isEvery(query)) return lines;
  const search = folded(query.search);
  return lines.filter(({ text, isNote }) => {
    if (isNote || !folded(text).includes(search)) return false;
    const level = query.level === 'all' ? 'all' : levelOf(text);
    return query.level === 'all' || level === 'error' || level === query.level;
  });
}

/** Whether nothing is looked for. */
export const isEvery = ({ search, level }: LogQuery): boolean => search === '' && level === 'all';

/** A line in pieces: every second one is what was looked for. */
export function piecesOf(text: string, search: string): readonly string[] {
  if (search === '') return [text];
  const where = folded(text);
  const wanted = folded(search);
  // Letters that become longer in another case would shift what is marked.
  if (where.length !== text.length) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...pieces, text.slice(from)];
}

const folded = (text: string): string => text.toLowerCase();
