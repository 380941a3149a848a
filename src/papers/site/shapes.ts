/** What the pages of the site are made from. */
import type { Claim } from '../claims/schema.ts';
import type { PlainLine } from '../text/plain-text.ts';

/** A paper as its pages show it. */
export interface SitePaper {
  readonly slug: string;
  readonly publicId: string;
  readonly paperId: string;
  readonly runId: string;
  readonly title: string;
  /** Of the Markdown draft, without markup; empty where there is none that can be read. */
  readonly lines: readonly PlainLine[];
  /** In words; empty where none was registered. */
  readonly outcome: string;
  readonly generatedAt: string;
  readonly lintPasses: boolean;
  readonly audit: string;
  /** Public id of the paper that says the same; null: none does. */
  readonly duplicateOf: string | null;
  /** Files that a person would read, the most readable first. */
  readonly readable: readonly string[];
  /** SVG files. */
  readonly figures: readonly string[];
  readonly claims: readonly Claim[];
  readonly evidence: readonly {
    readonly path: string;
    readonly sha256: string;
    /** Ids of the claims that rest on it. */
    readonly claims: readonly string[];
  }[];
}

/** A paper that was removed: its page says so, under the address that it had. */
export interface SiteTombstone {
  readonly slug: string;
  readonly publicId: string;
  readonly title: string;
  readonly removedAt: string;
  readonly removedBy: string;
  readonly reason: string;
}

/** A dispatched idea and what came of it. */
export interface RegistryRow {
  readonly projectId: string;
  readonly name: string;
  readonly outcome: 'positive' | 'not_positive' | 'open';
  readonly reason: string;
  readonly paperId: string | null;
  readonly slug: string | null;
  readonly publicId: string | null;
}
