/** Works that a paper cites: what `references.bib` says of them, and claims held against it. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/papers/claims/schema.ts';
import { readReferences } from '../../../src/papers/text/references.ts';
import {
  checkCitedNames,
  checkReferences,
  isCitedYear,
} from '../../../src/papers/verify/citations.ts';

const hash = 'a'.repeat(64);
const entries = readReferences(`
@article{miller2020,
  title = {A {Fast} Cache},
  author = {Miller, Jane and Bo Rossi and others},
  year = 2020,
}
@book{ito,
  author = "Ito, Kei", title = "Queues", date = {1999-05-01} }
@comment{nothing}
@misc{broken, title = {never closed
`);
const list = { sha256: hash, entries };

function cite(key: string, change: Partial<Claim> = {}): Claim {
  return {
    id: 'C1',
    kind: 'citation',
    text: 'references.bib has miller2020: Miller, Rossi (2020), A Fast Cache',
    support_status: 'supported',
    used_in: [],
    evidence_refs: [
      {
        path: 'references.bib',
        sha256: hash,
        pointer: `/${key}`,
        quoted_value: key,
        recomputed_value: key,
        match: true,
      },
    ],
    ...change,
  };
}
const rules = (claim: Claim, given: typeof list | undefined = list): string[] =>
  checkReferences(claim, given).map(([rule, message]) => `${rule}: ${message}`);

describe('references.bib', () => {
  it('gives key, title, year and family names of its entries', () => {
    expect(entries.get('miller2020')).toEqual({
      key: 'miller2020',
      title: 'A Fast Cache',
      year: 2020,
      authors: ['Miller', 'Rossi'],
    });
    expect(entries.get('ito')).toMatchObject({ year: 1999, authors: ['Ito'], title: 'Queues' });
  });

  it('is read in one pass, whatever stands in it', () => {
    const deep = `@article{a, title = ${'{'.repeat(200_000)}`;
    expect(readReferences(deep.repeat(2)).size).toBe(1);
    expect(readReferences('@'.repeat(500_000)).size).toBe(0);
  });
});

describe('a claim of a cited work', () => {
  it('holds where its entry is there and its text is made of it', () => {
    expect(rules(cite('miller2020'))).toEqual([]);
  });

  it('is refused without the file, the entry, or the hash', () => {
    expect(checkReferences(cite('miller2020'), undefined)).toEqual([
      ['citation', 'there is no references.bib'],
    ]);
    expect(rules(cite('nobody'))).toEqual(['citation: references.bib has no entry nobody']);
    expect(rules(cite('miller2020'), { ...list, sha256: 'b'.repeat(64) })[0]).toContain(
      'claim_hash: references.bib hashes to b',
    );
  });

  it('is told what the entry says where it says something else, and never that it is made up', () => {
    const [problem] = rules(cite('miller2020', { text: 'Miller (2021)' }));
    expect(problem).toBe(
      'citation_metadata: should read: references.bib has miller2020: Miller, Rossi (2020), A Fast Cache',
    );
  });

  it('states no number', () => {
    const derived = { formula: '1', quoted_value: '1', recomputed_value: 1, match: true };
    expect(rules(cite('miller2020', { derived }))).toEqual([
      'claim_kind: a citation has no formula',
    ]);
  });
});

describe('a sentence that cites a work', () => {
  it('may print its year and its authors, and no others', () => {
    const claims = [cite('miller2020')];
    expect([2020, 2021].map((year) => isCitedYear(year, claims, list))).toEqual([true, false]);
    const names = (text: string) => checkCitedNames(text, claims, list).map(([rule]) => rule);
    expect(names('As Miller and Rossi (2020) say, caches are small.')).toEqual([]);
    expect(names('Caches are small (Miller et al., 2020).')).toEqual([]);
    expect(names('As Tanaka (2020) says, caches are small.')).toEqual(['citation_metadata']);
  });
});
