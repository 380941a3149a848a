/** What a corpus-import ledger entry can be told. */
export type CorpusEntryEvent =
  | {
      readonly type: 'IMPORT';
      readonly paper_id: string;
      readonly project_id: string;
      readonly run_id: string;
      readonly title: string;
      readonly package_dir: string;
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
    }
  | { readonly type: 'IMPORT_FAILED'; readonly error: string; readonly problems: readonly string[] }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
