/** What a paper can be told. */

import type { Labels } from '../../domain/entities/labels.ts';
import type { WriterUse } from '../../domain/records.ts';
import type { EffectFailed } from '../effect-failed.ts';
import type { ReplicationEvent } from '../replication/events.ts';
import type { GenerateInput } from './effects.ts';

/** What a writer has left for the paper, whole and in its place; all but the `report` is stored. */
export interface GeneratedArtifacts {
  readonly title: string;
  /** All relative to the artefact root. */
  readonly draft_markdown_path: string;
  readonly draft_latex_path: string;
  readonly evidence_bundle_path: string;
  readonly claim_ledger_path: string;
  readonly manifest_path: string;
  /** SHA-256 of each text as it was written, by file name: a file that differs is not this paper's. */
  readonly artifact_sha256: Readonly<Record<string, string>>;
  /** Sync outcome and writer facts, repeated in the reply. */
  readonly report: Readonly<Record<string, import('../../lib/canonical-json.ts').Json>>;
}

/** The paper has the labels that its project has then. */
interface DraftEvent extends Labels, GenerateInput {
  readonly type: 'DRAFT';
  /** False: it is answered when the writing has begun, not when it has ended. */
  readonly wait?: boolean;
}

/** A text is there. */
interface WrittenEvent<Type extends 'DRAFTED' | 'REWRITTEN'> {
  readonly type: Type;
  readonly artifacts: GeneratedArtifacts;
  /** What its replication is told, where papers are replicated and this one was not; absent: nothing. */
  readonly replication?: Extract<ReplicationEvent, { readonly type: 'REQUEST' | 'IMPOSSIBLE' }>;
  /** What a language model used for it; absent: none was asked. */
  readonly writer_use?: WriterUse;
}

/** `DRAFTED`, `REWRITTEN` and the failures come from the effects, the others are wishes. */
export type PaperEvent =
  | DraftEvent
  | WrittenEvent<'DRAFTED'>
  | WrittenEvent<'REWRITTEN'>
  | {
      readonly type: 'REWRITE';
      readonly project_name: string;
      readonly project_dir: string;
      readonly force: boolean;
      /** As of `DRAFT`. */
      readonly wait?: boolean;
    }
  | {
      readonly type: 'GENERATION_FAILED';
      readonly error: string;
      /** Error code of `domain/errors.ts`, for the reply. */
      readonly code: string;
      /** It would fail the same way again: the paper is held until a person has looked. */
      readonly for_a_person?: boolean;
      /** What a language model used all the same; absent: none was asked. */
      readonly writer_use?: WriterUse;
      readonly details: Readonly<Record<string, import('../../lib/canonical-json.ts').Json>>;
    }
  /** Whoever writes it is to stop. What came of it is told by the result, which may be a text that was there already. */
  | { readonly type: 'CANCEL_WRITING'; readonly reason: string | null }
  | { readonly type: 'REQUEST_HUMAN_REVIEW'; readonly reason: string }
  | { readonly type: 'END_HUMAN_REVIEW'; readonly reason: string | null }
  | { readonly type: 'ARCHIVE'; readonly reason: string | null }
  | EffectFailed;
