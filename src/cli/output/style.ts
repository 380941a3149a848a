/** Colour and width of the terminal; plain text everywhere else. */
import type { CommandIo } from '../command.ts';

const tones = ['good', 'warn', 'bad', 'dim', 'strong'] as const;
/** What a text means; colour only ever repeats what a word or sign says too. */
export type Tone = (typeof tones)[number];

/** How a command may write to where its output goes. */
export interface Style {
  /** `text` in the colour of `tone`; as it is where there is no colour. */
  paint(text: string, tone: Tone | undefined): string;
  /** Cells in a line; null where lines may be as long as they are (pipes, files). */
  readonly width: number | null;
}

const codes: Readonly<Record<Tone, number>> = { good: 32, warn: 33, bad: 31, dim: 2, strong: 1 };
/** Narrower terminals are drawn as if they had this many columns. */
const columnsMin = 40;

/** Colours on a terminal that has them, unless NO_COLOR (https://no-color.org) says otherwise. */
export function createStyle(io: Pick<CommandIo, 'env' | 'terminal'>): Style {
  const { terminal, env } = io;
  if (terminal?.isTTY !== true) return { width: null, paint: (text) => text };
  const width = Math.max(columnsMin, terminal.columns ?? 80);
  const colourless = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return {
    width,
    paint: (text, tone) =>
      colourless || tone === undefined || text === ''
        ? text
        : `\u001b[${codes[tone]}m${text}\u001b[0m`,
  };
}
