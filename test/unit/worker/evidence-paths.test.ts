/** Which files of a project a worker hands out as evidence. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findResults } from '../../../src/worker/evidence/evidence-paths.ts';

describe('the results of a project', () => {
  it('are JSON, JSON Lines and CSV in results, and summaries by name below', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'evidence-'));
    const wanted = [
      'results/a.json',
      'results/deep/summary.jsonl',
      'results/c.CSV',
      'results/b.jsonl',
      'results/d.ndjson',
      'results/deep/metrics.csv',
    ];
    const others = [
      'results/e.txt',
      'results/f.csv.gz',
      'results/deep/raw.csv',
      'results/deep/summary.md',
    ];
    for (const path of [...wanted, ...others]) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), '');
    }
    const { found } = await findResults(dir);
    rmSync(dir, { recursive: true });
    expect(found.map(({ path }) => path)).toEqual(wanted);
  });
});
