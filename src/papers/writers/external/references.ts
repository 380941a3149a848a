/** What the renderer puts in the place of a reference: values, names and words of the claims themselves. */
import { humanizeName } from '../../claims/labels.ts';
import { verdictWords } from '../../claims/outcome.ts';
import { type Claim, claimValue } from '../../claims/schema.ts';
import { type Inline, text } from '../../document.ts';
import { parsePointer } from '../../json-pointer.ts';
import { isCleanWording } from '../../lint/wording.ts';
import { hasDigit } from '../../text/numbers.ts';
import { toPlainLine } from '../../text/text.ts';
import { findStrangeCharacters } from '../../verify/characters.ts';
import { cited, labelText } from '../context.ts';
import type { ClaimField, Piece } from './grammar.ts';

/** Longest text of the record that is repeated in a sentence. */
const wordsCharsMax = 80;

type Fields = ReadonlyMap<ClaimField, readonly Inline[]>;
const known = new WeakMap<Claim, Fields>();

/** Everything that can be asked of a claim, by field; a prompt offers just this. */
export function referencesOf(claim: Claim): Fields {
  const fields = known.get(claim) ?? readFields(claim);
  known.set(claim, fields);
  return fields;
}

function readFields(claim: Claim): Fields {
  const found = new Map<ClaimField, readonly Inline[]>();
  const { comparison, outcome } = claim;
  if (claimValue(claim) !== undefined) found.set('value', [cited(claim)]);
  const name = nameOf(claim);
  if (name !== undefined) found.set('name', [labelText(name)]);
  const subject = comparison?.subject ?? claim.subject;
  if (subject !== undefined) found.set('case', [labelText(subject)]);
  if (comparison !== undefined) {
    found.set('baseline', [labelText(comparison.baseline)]);
    found.set('direction', said(comparison.direction, claim));
  }
  if (outcome !== undefined) found.set('verdict', said(verdictWords[outcome.verdict], claim));
  const words = wordsOf(claim);
  if (words !== undefined) found.set('words', said(`“${words}”`, claim));
  return found;
}

/** The inlines of a sentence, or why one of its references leads nowhere. */
export function fillPieces(
  pieces: readonly Piece[],
  claims: ReadonlyMap<string, Claim>,
): readonly Inline[] | string {
  const inlines: Inline[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'words') {
      inlines.push(text(piece.text));
      continue;
    }
    const ids = piece.kind === 'cite' ? piece.ids : [piece.id];
    const unknown = ids.find((id) => !claims.has(id));
    if (unknown !== undefined) return `there is no claim ${unknown}`;
    if (piece.kind === 'cite') {
      inlines.push({ kind: 'cite', ids });
      continue;
    }
    const fields = referencesOf(claims.get(piece.id) as Claim);
    const filled = fields.get(piece.field);
    if (filled === undefined)
      return `${piece.id} has no ${piece.field}, only ${[...fields.keys()].join(', ') || 'a citation'}`;
    inlines.push(...filled);
  }
  return inlines;
}

/** A word of ours with the claim that it is from. */
const said = (words: string, claim: Claim): readonly Inline[] => [
  text(`${words} `),
  { kind: 'cite', ids: [claim.id] },
];

function nameOf({ kind, quantity, label, evidence_refs: [ref] }: Claim): string | undefined {
  if (kind === 'observation' || kind === 'limitation') return undefined;
  const last = parsePointer(ref?.pointer ?? '')
    ?.filter((part) => part !== '*' && !/^\d+$/.test(part))
    .at(-1);
  return quantity ?? label ?? (last === undefined ? undefined : humanizeName(last));
}

/** What the decision record says in a word or two, as it can be quoted. */
function wordsOf({ kind, evidence_refs: [ref] }: Claim): string | undefined {
  const value = ref?.recomputed_value;
  if (kind !== 'observation' || typeof value !== 'string') return undefined;
  const words = toPlainLine(value).replaceAll('_', ' ').replace(/[“”]/g, "'");
  const fits = words !== '' && words.length <= wordsCharsMax && !hasDigit(words);
  return fits && isCleanWording(words) && findStrangeCharacters(words).length === 0
    ? words
    : undefined;
}
