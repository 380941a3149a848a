/** What the checks of a draft hand to each other: the parts of a line, the counts, a finding. */
import type { PlainLine } from '../text/plain-text.ts';
import type { Quote } from './quotes.ts';
import type { PaperReading } from './reading.ts';

/** What is counted over a whole draft. */
export interface DraftState {
  readonly reading: PaperReading;
  readonly counts: Map<string, number>;
  readonly printed: string[];
  tables: number;
  figures: number;
  /** Evidence files that the caption above a table names; empty where it names none. */
  captionFiles: readonly string[];
  /** Of the line that is being read. */
  comparisonsLeft: number;
}

/** Where a row of a table stands: whether it is a head, and what the head above it says. */
export interface RowPlace {
  readonly isHead: boolean;
  readonly head: readonly string[];
}

/** Everything found in a line that its parts are checked with. */
export interface LineParts {
  readonly line: PlainLine;
  /** Without citations; the places of the characters stay. */
  readonly bare: string;
  /** Without declared texts, too. */
  readonly rest: string;
  readonly quotes: readonly Quote[];
  /** By place: 1 within words of the idea, 2 within words of the record. */
  readonly quoted: Uint8Array;
  readonly isTitle: boolean;
  readonly reading: PaperReading;
}
