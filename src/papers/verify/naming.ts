/** Whether a text says of what a number is: the right quantity, and not the name of another case. */
import type { Claim } from '../claims/schema.ts';
import { isNamed, type KnownNames, type NameWords, wordsOf } from './names.ts';
import type { PaperReading } from './reading.ts';

/** What is wrong with the names around a number of `claim`; undefined where nothing is. */
export function misnamed(
  claim: Claim,
  words: Pick<ReadonlySet<string>, 'has'>,
  reading: Pick<PaperReading, 'namesOf'>,
  /** Claims cited beside it, whose cases may be named as well. */
  others: readonly Claim[],
  strict: boolean,
): string | undefined {
  const all = reading.namesOf(claim);
  const first = all[0];
  if (first === undefined) return undefined;
  const names = strict ? first.quantities : [...first.quantities, ...first.labels];
  if (first.quantities.length > 0 && !names.some((name) => isNamed(name, words)))
    return `is a value of “${show(first.quantities[0])}”, which is not named beside it`;
  if (claim.derived !== undefined || first.subject === null) return undefined;
  if (isNamed(first.subject, words)) return undefined;
  const elsewhere = others.flatMap((other) =>
    other === claim ? [] : reading.namesOf(other).flatMap((entry) => entry.all),
  );
  const rival = first.rivals.find((name) => isNamed(name, words) && !includes(elsewhere, name));
  return rival === undefined
    ? undefined
    : `is the value of “${show(first.subject)}”, but “${show(rival)}” is named`;
}

function includes(names: readonly NameWords[], name: NameWords): boolean {
  return names.some((other) => name.every((word) => other.includes(word)));
}

const show = (name: NameWords | undefined): string => (name ?? []).join(' ');

const compared =
  /\b(?:compared (?:with|to)|than|versus|vs\.?|relative to|against|over)\s+(?:the |that of )?/giu;
/** Places looked at in one sentence. */
const comparedMax = 50;

/** True when the sentence puts the subject of a comparison where its baseline belongs. */
export function isTurnedRound(claim: Claim, sentence: string, reading: PaperReading): boolean {
  if (claim.derived === undefined || claim.evidence_refs.length !== 2) return false;
  const [a, b] = reading.namesOf(claim);
  const subject = claim.comparison === undefined ? a?.subject : wordsOf(claim.comparison.subject);
  const baseline = claim.comparison === undefined ? b?.subject : wordsOf(claim.comparison.baseline);
  if (subject == null || baseline == null || subject.length === 0) return false;
  if (subject.join(' ') === baseline.join(' ')) return false;
  let looked = 0;
  for (const match of sentence.matchAll(compared)) {
    looked += 1;
    if (looked > comparedMax) return false;
    const from = match.index + match[0].length;
    const behind = wordsOf(sentence.slice(from, from + 120));
    if (startsWith(behind, subject) && !startsWith(behind, baseline)) return true;
  }
  return false;
}

function startsWith(words: readonly string[], name: NameWords): boolean {
  return name.every((word, at) => words[at] === word);
}

/** Covers the places of a text that are names, so that a name such as `best loss` states nothing. */
export function createCover(
  text: string,
  candidates: (word: string) => readonly NameWords[],
): (index: number) => boolean {
  const places = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)];
  const words: string[] = [];
  const placeOf = new Map<number, number>();
  for (const match of places) {
    placeOf.set(match.index, words.length);
    words.push(...wordsOf(match[0]));
  }
  return (index) => {
    const place = placeOf.get(index);
    const own = place === undefined ? undefined : words[place];
    if (place === undefined || own === undefined) return false;
    return candidates(own).some((name) =>
      name.some(
        (word, offset) =>
          word === own && name.every((part, step) => words[place - offset + step] === part),
      ),
    );
  };
}

/** Names of the result files by a word of theirs. */
export function allNames(names: KnownNames): (word: string) => readonly NameWords[] {
  return (word) => names.byWord.get(word) ?? [];
}
