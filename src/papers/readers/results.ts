/** Reads a result file by its ending: JSON, JSON Lines or CSV. Whoever recomputes a number reads it here. */
import { type ResultFormat, resultFormatOf } from '../../domain/result-formats.ts';
import { readJson, type ValueReading } from '../../lib/strict-json.ts';
import { hashBytes } from './file.ts';
import { readCsv, readJsonLines } from './rows.ts';
import { decodeText } from './text.ts';

const readers: Readonly<Record<ResultFormat, (text: string) => ValueReading>> = {
  json: readJson,
  json_lines: readJsonLines,
  csv: readCsv,
};

const read = new WeakMap<
  Buffer,
  { readonly format: ResultFormat; readonly reading: ValueReading }
>();

/** The same by format and hash of the bytes, as long as somebody holds them: a copy of a file is not read again. */
const readingsHeld = new Map<string, WeakRef<ValueReading>>();
const heldMax = 64;

/**
 * What the bytes of the file at `path` hold; undefined for a file of another kind. Of several faults
 * the first is named. Of the same bytes it is read once, and nobody may change what it gives.
 */
export function readResult(path: string, bytes: Buffer): ValueReading | undefined {
  const format = resultFormatOf(path);
  if (format === undefined) return undefined;
  const known = read.get(bytes);
  if (known?.format === format) return known.reading;
  const print = `${format} ${hashBytes(bytes)}`;
  const reading = readingsHeld.get(print)?.deref() ?? readAs(format, bytes);
  if (readingsHeld.size >= heldMax) readingsHeld.clear();
  readingsHeld.set(print, new WeakRef(reading));
  read.set(bytes, { format, reading });
  return reading;
}

function readAs(format: ResultFormat, bytes: Buffer): ValueReading {
  const decoded = decodeText(bytes);
  return decoded.ok ? readers[format](decoded.text) : decoded;
}

/** The value alone; undefined for what cannot be read. */
export function resultValue(path: string, bytes: Buffer): unknown {
  const reading = readResult(path, bytes);
  return reading?.ok === true ? reading.value : undefined;
}
