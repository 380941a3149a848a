/** What a bundle says was left out: each sentence is held against the bundle. */
import { describe, expect, it } from 'vitest';
import { noRecordSentence } from '../../../src/papers/evidence/belonging.ts';
import type { EvidenceBundle } from '../../../src/papers/evidence/schema.ts';
import { checkLimitations } from '../../../src/papers/verify/limitations.ts';

const hash = 'a'.repeat(64);
const readings = new Map([['evidence/r.json', { sha256: hash, json: { a: 1, b: [2, 3] } }]]);
const empty: EvidenceBundle = {
  schema_version: 'evidence_bundle.v3',
  paper_id: 'p',
  project_id: 'p',
  run_id: 'r',
  created_at: '2026-01-01T00:00:00.000Z',
  files: [
    {
      path: 'results/r.json',
      public_path: 'evidence/r.json',
      bytes: 1,
      sha256: hash,
      media_type: 'application/json',
      role: 'result',
    },
  ],
  metrics: [{ file: 'evidence/r.json', pointer: '/a', value: 1 }],
  telemetry: null,
  unavailable: [],
  redactions: [],
  limitations: [],
  collection: { recorded: true, left_out: 0 },
  merkle_root: hash,
};
const omitted = { path: 'results/x.json', reason: 'omitted' as const, bytes: 9 };
const found = (change: Partial<EvidenceBundle>): string[] =>
  checkLimitations({ ...empty, ...change }, readings).map(({ message }) => message);

describe('the limitations of a bundle', () => {
  it.each<[string, Partial<EvidenceBundle>]>([
    ['none', {}],
    [
      'no record',
      { limitations: [noRecordSentence], collection: { recorded: false, left_out: 0 } },
    ],
    [
      'an omitted file',
      {
        limitations: ['results/x.json is larger than an evidence file may be and was left out'],
        unavailable: [omitted],
      },
    ],
    [
      'numbers that are not listed',
      { limitations: ['2 further numbers in the result files are not listed'] },
    ],
    [
      'a file that was not fetched',
      {
        limitations: ['results/y.json was not fetched: the worker answered with status 404'],
        collection: { recorded: true, left_out: 1 },
      },
    ],
  ])('hold where they say what is so: %s', (_, change) => {
    expect(found(change)).toEqual([]);
  });

  it.each<[string, Partial<EvidenceBundle>, string]>([
    [
      'a sentence of another shape',
      { limitations: ['the further runs gave the same'] },
      'is not what',
    ],
    [
      'a wrong count',
      { limitations: ['3 further numbers in the result files are not listed'] },
      'is not what',
    ],
    [
      'a file that is there',
      { limitations: ['results/r.json is larger than an evidence file may be and was left out'] },
      'is not what',
    ],
    [
      'a result for a reason',
      {
        limitations: ['results/y.json was not fetched: it shows a gain of 3.2x'],
        collection: { recorded: true, left_out: 1 },
      },
      'is not what',
    ],
    [
      'more left behind than is told',
      { collection: { recorded: true, left_out: 2 } },
      '2 things were not fetched, and 0 of them are told',
    ],
    [
      'a missing record that nothing tells',
      { collection: { recorded: false, left_out: 0 } },
      'no sentence says so',
    ],
    [
      'an omitted file that nothing tells',
      { unavailable: [omitted] },
      'results/x.json was left out',
    ],
  ])('are found where they say otherwise: %s', (_, change, message) => {
    expect(found(change).join()).toContain(message);
  });
});
