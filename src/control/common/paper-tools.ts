/** Ports: what use cases and routes ask of papers without changing anything. */

import { paperFiles } from '../../domain/paper-files.ts';
import type { Drafts } from '../../papers/drafts/drafts.ts';
import type { DrillDown } from '../../papers/drill-down.ts';
import type { PaperFindings } from '../../papers/findings.ts';
import type { PaperText } from '../../papers/text/paper-text.ts';

/** Null when local evidence is enough; otherwise why not, and whether `force` may not override it. */
export type EvidenceCheck = (
  projectDir: string,
) => Promise<{ readonly reason: string; readonly fatal: boolean } | null>;

/** What a package would hold, and what stands in its way; nothing is written. */
export type PackagePreview = (input: {
  readonly paper_id: string;
  readonly project_id: string;
  readonly run_id: string;
  readonly target_label: string;
}) => Promise<{ readonly problems: readonly string[]; readonly manifest: unknown }>;

/** What an import of this package would be refused for; nothing is written. */
export type ImportPreview = (input: {
  readonly paper_id: string;
  readonly package_dir: string;
  readonly accept_duplicate: boolean;
}) => Promise<readonly string[]>;

/** Files of a paper that are served by name. */
export const artifactNames = paperFiles;
/** The only names by which a client reaches a file of a paper. */
export type ArtifactName = (typeof artifactNames)[number];

/** By which the folder of a paper is found. */
export interface PaperIds {
  readonly project_id: string;
  readonly run_id: string;
}

/** One file of a paper; null when the paper has none of that name. Throws when it is too large. */
export type ArtifactReader = (paper: PaperIds, name: ArtifactName) => Promise<Uint8Array | null>;

/** What the index of the corpus says, or why it says nothing. */
export type CorpusIndexReport =
  | {
      readonly known: true;
      readonly papers: number;
      readonly lint_passes: number;
      readonly strict_passes: number;
      /** When it was last rebuilt. */
      readonly built_at: string;
    }
  | { readonly known: false; readonly reason: 'not_built' | 'unreadable' };

/** What the replication of a paper stands against: a word for programs, and what is in the way. */
export interface ReplicationHold {
  readonly reason: string;
  readonly message: string;
  /** The project that does the experiment again; null where there is none. */
  readonly project_id: string | null;
}

/** Given to routes and use cases; `publication` makes them. */
export interface PaperTools {
  readonly readArtifact: ArtifactReader;
  /** Sentences, claims and files of a paper as they are now; null where it has no ledger. */
  readonly drillDown: (paper: PaperIds) => Promise<DrillDown | null>;
  /** Its drafts, and what has changed since one of them, by hash; null: since the newest earlier one. */
  readonly drafts: (paper: PaperIds, from: string | null) => Promise<Drafts | null>;
  /** What a paper says now, for a page that shows it. */
  readonly text: (paper: PaperIds) => Promise<PaperText>;
  /** What lint and strict audit find in a paper now; null where it has no folder. */
  readonly findings: (paper: PaperIds) => Promise<PaperFindings | null>;
  readonly reportCorpusIndex: () => Promise<CorpusIndexReport>;
  readonly checkEvidence: EvidenceCheck;
  readonly previewPackage: PackagePreview;
  readonly previewImport: ImportPreview;
  /** The same for one look at many papers: what was judged before is judged again once anything that it rests on is another. */
  readonly lookAtImports: () => ImportPreview;
  /** Why a package holds what the corpus has already, or had; none where it is new. */
  readonly whyNotTwice: (packageDir: string) => Promise<readonly string[]>;
  /** Why the paper is not published as far as its replication goes; null: nothing, or nobody asks for any. */
  readonly replicationHold: (paperId: string) => Promise<ReplicationHold | null>;
  /** Tells whoever writes this paper now that somebody has canceled it, which is kept with the paper already. */
  readonly stopWriting: (paperId: string) => void;
  /** Builds the index of the corpus from its folders. */
  readonly rebuildCorpusIndex: () => Promise<void>;
}
