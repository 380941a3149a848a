/** Short ways to what a file of a paper holds, for those who need not know why it cannot be read. */

import { isRecord } from '../lib/is-record.ts';
import { readJson } from '../lib/strict-json.ts';
import { artifactFileBytesMax, readRegularFile } from './readers/file.ts';
import { decodeText } from './readers/text.ts';

export { hashBytes, hashFile } from './readers/file.ts';

/** The bytes of a regular file of at most `bytesMax`. */
export function readFileBytes(path: string, bytesMax = artifactFileBytesMax): Buffer | undefined {
  const read = readRegularFile(path, bytesMax);
  return read.ok ? read.bytes : undefined;
}

const hasMark = (bytes: Buffer): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** The text of a file. */
export function readTextFile(path: string, bytesMax = artifactFileBytesMax): string | undefined {
  const bytes = readFileBytes(path, bytesMax);
  if (bytes === undefined) return undefined;
  const decoded = decodeText(bytes);
  // With its byte order mark, and with a mark for each byte that is none of a character.
  return decoded.ok && !hasMark(bytes) ? decoded.text : bytes.toString('utf8');
}

/** The JSON object a file holds. */
export function readObjectFile(path: string): Record<string, unknown> | undefined {
  const value = parseJson(readTextFile(path) ?? '');
  return isRecord(value) ? value : undefined;
}

/** What JSON text holds, read strictly; undefined when it is not valid. */
export function parseJson(text: string): unknown {
  const reading = readJson(text);
  return reading.ok ? reading.value : undefined;
}
