/**
 * Holds sentences against the claims before they are put into a draft: they are printed, read back and
 * judged by the verifier itself, each on a line of its own, so that every finding has its sentence.
 */
import { finishLedger } from '../../claims/finish.ts';
import { claimValue } from '../../claims/schema.ts';
import { type Block, type Inline, type PaperDocument, text } from '../../document.ts';
import { renderMarkdown } from '../../render/markdown.ts';
import { readMarkdownDraft } from '../../text/plain-text.ts';
import { checkDraft, isMeasureBehind } from '../../verify/drafts.ts';
import type { EvidenceReading } from '../../verify/evidence.ts';
import { readPaper } from '../../verify/reading.ts';
import { knownUnits } from '../../verify/unit-table.ts';
import type { WriterInput } from '../port.ts';
import type { Finding, Piece, Place, ReadSentence } from './grammar.ts';
import { fillPieces } from './references.ts';

/** A sentence with its references filled in. */
export interface FilledSentence {
  readonly line: number;
  readonly place: Place;
  readonly paragraph: number;
  readonly inlines: readonly Inline[];
  /** As a reader sees it. */
  readonly printed: string;
}

/** Sentences that can stand, in their order, and why the others cannot. */
export interface Checked {
  readonly sentences: readonly FilledSentence[];
  readonly findings: readonly Finding[];
}

/** Fills the references in and holds each sentence against what it cites. */
export function checkSentences(sentences: readonly ReadSentence[], input: WriterInput): Checked {
  const claims = new Map(input.ledger.claims.map((claim) => [claim.id, claim]));
  const units = knownUnits(input.ledger.claims.map(({ unit }) => unit));
  const findings: Finding[] = [];
  const filled = sentences.flatMap((sentence) => {
    const { line, pieces } = sentence;
    const inlines = fillPieces(pieces, claims);
    if (typeof inlines === 'string') {
      findings.push({ rule: 'reference', line, message: inlines });
      return [];
    }
    if (!pieces.some((piece, at) => hasUnitBehind(piece, pieces[at + 1], units)))
      return [{ sentence, inlines }];
    findings.push({
      rule: 'beside_value',
      line,
      message: 'a unit stands behind a value, which brings its own',
    });
    return [];
  });
  const judged = judge(
    filled.map(({ inlines }) => inlines),
    input,
  );
  const standing = filled.flatMap(({ sentence, inlines }, at): FilledSentence[] => {
    const { printed, problems } = judged[at] ?? { printed: '', problems: [unreadable] };
    const { line, place, paragraph } = sentence;
    if (problems.length === 0) return [{ line, place, paragraph, inlines, printed }];
    for (const [rule, message] of problems) findings.push({ rule, line, message });
    return [];
  });
  return { sentences: standing, findings };
}

/** The citation that is printed between them would keep the verifier from seeing it. */
function hasUnitBehind(piece: Piece, next: Piece | undefined, units: ReadonlySet<string>): boolean {
  if (piece.kind !== 'claim' || piece.field !== 'value' || next?.kind !== 'words') return false;
  return isMeasureBehind(next.text.slice(0, 40), { units });
}

interface Judgement {
  readonly printed: string;
  readonly problems: readonly (readonly [rule: string, message: string])[];
}
const unreadable = ['unreadable_line', 'cannot be read back as it was printed'] as const;

function judge(runs: readonly (readonly Inline[])[], input: WriterInput): Judgement[] {
  if (runs.length === 0) return [];
  const markdown = renderMarkdown(asDocument(runs));
  const draft = readMarkdownDraft(markdown, []);
  const lines = draft.lines.filter(
    ({ section, text: line }) => section === 'Results' && line !== 'Results',
  );
  // One that prints nothing would push all the others onto the lines of their neighbours.
  if (lines.length !== runs.length) return [];
  const { bundle } = input;
  const ledger = finishLedger(bundle, input.ledger, asDocument(runs), markdown);
  const reading = readPaper({
    ledger,
    bundle,
    readings: readingsOf(input),
    values: new Map(
      ledger.claims.flatMap((claim) => {
        const value = claimValue(claim);
        return value === undefined ? [] : [[claim.id, value] as const];
      }),
    ),
    manifest: {},
    metadata: {},
  });
  const { problems } = checkDraft('paper.md', draft, reading);
  // A text that is declared to be no result says nothing of the line that it stands on.
  const undeclared = problems.filter(({ line }) => line === 0);
  return lines.map(({ line, text: printed }) => {
    const own = problems.filter((problem) => problem.line === line);
    const named = undeclared.filter(({ message }) => isAbout(message, printed));
    return {
      printed,
      problems: [...own, ...named].map(({ rule, message }) => [rule, message] as const),
    };
  });
}

/** The finding quotes the text that it is about. */
function isAbout(message: string, printed: string): boolean {
  const quoted = /^“(.*)” /s.exec(message)?.[1];
  return quoted === undefined || printed.includes(quoted);
}

/** A document of nothing but these sentences. */
function asDocument(runs: readonly (readonly Inline[])[]): PaperDocument {
  const blocks = runs.map((inlines): Block => ({ kind: 'paragraph', inlines }));
  return {
    title: [text('An automated experiment')],
    notice: [text('Nothing is said here.')],
    sections: [{ title: 'Results', blocks }],
  };
}

function readingsOf({ copies }: WriterInput): Map<string, EvidenceReading> {
  return new Map(
    copies.map(({ file, json, bytes }) => [
      file.public_path,
      {
        sha256: file.sha256,
        json,
        ...(file.media_type === 'text/markdown' ? { text: bytes.toString('utf8') } : {}),
      },
    ]),
  );
}
