/**
 * Pieces of an agent's log as whole lines for a terminal. Colours and other control sequences are
 * taken out: what an agent writes must not act on the terminal of whoever reads it.
 */

/** Escape sequences whole (colours, cursor, titles), then every other control character but tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be taken out.
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;
const controls = /(?!\t)[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Characters of a line that has no end; longer ones are told in parts. */
const lineCharsMax = 64 * 1024;

interface LogLines {
  /** The next piece, which may end within a line. */
  add(text: string): void;
  /** The last line, where it had no end. */
  end(): void;
}

/** Calls `out` for each line without its end; one that never ends comes in parts above 64 Ki characters. */
export function createLogLines(out: (line: string) => void): LogLines {
  let rest = '';
  const print = (line: string): void => out(line.replace(sequences, '').replace(controls, ''));
  return {
    add(text) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) print(line);
      if (rest.length > lineCharsMax) {
        print(rest);
        rest = '';
      }
    },
    end() {
      if (rest !== '') print(rest);
      rest = '';
    },
  };
}
