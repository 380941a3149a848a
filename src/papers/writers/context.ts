/** What the sections of the deterministic writer share: look-ups, numbering, and small phrases. */

import { limits } from '../../domain/limits.ts';
import { humanizeName } from '../claims/labels.ts';
import type { NamedClaim, ResultColumn, ResultFile } from '../claims/ledger.ts';
import { outcomeOf } from '../claims/outcome.ts';
import { type Claim, claimPrint } from '../claims/schema.ts';
import { type Inline, nameInline, notAResult, text } from '../document.ts';
import { isCleanName } from '../lint/wording.ts';
import { hasDigit } from '../numbers.ts';
import { labelCharsMax, shorten } from '../text.ts';
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
}

/** For one draft; of the notes, at most `limits.notesCharsMax` characters are read. */
export function createContext(input: WriterInput): DraftContext {
  return {
    input,
    index: indexClaims(input.ledger.claims),
    notes: readNotes((input.notes ?? '').slice(0, limits.notesCharsMax)),
    tone: toneOf(input),
    numbering: { tables: 0, figures: 0 },
    leftOut: new Set(),
  };
}

const tones = { met: 'positive', not_met: 'negative', not_measured: 'inconclusive' } as const;

/** What was computed goes before what the record says. */
function toneOf({ decision, ledger }: WriterInput): Tone {
  const verdict = outcomeOf(ledger.claims).outcome?.outcome?.verdict;
  if (verdict !== undefined) return tones[verdict];
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

/** Text of the record or the notes, without sentences that no claim backs; those are counted. */
export function quote(context: DraftContext, source: string | null | undefined): Inline[] {
  const { inlines, leftOut } = resolveText(splitSentences(source ?? ''), context.index);
  for (const sentence of leftOut) context.leftOut.add(sentence);
  return inlines;
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
  const short = shorten(readable, labelCharsMax);
  const reason = 'a name used in the result files';
  return isCleanName(short) ? nameInline(short, reason) : nameInline(short, reason, 'code');
}

/** What a scalar is called: the last parts of its path, or all of them. */
export function scalarName({ path }: NamedClaim, partsMax = 2): string {
  const parts = path.map((part) => (/^\d+$/.test(part) ? `entry ${part}` : humanizeName(part)));
  const named = parts.at(-1) === 'value' && parts.length > 1 ? parts.slice(0, -1) : parts;
  const tail = named.slice(-partsMax).join(' / ');
  return tail === '' ? 'value' : tail;
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
  return notAResult(path, 'the path of an artefact', 'code');
}

/** `1 row`, `3 rows`: the number with the word that fits it, declared as no result for `reason`. */
export function countInline(count: number, one: string, many: string, reason: string): Inline {
  return notAResult(`${count} ${count === 1 ? one : many}`, reason);
}

/** A column is plotted or listed by this name: the file's own for it, if it has one. */
export function columnName(column: ResultColumn): string {
  const unit = printableUnit(column.unit);
  return (column.label ?? humanizeName(column.name)) + (unit === undefined ? '' : ` (${unit})`);
}

/** Words of the record with their underscores opened: `finalize_positive` as `finalize positive`. */
export function recordWord(word: string | null | undefined): string {
  return (word ?? 'not stated').replaceAll('_', ' ');
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
