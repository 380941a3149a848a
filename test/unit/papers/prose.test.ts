/** Sentences from outside as a paper takes them over: with claims for their numbers, or not at all. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/papers/claims/schema.ts';
import { splitSentences } from '../../../src/papers/writers/notes.ts';
import { indexClaims, resolveSentence } from '../../../src/papers/writers/prose.ts';

const path = 'evidence/r.json';
const ref = (pointer: string, value: number): Claim['evidence_refs'][number] => ({
  path,
  sha256: 'a'.repeat(64),
  pointer,
  quoted_value: String(value),
  recomputed_value: value,
  match: true,
});
const base = { text: '', support_status: 'supported' as const, used_in: [] };
const measured = (id: string, pointer: string, value: number, unit?: string): Claim => ({
  ...base,
  id,
  kind: 'measurement',
  evidence_refs: [ref(pointer, value)],
  ...(unit === undefined ? {} : { unit }),
});
const statistic = (id: string, name: string, value: number): Claim => ({
  ...base,
  id,
  kind: 'statistic',
  unit: 'ms',
  evidence_refs: [ref('/latency_ms/*', 3)],
  derived: {
    formula: `${name}("${path}#/latency_ms/*")`,
    quoted_value: String(value),
    recomputed_value: value,
    match: true,
  },
});
const index = indexClaims({
  claims: [
    measured('C1', '/latency_ms/0', 7.5, 'ms'),
    measured('C2', '/latency_ms/1', 8.25, 'ms'),
    measured('C3', '/latency_ms/2', 9.75, 'ms'),
    statistic('C4', 'median', 8.25),
    statistic('C5', 'mean', 8.5),
    measured('C6', '/errors', 5),
    measured('C7', '/requests', 20),
  ],
  results: [],
});
const claimsOf = (sentence: string): readonly string[] | undefined =>
  resolveSentence(sentence, index)?.flatMap((inline) =>
    inline.kind === 'value' ? [inline.claimId] : [],
  );

describe('a sentence from outside', () => {
  it.each([
    ['The mean latency was 8.5 ms.', ['C5']],
    ['There were 5 errors in 20 requests.', ['C6', 'C7']],
    ['The requests and errors were 20 and 5.', ['C7', 'C6']],
    ['The latency rose from 7.5 ms to 9.75 ms.', ['C1', 'C3']],
    ['Nothing was counted.', []],
  ])('is taken over with the claims of its numbers: %s', (sentence, ids) => {
    expect(claimsOf(sentence)).toEqual(ids);
  });

  it.each([
    'The latency was 8.5 ms.',
    'The median latency was 8.5 ms.',
    'There were 20 errors in 5 requests.',
    'The requests and errors were 5 and 20.',
    'The latency rose from 7.5 ms to 8.25 ms.',
    'There were 6 errors.',
  ])('is left out where the verifier would blame it: %s', (sentence) => {
    expect(claimsOf(sentence)).toBeUndefined();
  });
});

it('a text is cut into sentences, of which marks alone are none', () => {
  // Quoted, a full stop by itself would end the sentence around it.
  expect(splitSentences('.  All held. "One" did not! ... 3 of 4 did.')).toEqual([
    'All held.',
    '"One" did not! ...',
    '3 of 4 did.',
  ]);
  expect([splitSentences('. A'), splitSentences('...')]).toEqual([['A'], []]);
});
