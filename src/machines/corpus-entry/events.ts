/** What a corpus-import ledger entry can be told. */
import type { EffectFailed } from '../effect-failed.ts';
export type CorpusEntryEvent =
  | {
      readonly type: 'IMPORT';
      readonly paper_id: string;
      readonly project_id: string;
      readonly run_id: string;
      readonly title: string;
      readonly package_dir: string;
      /** Somebody wants it although the corpus has or had the same result; absent: nobody said so. */
      readonly accept_duplicate?: boolean;
    }
  | {
      readonly type: 'IMPORTED';
      readonly public_id: string;
      readonly title: string;
      readonly source_record_fingerprint: string;
      readonly manifest_sha256: string;
      readonly lint: string;
      readonly audit: string;
      readonly index: string;
      /** Public id of the paper that says the same; absent or null: none. */
      readonly duplicate_of?: string | null;
    }
  | { readonly type: 'IMPORT_FAILED'; readonly error: string; readonly problems: readonly string[] }
  | {
      /** From the paper watch: the files of its folder are other ones than when they were last read. */
      readonly type: 'FILES_READ';
      readonly mark: string;
      /** What of it is not as it was imported, in words; null: nothing. */
      readonly drift: string | null;
    }
  | { readonly type: 'REMOVE'; readonly reason: string }
  | { readonly type: 'REMOVED'; readonly index: string }
  | {
      readonly type: 'REMOVAL_FAILED';
      readonly error: string;
      readonly problems: readonly string[];
    }
  | EffectFailed;
