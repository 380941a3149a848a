/**
 * What a claim is about, in words: the names that its result file gives the quantity, the case and
 * what encloses them. A text names a claim when it holds every word of one of these names.
 */

import { isRecord } from '../../lib/is-record.ts';
import { humanizeName } from '../claims/labels.ts';
import type { Claim } from '../claims/schema.ts';
import { parsePointer, pointerToken } from '../json-pointer.ts';
import { remember } from '../remember.ts';
import { foldText } from '../text/text.ts';
import { findStrangeCharacters } from './characters.ts';

/** Words of a name, lower case. */
export type NameWords = readonly string[];

/** The names of one claim. Lists are empty where the file gives no name that a text could repeat. */
export interface ClaimNames {
  /** Of the quantity; a text must hold one of them. */
  readonly quantities: readonly NameWords[];
  /** Of the record or of the claim itself, which may stand for the quantity in a sentence. */
  readonly labels: readonly NameWords[];
  /** Of the case: the variant, row or series. */
  readonly subject: NameWords | null;
  /** Other cases that have the same quantity. */
  readonly rivals: readonly NameWords[];
  /** Every name on the way to the value. */
  readonly all: readonly NameWords[];
}

/** Longer names are cut before they are compared, since tables cut them, too. */
const comparedCharsMax = 40;
/** Cases looked at beside the own one. */
const rivalsMax = 64;
/** A text of a result file that is longer is no name. */
const nameCharsMax = 300;
/** Characters looked at of the name of a member, which pointers print however long it is. */
const memberCharsMax = 4_000;

/** Words of a text as names are compared: of any script, lower case, a plural as its singular. */
export function wordsOf(text: string): string[] {
  const isAscii = /^[ -~]*$/.test(text);
  const words = (isAscii ? text : text.normalize('NFKC'))
    .replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(isAscii ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu);
  return (words ?? []).map((word) =>
    word.endsWith('s') && plural.test(word) ? word.slice(0, -1) : word,
  );
}
const plural = /^\p{L}{3,}[^s]s$/u;

