/** Media types by the endings of files. */
import { expect, it } from 'vitest';
import { mediaTypeOf } from '../../../src/domain/media-types.ts';

it('are known by the ending, however that is written, and of nothing else are they guessed', () => {
  const files = [
    'a.csv',
    'results/a.jsonl',
    'a.b.NDJSON',
    'verify.mjs',
    'csv',
    'a.csv.gz',
    '.json',
  ];
  expect(files.map(mediaTypeOf)).toEqual([
    'text/csv',
    'application/jsonl',
    'application/jsonl',
    'text/javascript',
    'application/octet-stream',
    'application/octet-stream',
    'application/octet-stream',
  ]);
});
