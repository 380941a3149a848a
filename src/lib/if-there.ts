/** What may be missing or unsound, and is then left out: for callers to whom the reason is all one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The text of a file; undefined where it cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The names in a folder; none where it cannot be read. */
export function namesIfThere(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** `path`, or the nearest folder above it that exists. */
export function nearestExisting(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : nearestExisting(parent);
}

/** The value of a JSON text; undefined where it is none. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
