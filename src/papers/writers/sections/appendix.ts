/** The appendix: what every citation of the paper leads to, so that a reader needs no other file. */
import { humanizeName, statementText } from '../../claims/labels.ts';
import type { LedgerDraft } from '../../claims/ledger.ts';
import { type Claim, claimValue } from '../../claims/schema.ts';
import { sourceParts } from '../../claims/source-line.ts';
import {
  type Block,
  type ClaimLine,
  declared,
  type Inline,
  inlineRuns,
  type PaperDocument,
  text,
} from '../../document.ts';
import { isCleanWording } from '../../lint/wording.ts';
import { findStrangeCharacters } from '../../verify/characters.ts';
import { bareValue, claimName, labelText, line } from '../context.ts';

type Sections = PaperDocument['sections'];

/** A line for each claim that the sections cite and that no row of the appendix of data shows. */
export function claimBlocks({ claims }: Pick<LedgerDraft, 'claims'>, sections: Sections): Block[] {
  const blocks = sections.flatMap((section) => [...section.blocks]);
  const shown = new Set(
    blocks.flatMap((block) =>
      block.kind === 'table' && block.isTarget
        ? idsOf(block.rows.flatMap(({ cells }) => cells))
        : [],
    ),
  );
  const cited = new Set(idsOf([...inlineRuns(blocks)]));
  const lines = claims.filter(({ id }) => cited.has(id) && !shown.has(id)).map(toLine);
  const said = line(
    lines.length === 0
      ? 'No claim is cited outside of the tables above.'
      : 'A citation leads to a line here or to a row of the appendix of data: what the claim is of, its value, and the file, place or formula, with the beginning of the hash of the file. The claim ledger holds the unrounded values.',
  );
  const paragraph: Block = { kind: 'paragraph', inlines: said };
  return lines.length === 0 ? [paragraph] : [paragraph, { kind: 'claims', lines }];
}

function idsOf(runs: readonly (readonly Inline[])[]): string[] {
  return runs.flat().flatMap((inline) => {
    if (inline.kind === 'cite') return [...inline.ids];
    return inline.kind === 'value' && inline.cited ? [inline.claimId] : [];
  });
}

function toLine(claim: Claim): ClaimLine {
  return {
    id: claim.id,
    what: whatOf(claim),
    value: shownValue(claim),
    source: sourceParts(claim).map((part) =>
      part.kind === null ? text(part.text) : declared(part.text, part.kind, 'code'),
    ),
  };
}

const words: Partial<Record<Claim['kind'], string>> = {
  method: 'how it was measured',
  observation: 'word of the decision record',
  limitation: 'limit in the decision record',
};

function whatOf(claim: Claim): Inline[] {
  const kind = words[claim.kind];
  if (kind !== undefined) return line(kind, nameBehind(claim));
  return claimName(claim);
}

function nameBehind({ quantity, kind, evidence_refs: [ref] }: Claim): Inline[] {
  const name = kind === 'method' ? quantity : humanizeName(ref?.pointer.slice(1) ?? '');
  return name === undefined || name === '' ? [] : line(': ', labelText(name));
}

/** The number, or the words where they are short enough to stand in a cell. */
function shownValue(claim: Claim): Inline[] {
  if (claimValue(claim) !== undefined) return [bareValue(claim)];
  const [ref] = claim.evidence_refs;
  if (claim.kind === 'outcome' || claim.kind === 'replication') return [text('not measured')];
  if (typeof ref?.recomputed_value !== 'string' || claim.kind === 'limitation')
    return [text('words of the file')];
  const said =
    claim.kind === 'observation' ? ref.quoted_value.replaceAll('_', ' ') : ref.quoted_value;
  return quotable(said) ?? [text('words of the file')];
}

/** Words of a result file in quotation marks; undefined where they cannot be printed as they are. */
export function quotable(words: string): Inline[] | undefined {
  const said = statementText(words);
  if (said === '' || !isCleanWording(said) || findStrangeCharacters(said).length > 0)
    return undefined;
  // A number alone could be a result.
  if (/^[\p{N}\s.,+\-\u2212eE%]+$/u.test(said)) return undefined;
  return line('“', declared(said, 'statement'), '”');
}
