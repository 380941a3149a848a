/** Cuts a line into the sentences of a text, or into the cells of a row, each with what it cites. */
import { findAll } from '../text/scan.ts';

/** A place where claims are cited. */
export interface Citation {
  readonly index: number;
  readonly ids: readonly string[];
}

/** A stretch of a line in which numbers and words are held against what is cited there. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly cites: readonly Citation[];
}

/** The sentences of a line without citations; a citation behind the full stop belongs to the sentence before. */
export function splitLine(line: string, cites: readonly Citation[]): Sentence[] {
  const starts = [0];
  for (const match of findAll(line, /[.!?]["”')]?\s+(?=[\p{Lu}\p{N}"'“(])/gu))
    starts.push(match.index + match[0].length);
  let place = 0;
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? line.length;
    const own: Citation[] = [];
    for (let next = cites[place]; next !== undefined && next.index < end; next = cites[place]) {
      own.push(next);
      place += 1;
    }
    return { start, end, cites: own };
  });
}
