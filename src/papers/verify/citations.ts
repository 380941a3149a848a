/**
 * What can be said offline of a cited work: that `references.bib` has an entry of this key, and that year and names
 * in a sentence are those of the entry. Whether there is such a work is not known here; names or years that differ
 * are told as a difference, never as an invention.
 */

import type { Claim } from '../claims/schema.ts';
import type { Reference } from '../text/references.ts';
import { findAll } from '../text/scan.ts';
import { toPlainLine } from '../text/text.ts';
import type { Finding } from './finding.ts';
import type { RuleId } from './rules.ts';

/** The file of the works that a paper cites. */
export const referencesFile = 'references.bib';

/** `references.bib` beside the paper; undefined where there is none. */
export interface ReferenceList {
  readonly sha256: string;
  readonly entries: ReadonlyMap<string, Reference>;
}

/** The text that a claim of a cited work has. */
export function citationText({ key, authors, year, title }: Reference): string {
  const who = authors.length === 0 ? 'unnamed authors' : authors.join(', ');
  return toPlainLine(`${referencesFile} has ${key}: ${who} (${year ?? 'no year'}), ${title ?? ''}`);
}

/** What is wrong with a claim of kind `citation` or `background`, as rule and message. */
export function checkReferences(
  claim: Claim,
  list: ReferenceList | undefined,
): [rule: RuleId, message: string][] {
  if (claim.evidence_refs.length === 0) return [['claim_without_evidence', 'has no reference']];
  if (list === undefined) return [['citation', `there is no ${referencesFile}`]];
  const failures = claim.evidence_refs.flatMap((ref): [RuleId, string][] => {
    const entry = list.entries.get(ref.pointer.slice(1));
    if (ref.path !== referencesFile)
      return [['citation', `refers to ${ref.path}, not to an entry of ${referencesFile}`]];
    if (entry === undefined)
      return [['citation', `${referencesFile} has no entry ${ref.pointer.slice(1)}`]];
    if (ref.sha256 !== list.sha256)
      return [['claim_hash', `${referencesFile} hashes to ${list.sha256}`]];
    if (ref.recomputed_value === entry.key && ref.quoted_value === entry.key) return [];
    return [['citation', `${ref.pointer} is the entry ${entry.key}`]];
  });
  const [first] = claim.evidence_refs;
  const entry = list.entries.get(first?.pointer.slice(1) ?? '');
  if (claim.kind === 'citation' && failures.length === 0 && entry !== undefined) {
    const right = citationText(entry);
    if (claim.text !== right) failures.push(['citation_metadata', `should read: ${right}`]);
  }
  // What others wrote is no number of this run.
  if (claim.derived !== undefined) failures.push(['claim_kind', `a ${claim.kind} has no formula`]);
  return failures;
}

/** True for a year of a work that the sentence cites. */
export function isCitedYear(
  value: number | undefined,
  claims: readonly Claim[],
  list: ReferenceList | undefined,
): boolean {
  return worksOf(claims, list).some(({ year }) => year !== undefined && year === value);
}

const named =
  /\b(\p{Lu}\p{Ll}[\p{L}’'-]{1,30})(?: (?:and|&) (\p{Lu}\p{Ll}[\p{L}’'-]{1,30})| et al\.?)? ?\((?:19|20)\d\d\)|\((\p{Lu}\p{Ll}[\p{L}’'-]{1,30})(?: (?:and|&) (\p{Lu}\p{Ll}[\p{L}’'-]{1,30})| et al\.?)?,? (?:19|20)\d\d\)/gu;

/** Names before a year in a sentence that cites works: they must be among the authors of one of them. */
export function checkCitedNames(
  text: string,
  claims: readonly Claim[],
  list: ReferenceList | undefined,
): Finding[] {
  const works = worksOf(claims, list);
  if (works.length === 0) return [];
  const known = new Set(works.flatMap(({ authors }) => authors.map((name) => name.toLowerCase())));
  return findAll(text, named)
    .flatMap((match) => match.slice(1).filter((name) => name !== undefined))
    .filter((name) => !known.has(name.toLowerCase()))
    .map((name) => [
      'citation_metadata',
      `“${name}” is no author of ${works.map(({ key }) => key).join(', ')} as ${referencesFile} has it: ${[...known].join(', ')}`,
    ]);
}

function worksOf(claims: readonly Claim[], list: ReferenceList | undefined): Reference[] {
  return claims.flatMap((claim) =>
    claim.kind === 'citation'
      ? claim.evidence_refs.flatMap(({ pointer }) => list?.entries.get(pointer.slice(1)) ?? [])
      : [],
  );
}
