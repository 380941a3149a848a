/**
 * From each sentence of a paper to its claims, from a claim to the places of the files that it was read
 * from, and from a file back to the sentences that rest on it; with whether each file is still what it
 * was. Reads the files alone, so that it can be done in another process.
 */
import { join } from 'node:path';
import { type Claim, claimLedgerSchema, claimPrint } from './claims/schema.ts';
import {
  createFilesNow,
  type FileState,
  type FilesNow,
  stateOf,
  valueAt,
} from './drafts/files-now.ts';
import { readObjectFile, readTextFile } from './read.ts';
import { takeCitations } from './text/declared.ts';
import { readMarkdownDraft } from './text/plain-text.ts';
import { expandAll } from './verify/ranges.ts';
import { splitLine } from './verify/sentences.ts';

/** What of a paper is shown at most; the rest is counted. */
export const drillDownMax = { claims: 2000, sentences: 4000, sources: 8 } as const;

/** One sentence of the Markdown draft that cites a claim. */
interface DrillSentence {
  readonly section: string;
  /** Of `paper.md`, from 1. */
  readonly line: number;
  readonly text: string;
  readonly claims: readonly string[];
}
interface DrillSource {
  readonly file: string;
  /** RFC 6901; a segment `*` means every element. */
  readonly pointer: string;
  readonly sha256: string;
  /** As the paper prints it. */
  readonly printed: string;
  /** What stands there now; null where nothing does, or more than one value. */
  readonly value_now: ReturnType<typeof valueAt>;
  readonly state: FileState;
}
interface DrillClaim {
  readonly id: string;
  readonly kind: Claim['kind'];
  readonly text: string;
  readonly printed: string;
  readonly unit: string | null;
  readonly label: string | null;
  readonly subject: string | null;
  readonly quantity: string | null;
  readonly formula: string | null;
  readonly sources: readonly DrillSource[];
  /** Sources that are not shown. */
  readonly sources_left_out: number;
  /** Positions in `sentences`. */
  readonly sentences: readonly number[];
}
interface DrillFile {
  readonly file: string;
  readonly sha256: string;
  readonly state: FileState;
  readonly claims: readonly string[];
  readonly sentences: readonly number[];
}
/** The whole of it. */
export interface DrillDown {
  /** `drifted`: a file changed or is gone, so that no gate lets the paper through. */
  readonly state: 'sound' | 'drifted';
  readonly sentences: readonly DrillSentence[];
  readonly claims: readonly DrillClaim[];
  readonly files: readonly DrillFile[];
  readonly left_out: { readonly claims: number; readonly sentences: number };
}

/** Null where the folder holds no ledger that can be read. */
export function drillDown(dir: string): DrillDown | null {
  const parsed = claimLedgerSchema.safeParse(readObjectFile(join(dir, 'claim_ledger.json')));
  if (!parsed.success) return null;
  const ledger = parsed.data;
  const markdown = readTextFile(join(dir, 'paper.md')) ?? '';
  const all = sentencesOf(markdown, ledger.figures);
  const sentences = all.slice(0, drillDownMax.sentences);
  const citing = indexOf(sentences);
  const open = createFilesNow(dir);
  const shown = ledger.claims.slice(0, drillDownMax.claims);
  const claims = shown.map((claim) => toClaim(claim, citing.get(claim.id) ?? [], open));
  const rows = filesOf(ledger.claims, citing, open);
  return {
    state: rows.some(({ state }) => state !== 'same') ? 'drifted' : 'sound',
    sentences,
    claims,
    files: rows,
    left_out: {
      claims: ledger.claims.length - shown.length,
      sentences: all.length - sentences.length,
    },
  };
}

function sentencesOf(
  markdown: string,
  figures: Parameters<typeof readMarkdownDraft>[1],
): DrillSentence[] {
  return readMarkdownDraft(markdown, figures).lines.flatMap(({ section, line, text, isRow }) => {
    const cites = expandAll(takeCitations(text).cites);
    if (cites.length === 0) return [];
    const parts = isRow ? [{ start: 0, end: text.length, cites }] : splitLine(text, cites);
    return parts.flatMap((part) => {
      const claims = [...new Set(part.cites.flatMap(({ ids }) => ids))];
      if (claims.length === 0) return [];
      return [{ section, line, text: text.slice(part.start, part.end).trim(), claims }];
    });
  });
}

/** Positions of the sentences that cite a claim. */
function indexOf(sentences: readonly DrillSentence[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  sentences.forEach(({ claims }, at) => {
    for (const id of claims) {
      const places = index.get(id);
      if (places === undefined) index.set(id, [at]);
      else places.push(at);
    }
  });
  return index;
}

function toClaim(claim: Claim, sentences: readonly number[], open: FilesNow): DrillClaim {
  const refs = claim.evidence_refs.slice(0, drillDownMax.sources);
  return {
    id: claim.id,
    kind: claim.kind,
    text: claim.text,
    printed: claimPrint(claim),
    unit: claim.unit ?? null,
    label: claim.label ?? null,
    subject: claim.subject ?? null,
    quantity: claim.quantity ?? null,
    formula: claim.derived?.formula ?? null,
    sources: refs.map(({ path, pointer, sha256, quoted_value }) => {
      const file = open(path);
      return {
        file: path,
        pointer,
        sha256,
        printed: quoted_value,
        value_now: valueAt(file.value, pointer),
        state: stateOf(file, sha256),
      };
    }),
    sources_left_out: claim.evidence_refs.length - refs.length,
    sentences,
  };
}

function filesOf(
  claims: readonly Claim[],
  citing: ReadonlyMap<string, readonly number[]>,
  open: FilesNow,
): DrillFile[] {
  const files = new Map<string, { sha256: string; claims: Set<string>; sentences: Set<number> }>();
  for (const { id, evidence_refs: refs } of claims)
    for (const { path, sha256 } of refs) {
      const file = files.get(path) ?? { sha256, claims: new Set(), sentences: new Set() };
      file.claims.add(id);
      for (const at of citing.get(id) ?? []) file.sentences.add(at);
      files.set(path, file);
    }
  return [...files].map(([path, { sha256, claims: ids, sentences }]) => ({
    file: path,
    sha256,
    state: stateOf(open(path), sha256),
    claims: [...ids].slice(0, drillDownMax.claims),
    sentences: [...sentences].sort((one, other) => one - other),
  }));
}
