/** What the sections of the deterministic writer share: look-ups, numbering, and small phrases. */

import { limits } from '../../domain/limits.ts';
import { redactText } from '../../lib/redact.ts';
import { humanizeName, isConfiguration } from '../claims/labels.ts';
import type { NamedClaim, ResultColumn, ResultFile } from '../claims/ledger.ts';
import { outcomeOf } from '../claims/outcome.ts';
import { type Claim, claimPrint } from '../claims/schema.ts';
import { declared, type Inline, inlineText, nameInline, text } from '../document.ts';
import { nounOfUnit } from '../evidence/units.ts';
import { isCleanName } from '../lint/wording.ts';
import { hasDigit } from '../text/numbers.ts';
import { labelCharsMax, shorten, unprintableName } from '../text/text.ts';
import { findStrangeCharacters } from '../verify/characters.ts';
import { nameWords, wordsOf } from '../verify/names.ts';
import { isUnitWord } from '../verify/unit-table.ts';
import { type NoteSection, readNotes, splitSentences } from './notes.ts';
import type { WriterInput } from './port.ts';
import { type ClaimIndex, indexClaims, resolveText } from './prose.ts';

type Tone = 'positive' | 'mixed' | 'inconclusive' | 'negative';

/**
 * One draft in the making. The sections read it, number their tables and figures in it, and note
 * what they leave out.
 */
export interface DraftContext {
  readonly input: WriterInput;
  readonly index: ClaimIndex;
  readonly notes: readonly NoteSection[];
  readonly tone: Tone;
  /** Counts up as tables and figures are made. */
  readonly numbering: { tables: number; figures: number };
  /** Sentences of the notes and the record that cannot be repeated. */
  readonly leftOut: Set<string>;
  /** The numbers stand in tables alone: a sentence on them was refused. */
  readonly isPlain: boolean;
  /** Why the draft before this one was refused; undefined for the first. */
  readonly refused: string | undefined;
}

/**
 * For one draft; of the notes, at most `limits.notesCharsMax` characters are read. `refused`: why a check refused the
 * draft before.
 */
export function createContext(input: WriterInput, refused?: string): DraftContext {
  return {
    input,
    index: indexClaims(input.ledger),
    notes: readNotes((input.notes ?? '').slice(0, limits.notesCharsMax)),
    tone: toneOf(input),
    numbering: { tables: 0, figures: 0 },
    leftOut: new Set(),
    isPlain: refused !== undefined,
    refused,
  };
}

const tones = { met: 'positive', not_met: 'negative', not_measured: 'inconclusive' } as const;

/** What was computed goes before what the record says; a run that measured nothing showed nothing. */
function toneOf({ decision, ledger }: WriterInput): Tone {
  const verdict = outcomeOf(ledger.claims).outcome?.outcome?.verdict;
  if (verdict !== undefined) return tones[verdict];
  if (ledger.results.length === 0) return 'inconclusive';
  const {
    project_decision: ended,
    research_outcome: outcome,
    hypothesis_status: status,
  } = decision;
  if (ended === 'finalize_negative' || outcome === 'negative' || status === 'unsupported') {
    return 'negative';
  }
  if (status === 'inconclusive') return 'inconclusive';
  return status === 'mixed' ? 'mixed' : 'positive';
}

/**
 * Text of the notes in quotation marks, without sentences that no claim backs; those are noted. Empty
 * where nothing is left.
 */
export function quote(context: DraftContext, source: string | null | undefined): Inline[] {
  const { inlines, leftOut } = resolveText(splitSentences(source ?? ''), context.index);
  for (const sentence of leftOut) context.leftOut.add(sentence);
  return inlines.length === 0 ? [] : [text('“'), ...inlines, text('”')];
}

/** The same for a text of the decision record, which must be among the evidence to be quoted. */
export function quoteRecord(context: DraftContext, source: string | null | undefined): Inline[] {
  const isThere = context.input.bundle.files.some((file) => file.role === 'decision');
  return isThere ? quote(context, redactText(source ?? '').text) : [];
}

