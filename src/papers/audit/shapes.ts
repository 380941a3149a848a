/** Reads bundles and ledgers of any version into one view; what cannot be read is a problem by name. */
import { filledText } from '../../lib/as-text.ts';
import { isRecord, recordsIn } from '../../lib/is-record.ts';

/** A file that a claim refers to, with what the ledger states of it. Null: it states nothing. */
export interface ReferenceView {
  readonly path: string;
  /** JSON pointer, from a fragment or a `pointer` member. */
  readonly pointer: string | null;
  readonly sha256: string | null;
  /** Version 3: what the pointer is said to hold; of a series, how many values it selects. */
  readonly value: unknown;
  /** The hash is that of a source from before it was cleaned for publication. */
  readonly ofSource: boolean;
}
/**
 * A claim with what it rests on. One without an id is known by its place, from `C1` on; `status` is
 * '' when none is said.
 */
export interface ClaimView {
  readonly id: string;
  readonly status: string;
  /** From `evidence_refs`, which the older audit reads too. */
  readonly references: readonly ReferenceView[];
  /** From keys that the older audit does not read. */
  readonly otherReferences: readonly ReferenceView[];
}
interface InventoryView {
  readonly path: string;
  readonly sha256: string | null;
  readonly bytes: number | null;
  /** Hash and size are those of a source from before it was cleaned for publication. */
  readonly ofSource: boolean;
}
/**
 * A file that a bundle declares as not included; `surrogate` is the path of what is published
 * instead. Null: the bundle does not say.
 */
export interface UnavailableView {
  readonly path: string;
  readonly reason: string | null;
  readonly sha256: string | null;
  readonly bytes: number | null;
  readonly surrogate: string | null;
  /** True when hash and size are those of the surrogate. */
  readonly hashIsOfSurrogate: boolean;
}
/** What the audit reads of `claim_ledger.json`; from version 3 on, references must state hashes. */
export interface LedgerView {
  readonly version: number;
  readonly claims: readonly ClaimView[];
}
/**
 * What the audit reads of `evidence_bundle.json`. Each of `resultFiles` must be there or be
 * declared in `unavailable`.
 */
export interface BundleView {
  readonly version: number;
  readonly inventory: readonly InventoryView[];
  readonly resultFiles: readonly string[];
  readonly unavailable: readonly UnavailableView[];
}

/** Undefined when the value has no list of claims. */
export function viewLedger(value: unknown): LedgerView | undefined {
  if (!isRecord(value) || !Array.isArray(value.claims)) return undefined;
  return {
    version: versionOf(value.schema_version ?? value.schema),
    claims: value.claims.filter(isRecord).map((claim, index) => ({
      id: filledText(claim.id) ?? `C${index + 1}`,
      status: filledText(claim.support_status) ?? filledText(claim.support) ?? '',
      references: references(claim.evidence_refs),
      otherReferences: references(claim.supporting_artifacts ?? claim.evidence),
    })),
  };
}

/** Undefined when the value is no object. */
export function viewBundle(value: unknown): BundleView | undefined {
  if (!isRecord(value)) return undefined;
  const version = versionOf(value.schema_version ?? value.schema);
  const files = recordsIn(value.files);
  const listed = [value.result_files, value.result_file_refs, value.result_artifacts].flatMap(
    texts,
  );
  return {
    version,
    inventory: [
      ...files,
      ...recordsIn(value.file_inventory),
      ...recordsIn(value.public_evidence_surrogates),
    ].flatMap(inventoryEntry),
    resultFiles: [...new Set([...listed, ...files.flatMap((file) => texts([file.public_path]))])],
    unavailable: [
      ...recordsIn(value.unavailable),
      ...recordsIn(value.unavailable_result_files),
    ].flatMap(unavailableEntry),
  };
}

function inventoryEntry(entry: Record<string, unknown>): InventoryView[] {
  const path = filledText(entry.public_path) ?? filledText(entry.path);
  if (path === null) return [];
  const ofSource = filledText(entry.source_path) !== null;
  return [{ path, sha256: filledText(entry.sha256), bytes: asNumber(entry.bytes), ofSource }];
}

function unavailableEntry(entry: Record<string, unknown>): UnavailableView[] {
  const path = filledText(entry.path);
  if (path === null) return [];
  return [
    {
      path,
      reason: filledText(entry.reason),
      sha256: filledText(entry.sha256),
      bytes: asNumber(entry.bytes),
      surrogate: filledText(entry.public_surrogate),
      hashIsOfSurrogate: entry.sha256_scope === 'public_surrogate',
    },
  ];
}

function references(value: unknown): ReferenceView[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry): ReferenceView[] => {
    if (typeof entry === 'string') return [splitFragment(entry, {})];
    if (!isRecord(entry)) return [];
    const path = filledText(entry.path) ?? filledText(entry.public_path);
    if (path === null) return [];
    return [splitFragment(path, entry)];
  });
}

/** `file.json#/a/b` as path and pointer; the fragment is percent-decoded. */
function splitFragment(text: string, entry: Record<string, unknown>): ReferenceView {
  const pointer = filledText(entry.pointer);
  const rest = {
    sha256: filledText(entry.sha256),
    value: entry.recomputed_value,
    ofSource: filledText(entry.source_path) !== null,
  };
  const at = text.indexOf('#');
  if (at < 0) return { path: text, pointer, ...rest };
  let fragment = text.slice(at + 1);
  try {
    fragment = decodeURIComponent(fragment);
  } catch {
    // Kept as written: a pointer that does not resolve is a finding of its own.
  }
  return { path: text.slice(0, at), pointer: pointer ?? fragment, ...rest };
}

/** 1, 2 or 3 by the last digit of `….v2` or `…_v1`; 1 when nothing is said. */
function versionOf(schema: unknown): number {
  const match = typeof schema === 'string' ? /[._]v(\d+)$/.exec(schema) : null;
  return match === null ? 1 : Number(match[1]);
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
