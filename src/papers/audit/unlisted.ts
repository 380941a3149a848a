/** Files of a paper folder that neither manifest nor bundle lists: nobody says what they are. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';
import { packagedEvidenceFile } from '../attestation/run-evidence.ts';
import { attestationFile, publicKeyFile } from '../attestation/statement.ts';
import type { PaperFolder } from '../folders.ts';
import { findingsFile } from '../lint/sarif.ts';
import { readObjectFile } from '../read.ts';
import { renderingFiles } from '../verify/renderings.ts';

/** Files that every paper, package or corpus entry has by these names. */
const known: ReadonlySet<string> = new Set([
  'paper.md',
  'paper.tex',
  'paper.pdf',
  ...renderingFiles,
  'references.bib',
  'CITATION.cff',
  'datacite.json',
  'metadata.json',
  'claim_ledger.json',
  'evidence_bundle.json',
  'paper_manifest.json',
  'package_manifest.json',
  'corpus_record.json',
  'ro-crate-metadata.json',
  'SHA256SUMS',
  'verify.mjs',
  findingsFile,
  packagedEvidenceFile,
  attestationFile,
  publicKeyFile,
]);
/** Entries looked at. */
const entriesMax = 20_000;
/** Of those found, how many are named. */
const namedMax = 100;

/** Paths below the folder, each once; a link or a special file is one of them whatever lists it. */
export function unlistedFiles(folder: PaperFolder, bundle: unknown): string[] {
  const listed = listedPaths(folder, bundle);
  if (listed === undefined) return [];
  const found: string[] = [];
  let seen = 0;
  const visit = (at: string): void => {
    for (const entry of readdirSync(join(folder.dir, at), { withFileTypes: true })) {
      seen += 1;
      if (seen > entriesMax || found.length >= namedMax) return;
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (!entry.isFile()) found.push(`${path} is no regular file`);
      else if (!known.has(path) && !listed.has(path)) found.push(path);
    }
  };
  visit('');
  if (seen > entriesMax) found.push(`more than ${entriesMax} entries, the rest was not looked at`);
  return found.sort();
}

/** Undefined where no list says that it is complete: before version 3 none did. */
function listedPaths(folder: PaperFolder, bundle: unknown): Set<string> | undefined {
  const manifest = readObjectFile(join(folder.dir, 'paper_manifest.json'));
  const isV3 = isRecord(bundle) && bundle.schema_version === 'evidence_bundle.v3';
  if (!isV3 && !Array.isArray(manifest?.artifacts)) return undefined;
  const packaged = readObjectFile(join(folder.dir, 'package_manifest.json'));
  const entries = [isRecord(bundle) ? bundle.files : [], manifest?.artifacts, packaged?.files]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(isRecord);
  return new Set(entries.flatMap(({ path, public_path: shown }) => [String(path), String(shown)]));
}
