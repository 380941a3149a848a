/** What the palette shows: a row of it, and what a search found. */

/** A row of the palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** What it is, or what follows from it. */
  readonly note: string;
  run(): void;
}

/** What was found by the text, and why not all could be searched. */
export interface Found {
  readonly found: readonly Command[];
  readonly problem: string | null;
}
