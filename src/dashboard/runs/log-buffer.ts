/** The lines of a log that are kept on the page. Pure; bounded in lines and in their length. */

/** Lines kept; the oldest give way. */
export const logLinesMax = 2_000;
/** Characters shown of one line. */
const lineCharsMax = 2_000;

/** A line as it is shown: without control characters, and cut where it is too long. */
export interface LogLine {
  /** Counts up; names the line while it is kept. */
  readonly id: number;
  readonly text: string;
  /** A note is ours, not the log's. */
  readonly isNote: boolean;
}

/** The end of a log, never changed in place: each piece gives another one. */
export interface LogBuffer {
  readonly lines: readonly LogLine[];
  readonly nextId: number;
  /** The last line has not ended yet; held raw, because more of it may come. */
  readonly open: string | null;
  /** Lines that gave way. */
  readonly gone: number;
}

/** A log of which nothing was read. */
export const emptyLog: LogBuffer = { lines: [], nextId: 0, open: null, gone: 0 };

/** With a piece of the log behind it. */
export function withText(buffer: LogBuffer, text: string): LogBuffer {
  if (text === '') return buffer;
  const { open } = buffer;
  const pieces = `${open ?? ''}${text}`.split('\n');
  const last = pieces.pop()!;
  const kept = open === null ? buffer : withoutLast(buffer);
  const whole = [...pieces, ...(last === '' ? [] : [last])];
  const added = whole.slice(-logLinesMax);
  const skipped = whole.length - added.length;
  const firstId = kept.nextId + skipped;
  const lines = added.map((line, index) => ({
    id: firstId + index,
    text: shown(line),
    isNote: false,
  }));
  const bounded = bound({
    ...kept,
    lines: [...kept.lines, ...lines],
    nextId: firstId + lines.length,
  });
  return {
    ...bounded,
    gone: bounded.gone + skipped,
    open: last === '' ? null : last.slice(-openCharsMax),
  };
}

/** What of an unfinished line is held: enough to show it, whatever more of it comes. */
const openCharsMax = 64 * 1024;

/** With words of our own behind it, on a line by themselves. */
export function withNote(buffer: LogBuffer, text: string): LogBuffer {
  const line = { id: buffer.nextId, text, isNote: true };
  return bound({ ...buffer, lines: [...buffer.lines, line], nextId: line.id + 1, open: null });
}

function withoutLast(buffer: LogBuffer): LogBuffer {
  return { ...buffer, lines: buffer.lines.slice(0, -1), open: null };
}

function bound(buffer: LogBuffer): LogBuffer {
  const over = buffer.lines.length - logLinesMax;
  return over <= 0
    ? buffer
    : { ...buffer, lines: buffer.lines.slice(over), gone: buffer.gone + over };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be taken out.
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g;
/** Those that draw nothing, and those that turn the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** As a terminal would leave it: without its colours, and what was overwritten is gone. */
function shown(line: string): string {
  const plain = line.replace(escapes, '').replace(/\r+$/, '');
  const text = plain.split('\r').at(-1)!.replace(controls, '\u00b7');
  const over = text.length - lineCharsMax;
  return over <= 0 ? text : `${text.slice(0, lineCharsMax)} … ${over} more characters`;
}
