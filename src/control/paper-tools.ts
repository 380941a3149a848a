/** Ports: what use cases and routes ask of papers without changing anything. */

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

export interface PaperTools {
  readonly checkEvidence: EvidenceCheck;
  readonly previewPackage: PackagePreview;
}
