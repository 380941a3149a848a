/** What a careful liar does last: every manifest, checksum and hash of a package made to fit its files again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropAttestation } from '../../src/papers/attestation/attest.ts';
import { merkleRoot } from '../../src/papers/evidence/merkle.ts';
import { describeFile } from '../../src/papers/manifest.ts';
import { writeChecksums } from '../../src/papers/package/package.ts';
import { packageManifestFile } from '../../src/papers/package/package-files.ts';
import { listFiles, writeJsonBelow } from '../../src/papers/staging.ts';

interface Entry {
  path: string;
  bytes: number;
  sha256: string;
}
interface EvidenceEntry extends Entry {
  public_path: string;
}
interface Bundle {
  files: EvidenceEntry[];
  metrics: { file: string }[];
  merkle_root: string;
}
interface Ledger {
  evidence_merkle_root: string;
  claims: { evidence_refs: Entry[] }[];
}

const read = <Value>(dir: string, path: string): Value =>
  JSON.parse(readFileSync(join(dir, path), 'utf8')) as Value;

/** How far it goes. */
interface Repair {
  /** Also what the ledger says of the files that its claims were read from. */
  readonly claims: boolean;
  /** Signs what lies there then. */
  readonly sign: (dir: string) => void;
}

/** Makes everything fit again that hashes can be compared with. */
export function repairHashes(dir: string, { claims, sign }: Repair): void {
  dropAttestation(dir);
  const bundle = read<Bundle>(dir, 'evidence_bundle.json');
  bundle.files = bundle.files.flatMap((file) =>
    existsSync(join(dir, file.public_path))
      ? [{ ...file, ...describeFile(dir, file.public_path), path: file.path }]
      : [],
  );
  const left = new Map(bundle.files.map((file) => [file.public_path, file.sha256]));
  bundle.metrics = bundle.metrics.filter(({ file }) => left.has(file));
  bundle.merkle_root = merkleRoot(bundle.files);
  writeJsonBelow(dir, 'evidence_bundle.json', bundle);
  const ledger = read<Ledger>(dir, 'claim_ledger.json');
  ledger.evidence_merkle_root = bundle.merkle_root;
  if (claims)
    for (const ref of ledger.claims.flatMap((claim) => claim.evidence_refs))
      ref.sha256 = left.get(ref.path) ?? ref.sha256;
  writeJsonBelow(dir, 'claim_ledger.json', ledger);
  const manifest = read<{ artifacts: Entry[] }>(dir, 'paper_manifest.json');
  const own = new Set([
    'paper_manifest.json',
    packageManifestFile,
    'SHA256SUMS',
    'ro-crate-metadata.json',
    'verify.mjs',
    'paper.pdf',
  ]);
  const describe = (paths: readonly string[]): Entry[] =>
    paths.map((path) => describeFile(dir, path));
  manifest.artifacts = describe(listFiles(dir).filter((path) => !own.has(path)));
  writeJsonBelow(dir, 'paper_manifest.json', manifest);
  const outer = read<{ files: Entry[] }>(dir, packageManifestFile);
  outer.files = describe(
    listFiles(dir).filter(
      (path) => ![packageManifestFile, 'SHA256SUMS', 'ro-crate-metadata.json'].includes(path),
    ),
  );
  writeJsonBelow(dir, packageManifestFile, outer);
  sign(dir);
  writeChecksums(dir);
}
