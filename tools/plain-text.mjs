/** Text for a file: no colours, no cursor movements, and no control characters but line ends and tabs. */
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

export function toPlainText(text) {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Copies what comes out of `input` to `output` as plain text, line by line. */
export function copyPlainly(input, output) {
  createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) =>
    output.write(`${toPlainText(line)}\n`),
  );
}
