/** Short ways to what a file of a paper holds, for those who need not know why it cannot be read. */
import { isRecord } from './json-pointer.ts';
import { artifactFileBytesMax, readRegularFile } from './readers/file.ts';
import { readJson } from './readers/json.ts';

export { hashFile } from './readers/file.ts';

/** The bytes of a regular file of at most `bytesMax`. */
export function readFileBytes(path: string, bytesMax = artifactFileBytesMax): Buffer | undefined {
  const read = readRegularFile(path, bytesMax);
  return read.ok ? read.bytes : undefined;
}

/** The text of a file. */
export function readTextFile(path: string, bytesMax = artifactFileBytesMax): string | undefined {
  return readFileBytes(path, bytesMax)?.toString('utf8');
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
