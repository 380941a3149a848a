/** The files of a package: names that others go by, and what each is in a sentence for readers. */

/**
 * Hashes of all other files of a package, as `sha256sum` prints them. The corpus tells packages
 * apart by the hash of this file.
 */
export const checksumFile = 'SHA256SUMS';
/**
 * Says which paper a package holds, how its checklist stood and what its files are; an import takes
 * the paper's id from it.
 */
export const packageManifestFile = 'package_manifest.json';

/** A program that checks the folder it lies in, delivered with every package; see `standalone/verify.mjs`. */
export const verifierFile = 'verify.mjs';

const descriptions: Readonly<Record<string, string>> = {
  'paper.md': 'The paper as Markdown.',
  'paper.tex': 'The paper as LaTeX.',
  'paper.pdf': 'The paper, typeset.',
  'paper.html': 'The paper as a web page.',
  'paper.xml': 'The paper as JATS.',
  'paper.myst.md': 'The paper as MyST Markdown.',
  'claim_ledger.json': 'Every claim of the paper with the evidence that it rests on.',
  'evidence_bundle.json': 'The inventory of the evidence, with hashes.',
  'metadata.json': 'What the paper is and how it came about.',
  'paper_manifest.json': 'The files of the paper with their hashes.',
  'package_manifest.json': 'The files of the package and how its checklist stood.',
  'CITATION.cff': 'How to cite the package.',
  'datacite.json': 'Metadata for a registration with DataCite.',
  'references.bib': 'The paper and the program that wrote it, for BibTeX.',
  'verify.mjs': 'A program that checks the folder it lies in.',
  'findings.sarif': 'What lint and strict audit found of the paper, as SARIF.',
  'attestation.dsse.json': 'Signature over the files of the package.',
  'attestation.pub.pem': 'Public half of the key that signed the package.',
  'evidence-attestation.json': 'The files of the run as its worker signed them.',
};

/** Of a path in the package. */
export function describePath(path: string): string {
  const known = descriptions[path];
  if (known !== undefined) return known;
  if (path.startsWith('evidence/'))
    return 'A file that the run left behind, or a copy without secrets.';
  return path.startsWith('figures/') ? 'A figure of the paper.' : 'A file of the package.';
}
