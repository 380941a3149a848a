/**
 * How large the source is: what is written by hand, how long its files are, how much of it is explained, how
 * much stands in it twice. `npm run check` fails beyond the bounds, which may only be made tighter.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './stale.mjs';

/** Made by `npm run docs`. */
const generated = new Set([join(root, 'src/client/schema.ts')]);
const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|class|interface|type|enum) /;

/** Of the source as a whole; the lines are told and have no bound, since more that it does takes more of them. */
export const bounds = { median: 80, p90: 200, documentedShare: 0.95, duplicates: 52 };
/** Lines in a row that make a block. Comments, imports and blanks count for nothing. */
const blockLines = 6;
const imported = /^import [^;]*;$/gm;
const counts = (line) => line !== '' && !/^(?:\/?\*|\/\/)/.test(line);
const codeOf = (text) =>
  text
    .replace(imported, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(counts);

/** The `share`th of the sorted numbers, a share of 0.5 being their middle. */
const quantile = (sorted, share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;

/** Lines, files and exports of the TypeScript below `folder` that people write. */
export function measure(folder) {
  const lengths = [];
  const seen = new Set();
  let duplicates = 0;
  let exportCount = 0;
  let documentedCount = 0;
  for (const path of listFiles(folder)) {
    if (!/\.tsx?$/.test(path) || generated.has(path)) continue;
    const text = readFileSync(path, 'utf8');
    const lines = text.replace(/\n$/, '').split('\n');
    lengths.push(lines.length);
    duplicates += countSeen(codeOf(text), seen);
    for (const [index, line] of lines.entries()) {
      if (!exported.test(line)) continue;
      exportCount += 1;
      if (lines[index - 1]?.trimEnd().endsWith('*/')) documentedCount += 1;
    }
  }
  lengths.sort((one, other) => one - other);
  return {
    lines: lengths.reduce((sum, length) => sum + length, 0),
    files: lengths.length,
    median: quantile(lengths, 0.5),
    p90: quantile(lengths, 0.9),
    exports: exportCount,
    documented: documentedCount,
    duplicates,
  };
}

/** How many blocks of `lines`, each as long as can be, were in `seen` before; adds all of them. */
function countSeen(lines, seen) {
  let found = 0;
  let isInside = false;
  for (let at = 0; at + blockLines <= lines.length; at += 1) {
    const block = lines.slice(at, at + blockLines).join('\n');
    const isSeen = seen.has(block);
    if (isSeen && !isInside) found += 1;
    isInside = isSeen;
    seen.add(block);
  }
  return found;
}

/** One sentence for each bound that the figures break. */
export function brokenBounds({ median, p90, exports, documented, duplicates }) {
  return [
    median > bounds.median && `half of the files have more than ${bounds.median} lines: ${median}`,
    p90 > bounds.p90 && `one in ten files has more than ${bounds.p90} lines: ${p90}`,
    duplicates > bounds.duplicates &&
      `${duplicates} blocks of ${blockLines} lines stand twice, at most ${bounds.duplicates} may`,
    documented < exports * bounds.documentedShare &&
      `${documented} of ${exports} exports are documented; ${bounds.documentedShare * 100} % must be`,
  ].filter((sentence) => sentence !== false);
}

/** Figures of `measure` as one line. */
export function describeFigures({ lines, files, median, p90, exports, documented, duplicates }) {
  const share = exports === 0 ? 0 : Math.round((100 * documented) / exports);
  return `src: ${lines} lines by hand in ${files} files, median ${median}, 90 % at most ${p90}; ${share} % of ${exports} exports documented; ${duplicates} blocks of ${blockLines} lines stand twice`;
}