/** Words of a name of a result file as texts print it; empty where it cannot be printed as it is. */
export const nameWords: (name: string) => NameWords = remember((name) => {
  const readable = humanizeName(name);
  if (findStrangeCharacters(readable).length > 0 || /[.!?]["”')\]]?\s|[“”]/u.test(readable))
    return [];
  // What holds no word can be told from nothing else; a list without a name is called otherwise.
  if (!/\p{L}[\p{L}\p{N}]/u.test(readable) || readable === 'unnamed') return [];
  if (readable.length <= comparedCharsMax) return wordsOf(readable);
  return wordsOf(readable.slice(0, comparedCharsMax)).slice(0, -1);
});

/** True when each word of the name is among `words`. */
export function isNamed(name: NameWords, words: Pick<ReadonlySet<string>, 'has'>): boolean {
  return name.every((word) => words.has(word));
}

/** The names of a claim by the ledger and its pointer, and by the file where that was read. */
export function claimNames(
  claim: Claim,
  ref: Claim['evidence_refs'][number] | undefined,
  json: unknown,
): ClaimNames {
  const steps = walk(ref?.pointer ?? '', json);
  const names = steps.filter((step) => !step.isIndex);
  const last = names.at(-1);
  const isPlain = last !== undefined && /^(?:value|values|mean)$/i.test(last.name);
  const parent = isPlain ? names.at(-2)?.name : undefined;
  const quantityNames = [
    ...[last?.name, parent].flatMap((name) =>
      name === undefined ? [] : [name, pointerToken(name)],
    ),
    claim.quantity,
  ];
  const texts = steps.flatMap((step) => step.labels);
  const own = caseOf(steps, names.length) ?? rowOf(steps, claim.subject);
  const subjectName = claim.subject ?? own?.name;
  const subject = subjectName === undefined ? [] : nameWords(subjectName);
  // The last name is a number itself: nothing tells it from a value.
  const isNameless =
    (last !== undefined && nameWords(last.name).length === 0) ||
    (parent !== undefined && nameWords(parent).length === 0);
  return {
    quantities: isNameless ? [] : wordLists(quantityNames),
    labels: wordLists([claim.label, claim.subject, ...texts]),
    subject: subject.length === 0 ? null : subject,
    rivals: wordLists((own?.rivals ?? []).filter((name) => name !== '')).filter(
      (name) => name.join(' ') !== subject.join(' '),
    ),
    all: wordLists([
      ...names.flatMap((step) => [step.name, pointerToken(step.name)]),
      ...texts,
      claim.label,
      claim.subject,
      claim.quantity,
    ]),
  };
}

function wordLists(names: readonly (string | undefined)[]): NameWords[] {
  return names
    .filter((name) => name !== undefined)
    .map(nameWords)
    .filter((words) => words.length > 0);
}

interface Step {
  readonly name: string;
  readonly isIndex: boolean;
  /** Where the step starts from. */
  readonly from: unknown;
  /** Short texts of the record the step leads into. */
  readonly labels: readonly string[];
  /** What is left of the way behind the step. */
  readonly tail: readonly string[];
}

function walk(pointer: string, json: unknown): Step[] {
  const parts = parsePointer(pointer) ?? [];
  let from = json;
  return parts.map((name, at) => {
    const isSeries = isEvery(from, name);
    const isIndex = isSeries || Array.isArray(from) || (json === undefined && /^\d+$/.test(name));
    const into = member(from, name);
    const step = {
      name,
      isIndex,
      from,
      labels: isSeries ? [] : labelsOf(into),
      tail: parts.slice(at + 1),
    };
    from = into;
    return step;
  });
}

/** True for the step of a series; a member may be called `*` as well. */
function isEvery(value: unknown, name: string): boolean {
  return name === '*' && !(isRecord(value) && Object.hasOwn(value, name));
}

function member(value: unknown, name: string): unknown {
  if (isEvery(value, name)) {
    // Of a series, the first stands for all.
    return Array.isArray(value) || isRecord(value) ? Object.values(value)[0] : undefined;
  }
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function labelsOf(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  const known = labels.get(value);
  if (known !== undefined) return known;
  const found = entriesOf(value)
    .slice(0, labelsMax)
    .map(([, item]) => item)
    .filter((item): item is string => typeof item === 'string' && item.length <= nameCharsMax);
  labels.set(value, found);
  return found;
}
const labels = new WeakMap<object, readonly string[]>();

/** Members of a record that are looked at for its labels. */
const labelsMax = 24;
const entries = new WeakMap<object, readonly (readonly [string, unknown])[]>();

/** The members of a record, read once however many claims lie in it. */
function entriesOf(record: Record<string, unknown>): readonly (readonly [string, unknown])[] {
  const known = entries.get(record) ?? Object.entries(record);
  entries.set(record, known);
  return known;
}

/** The innermost step whose siblings hold a number at the same place: its name says which case it is. */
function caseOf(
  steps: readonly Step[],
  nameCount: number,
): { name: string; rivals: string[] } | undefined {
  if (nameCount < 2) return undefined;
  for (let at = steps.length - 2; at >= 0; at -= 1) {
    const step = steps[at];
    if (step === undefined || step.isIndex || !isRecord(step.from)) continue;
    const siblings = entriesOf(step.from);
    if (siblings.length > rivalsMax) continue;
    const rivals = siblings
      .filter(([name, value]) => name !== step.name && holdsNumber(value, step.tail))
      .map(([name]) => name);
    if (rivals.length > 0) return { name: step.name, rivals };
  }
  return undefined;
}

/** The same where the cases are records of a list, each with its name in one member. */
function rowOf(
  steps: readonly Step[],
  subject: string | undefined,
): { name: string; rivals: string[] } | undefined {
  if (subject === undefined) return undefined;
  for (let at = steps.length - 2; at >= 0; at -= 1) {
    const step = steps[at];
    if (step === undefined || !step.isIndex || !Array.isArray(step.from)) continue;
    const record = member(step.from, step.name);
    const label = isRecord(record)
      ? entriesOf(record)
          .slice(0, labelsMax)
          .find(([, item]) => typeof item === 'string' && humanizeName(item) === subject)?.[0]
      : undefined;
    if (label === undefined) continue;
    const rivals = step.from.slice(0, rivalsMax).flatMap((other): string[] => {
      const name = member(other, label);
      return other === record || typeof name !== 'string' || name.length > nameCharsMax
        ? []
        : [name];
    });
    return { name: subject, rivals };
  }
  return undefined;
}

function holdsNumber(value: unknown, tail: readonly string[]): boolean {
  let at = value;
  for (const name of tail) at = member(at, name);
  return typeof at === 'number';
}

/** Every name of the result files: keys, and texts short enough to be labels. */
export interface KnownNames {
  /** Names by each of their words. */
  readonly byWord: ReadonlyMap<string, readonly NameWords[]>;
  /** Names as their words joined by spaces. */
  readonly joined: ReadonlySet<string>;
  /** Words of names and labels that hold digits. */
  readonly digitWords: ReadonlySet<string>;
}

/** Names kept of all files together; those of the claims are read first. */
const knownMax = 40_000;
/** Names kept for one word. */
const perWordMax = 50;

/** Reads the names of JSON values, the last first; nothing beyond the bounds is known. */
export function collectNames(values: Iterable<unknown>): KnownNames {
  const joined = new Set<string>();
  const byWord = new Map<string, NameWords[]>();
  const digitWords = new Set<string>();
  // A long list of records has the same few names in each of them.
  const seen = new Set<string>();
  const members = new Set<string>();
  const add = (whole: string, charsMax = nameCharsMax): void => {
    const name = whole.slice(0, charsMax);
    if (joined.size >= knownMax || seen.has(name)) return;
    seen.add(name);
    for (const word of foldText(name).match(nameWord) ?? [])
      if (/\p{N}/u.test(word)) digitWords.add(word);
    joined.add(wordsOf(name).join(' '));
    index(wordsOf(humanizeName(name)));
    // Labels leave the unit of a name out and cut a long one; pointers print it as it is.
    index(wordsOf(name));
  };
  const index = (words: NameWords): void => {
    const key = words.join(' ');
    if (words.length === 0 || joined.has(`\0${key}`)) return;
    joined.add(`\0${key}`).add(key);
    for (const word of new Set(words)) {
      const list = byWord.get(word) ?? [];
      if (list.length < perWordMax) byWord.set(word, [...list, words]);
    }
  };
  const open = [...values];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') add(value);
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isRecord(value))
      for (const name of Object.keys(value)) {
        const item = value[name];
        if (!members.has(name)) {
          members.add(name);
          add(name, memberCharsMax);
          // Lists are called by the last part of their pointer, as it is escaped there.
          if (/[~/]/.test(name)) add(pointerToken(name));
        }
        if (typeof item === 'string' || typeof item === 'object') open.push(item);
      }
  }
  return { byWord, joined, digitWords };
}

/** A word of a name such as `p99` or `8-bit`. */
const nameWord = /[\p{L}\p{N}_.+-]+/gu;
