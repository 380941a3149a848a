/**
 * Verdicts that rest on the content of a folder alone: the same files have the same verdict, so that a paper which is
 * looked at again by the next step, or lies elsewhere since, is judged once.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../lib/hash.ts';
import { hashBytes, readingNow, readingOnce, readRegularFile } from './readers/file.ts';

/** Verdicts that are kept of each kind; those that were asked for longest ago go. */
const keptMax = 64;

/**
 * The same judgement, made once for the same names and bytes. A folder that holds anything but plain files is judged each
 * time, and a verdict that `isLasting` denies is not kept. Nobody may change what is answered.
 */
export function onceForContent<Verdict>(
  judge: (dir: string) => Verdict,
  isLasting: (verdict: Verdict) => boolean,
): (dir: string) => Verdict {
  const kept = new Map<string, Verdict>();
  return (dir) =>
    readingOnce(() => {
      const print = printOnce(dir);
      if (print === null) return judge(dir);
      const known = kept.get(print);
      const verdict = known ?? judge(dir);
      kept.delete(print);
      if (known === undefined && !isLasting(verdict)) return verdict;
      kept.set(print, verdict);
      if (kept.size > keptMax) kept.delete(kept.keys().next().value as string);
      return verdict;
    });
}

/** By piece of work and folder. */
const prints = new WeakMap<object, Map<string, string | null>>();

/** Lint and verifier judge the same folder one after the other. */
function printOnce(dir: string): string | null {
  const work = readingNow();
  if (work === null) return contentPrint(dir);
  const known = prints.get(work) ?? new Map<string, string | null>();
  prints.set(work, known);
  const print = known.get(dir);
  if (print !== undefined) return print;
  const made = contentPrint(dir);
  known.set(dir, made);
  return made;
}

/** Of the names and bytes of all that lies in the folder; null where it is not plain files that can be read. */
function contentPrint(dir: string): string | null {
  const lines: string[] = [];
  const isPlain = (folder: string): boolean =>
    readdirSync(join(dir, folder), { withFileTypes: true })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .every((entry) => {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          lines.push(path);
          return isPlain(path);
        }
        const read = entry.isFile() ? readRegularFile(join(dir, path)) : null;
        if (read?.ok !== true) return false;
        lines.push(`${path}\0${hashBytes(read.bytes)}`);
        return true;
      });
  try {
    return isPlain('') ? sha256Hex(lines.join('\n')) : null;
  } catch {
    return null;
  }
}