/** Value of a claim with its citation, for running text. */
export function cited(claim: Claim): Inline {
  return {
    kind: 'value',
    claimId: claim.id,
    printed: claimPrint(claim),
    unit: printableUnit(claim.unit),
    cited: true,
  };
}

/** A unit that can stand behind a number: no digits, nothing lint would object to. */
export function printableUnit(unit: string | undefined): string | undefined {
  if (unit === undefined || hasDigit(unit) || /[[\]`|\\]/.test(unit)) return undefined;
  return isCleanName(unit) ? unit : undefined;
}

/** The value of a claim with its unit, for a row that cites it at its end. */
export function bareValue(claim: Claim): Inline {
  const unit = printableUnit(claim.unit);
  return { kind: 'value', claimId: claim.id, printed: claimPrint(claim), unit, cited: false };
}

/** Words of the outermost statistic of a formula. */
const statisticNames: Readonly<Record<string, string>> = {
  count: 'number of values',
  sum: 'sum',
  mean: 'mean',
  median: 'median',
  min: 'minimum',
  max: 'maximum',
  sd: 'standard deviation',
  quantile: 'quantile',
  t_low: 'low end of the interval of the mean',
  t_high: 'high end of the interval of the mean',
  boot_low: 'low end of the interval of the median',
  boot_high: 'high end of the interval of the median',
  outliers: 'outliers',
  split: 'split into groups',
  percent_of: 'deviation in percent of the mean',
};

/** Letters and digits alone: a label that only spells the name otherwise says nothing more. */
const squash = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * What a claim is of, in its parts: the quantity, or where that is nothing but a unit the file's own name or
 * the case, and then what tells it from others.
 */
export function nameParts({
  subject,
  quantity = 'value',
  label: own,
  unit,
}: Claim): readonly [string, ...string[]] {
  // A quantity that is called as a unit says something behind other names alone: `sort (baseline, ms)`.
  const names = (
    isUnitWord(quantity)
      ? [own, subject, quantity === unit ? undefined : quantity]
      : [quantity === unit ? undefined : quantity, own, subject]
  ).filter((name) => name !== undefined);
  const [first = quantity, ...rest] = names.filter(
    (name, at) => names.findIndex((other) => squash(other) === squash(name)) === at,
  );
  return [first, ...rest];
}

/** `time in `, before a quantity that is called as a unit of time; empty before any other. */
function nounBefore(quantity: string): string {
  const noun = isUnitWord(quantity) ? nounOfUnit(quantity) : undefined;
  return noun === undefined ? '' : `${noun} in `;
}

/** What a claim is of, as short as it can be: statistic, quantity, case. */
export function claimName(claim: Claim): Inline[] {
  const { quantity = 'value', derived, comparison } = claim;
  const call = /^(?:(?:convert|abs)\()*([a-z_]+)\(/.exec(derived?.formula ?? '')?.[1] ?? '';
  if (comparison !== undefined)
    return line(
      `${call.replaceAll('_', ' ')} of `,
      nounBefore(quantity),
      labelText(quantity),
      ', ',
      labelText(comparison.subject),
      ' to ',
      labelText(comparison.baseline),
    );
  const statistic = Object.hasOwn(statisticNames, call) ? statisticNames[call] : undefined;
  const [first, ...parts] = nameParts(claim);
  return line(
    statistic === undefined ? '' : `${statistic} of `,
    labelText(first),
    parts.flatMap((part, at) => line(at === 0 ? ' (' : ', ', labelText(part))),
    parts.length === 0 ? '' : ')',
  );
}

/** Joins strings and inlines into one run. */
export function line(...parts: (string | Inline | readonly Inline[])[]): Inline[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return part === '' ? [] : [text(part)];
    return 'kind' in part ? [part] : [...part];
  });
}

/** A name from the data: readable where it can be, else as code. */
export function label(name: string): Inline {
  return labelText(humanizeName(name));
}

/** The same for text that is readable already. */
export function labelText(readable: string): Inline {
  if (findStrangeCharacters(readable).length > 0) return text(unprintableName);
  // Double marks are kept for what is quoted.
  const short = shorten(readable, labelCharsMax).replace(/[“”]/g, "'");
  return nameInline(short, isCleanName(short) ? 'plain' : 'code');
}

/** What a scalar is called: the last parts of its path, or all of them. */
export function scalarName({ path }: NamedClaim, partsMax = 2): string {
  const parts = path.map((part) => (/^\d+$/.test(part) ? `entry ${part}` : humanizeName(part)));
  const whole = parts.at(-1) === 'value' && parts.length > 1 ? parts.slice(0, -1) : parts;
  // That it was set is said around it; the name of a list is not left out of its entries.
  const last = path.slice(0, whole.length).findLastIndex((part) => !/^\d+$/.test(part));
  const named = whole.filter((part, at) => at >= last || !isConfiguration(part));
  // A place in a list is no name: what the list is called stands before it.
  const isPlace = (at: number): boolean => /^\d+$/.test(path.at(at) ?? '');
  const places = isPlace(-1) ? (isPlace(-2) ? 2 : 1) : 0;
  const tail = named.slice(-Math.max(partsMax, places + 1)).join(' / ');
  // The last part says what the number is, so it is never cut off.
  const short = tail.length > labelCharsMax ? (named.at(-1) ?? '') : tail;
  return short === '' ? 'value' : short;
}

/** Names that tell the scalars of a list apart, as short as they can be. */
export function scalarNames(scalars: readonly NamedClaim[]): string[] {
  const short = scalars.map((scalar) => scalarName(scalar));
  const counts = new Map<string, number>();
  for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1);
  return scalars.map((scalar, at) => {
    const name = short[at] ?? '';
    return counts.get(name) === 1 ? name : scalarName(scalar, 8);
  });
}

/** A path in code style. */
export function pathInline(path: string): Inline {
  return declared(path, 'path', 'code');
}

/** `1 file`, `3 files`: a count of the document with the word that fits it; `source` names what is counted. */
export function countInline(count: number, one: string, many: string, source: string): Inline {
  return declared(`${count} ${count === 1 ? one : many}`, 'document_count', 'plain', source);
}

/** The verb that goes with the name of a quantity: `errors` are, `tokens per second` is. */
export function isOrAre(name: readonly Inline[]): 'is' | 'are' {
  const words = name.map(inlineText).join('');
  return !/ (?:per|of) /.test(words) && /[^aisu]s$/i.test(words) ? 'are' : 'is';
}

/** `a, b and c` */
export function listOf(items: readonly (readonly Inline[])[]): Inline[] {
  return items.flatMap((item, at) => {
    const joint = at === 0 ? '' : at === items.length - 1 ? ' and ' : ', ';
    return line(joint, item);
  });
}

/** What a column is called in a sentence: the file's own name for it, if it has one. */
export function columnTitle({ label: own, name }: ResultColumn): string {
  return own ?? humanizeName(name);
}

/**
 * A column is plotted or listed by this name: the file's own for it with the member's behind it, and the
 * unit.
 */
export function columnName(column: ResultColumn): string {
  const title = columnTitle(column);
  const member = humanizeName(column.name);
  const words = new Set(wordsOf(title));
  const isSaid =
    nameWords(column.name).every((word) => words.has(word)) || nameWords(column.name).length === 0;
  if (squash(title) === squash(member)) return withUnit(member, column.unit);
  const behind = [isSaid ? undefined : member, printableUnit(column.unit)].filter(
    (part) => part !== undefined,
  );
  return behind.length === 0 ? title : `${title} (${behind.join(', ')})`;
}

function withUnit(name: string, unit: string | undefined): string {
  const shown = printableUnit(unit);
  return shown === undefined ? name : `${name} (${shown})`;
}

/** Measured scalars and settings of a file, apart. */
export function splitScalars(
  result: ResultFile,
  isSetting: (scalar: NamedClaim) => boolean,
): {
  measured: NamedClaim[];
  settings: NamedClaim[];
} {
  return {
    settings: result.scalars.filter(isSetting),
    measured: result.scalars.filter((scalar) => !isSetting(scalar)),
  };
}
