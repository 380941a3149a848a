/** Tolerant reads of artefact files: what cannot be read is undefined, never a thrown error. */
import { readFileSync } from 'node:fs';
import { isRecord } from './json-pointer.ts';

/** The text of a file. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The JSON object a file holds. */
export function readObjectFile(path: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readTextFile(path) ?? '');
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
