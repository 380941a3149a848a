/** How large the source is: what is written by hand, how long its files are, how much of it is explained. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './stale.mjs';

/** Made by `npm run docs`. */
const generated = new Set([join(root, 'src/client/schema.ts')]);
const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|class|interface|type|enum) /;

/** The `share`th of the sorted numbers, a share of 0.5 being their middle. */
const quantile = (sorted, share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;

/** Lines, files and exports of the TypeScript below `folder` that people write. */
export function measure(folder) {
  const lengths = [];
  let exportCount = 0;
  let documentedCount = 0;
  for (const path of listFiles(folder)) {
    if (!/\.tsx?$/.test(path) || generated.has(path)) continue;
    const lines = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
    lengths.push(lines.length);
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
  };
}

/** The same as one line. */
export function describeFigures(folder) {
  const { lines, files, median, p90, exports, documented } = measure(folder);
  const share = exports === 0 ? 0 : Math.round((100 * documented) / exports);
  return `src: ${lines} lines by hand in ${files} files, median ${median}, 90 % at most ${p90}; ${share} % of ${exports} exports documented`;
}
