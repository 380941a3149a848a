/**
 * What a writer gets and gives. A writer never invents a number: it is handed claims with printed
 * values, and what it returns is checked by the same verifier whoever wrote it.
 */
import type { GateVerdict, ProjectDecision } from '../../domain/records.ts';
import type { Json } from '../../lib/canonical-json.ts';
import type { LedgerDraft } from '../claims/ledger.ts';
import type { PaperDocument } from '../document.ts';
import type { EvidenceCopy } from '../evidence/bundle.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';

/** All that a writer may speak of. The only numbers it may print as results are the claims of `ledger`. */
export interface WriterInput {
  readonly paperId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly projectName: string;
  readonly hypothesis: string | null;
  readonly decision: ProjectDecision;
  readonly verdict: GateVerdict;
  readonly bundle: EvidenceBundle;
  /** The files that the bundle lists, for a check of what is said; none is for quoting. */
  readonly copies: readonly EvidenceCopy[];
  readonly ledger: LedgerDraft;
  /** `run_notes.md` as included in the evidence; null when there is none. */
  readonly notes: string | null;
  /** ISO 8601. */
  readonly generatedAt: string;
}

/** How the text came about; goes into the manifest. */
export interface WriterFacts {
  readonly provider: string;
  readonly model: string | null;
  readonly fallbackUsed: boolean;
  readonly fallbackReason: string | null;
  /** SHA-256 of the prompt; null when there was none. */
  readonly promptSha256: string | null;
  /** Anything else worth keeping, without secrets. */
  readonly details: Readonly<Record<string, Json>>;
}

/** A draft and how it came about. It counts only once it is rendered and verified. */
export interface WriterResult {
  readonly document: PaperDocument;
  readonly facts: WriterFacts;
}

/** A writer that takes the place of the deterministic one, such as one that asks a model. */
export interface PaperWriter {
  /** Rejects when the writer cannot deliver; the caller decides about a fallback. */
  write(input: WriterInput, signal?: AbortSignal): Promise<WriterResult>;
}
