/** The files that every paper folder has. */

/** By their names, texts before records; a client reaches no other by name. */
export const paperFiles = [
  'paper.md',
  'paper.tex',
  'paper.pdf',
  'paper.html',
  'paper.xml',
  'paper.myst.md',
  'claim_ledger.json',
  'evidence_bundle.json',
  'paper_manifest.json',
  'metadata.json',
] as const;
