/**
 * The corpus: `papers/<slug>/` folders and an index rebuilt from them. An import copies a finalized
 * package in, gives it a public id, checks the copy, and only then puts it in place. It is
 * synchronous, so that imports of one process never interleave; after a crash at any step the same
 * import gives the same public id and leaves nothing twice.
 */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugify } from '../../domain/ids.ts';
import { productWord } from '../../domain/product.ts';
import { filledText } from '../../lib/as-text.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { recordsIn } from '../../lib/is-record.ts';
import { attestFolder, dropAttestation, type Signing } from '../attestation/attest.ts';
import { artifactProblems, changedTexts } from '../gates.ts';
import { describeFile } from '../manifest.ts';
import { describedBy, writeCrate } from '../package/descriptions.ts';
import { checksumProblems, writeChecksums } from '../package/package.ts';
import { checksumFile, packageManifestFile } from '../package/package-files.ts';
import {
  commitFolder,
  discardFolder,
  listFiles,
  type ReplaceOptions,
  recoverFolders,
  type StepHook,
  stageFolder,
  writeJsonBelow,
} from '../staging.ts';
import {
  corpusRecordFile,
  nextNumber,
  readObjectOr,
  rebuildIndex,
  slugsOf,
} from './corpus-index.ts';
import { readTombstones, type Tombstone, tombstoneWords } from './tombstones.ts';

/** A finalized package and the corpus that gets a copy of it; the package itself is not changed. */
export interface ImportRequest {
  readonly corpusDir: string;
  /** The package folder (the one with the checksums). */
  readonly packageDir: string;
  /** SHA-256 of the texts as they were written; null where that was not kept. */
  readonly written: Readonly<Record<string, string>> | null;
  readonly clock: Clock;
  /** Signs the copy, which has another metadata file than the package; absent: it is not signed. */
  readonly signing?: Signing;
  /** True checks everything and writes nothing. */
  readonly dryRun?: boolean;
  /** Somebody knows that the corpus has or had this result, and wants it there once more. */
  readonly acceptDuplicate?: boolean;
  readonly onStep?: StepHook;
}

/** The ledger row of an imported paper. */
export interface CorpusRow {
  readonly public_id: string;
  readonly paper_id: string;
  readonly title: string;
  readonly slug: string;
  readonly source_record_fingerprint: string;
  /** Public id of the paper that says the same; null: none does. */
  readonly duplicate_of: string | null;
  readonly manifest_sha256: string;
  readonly imported_at: string;
  readonly lint: 'pass';
  readonly audit: 'strict_pass';
  readonly index: 'built' | 'not_built';
}

/**
 * `replaced`: an earlier version made way; false also when this very package was there already.
 * `problems`: why the paper was not put in place.
 */
export type ImportOutcome =
  | { readonly ok: true; readonly row: CorpusRow; readonly replaced: boolean }
  | { readonly ok: false; readonly problems: readonly string[] };

interface StoredRecord {
  readonly public_id: string;
  readonly paper_id: string;
  readonly slug: string;
  readonly imported_at: string;
  readonly package_sha256: string;
  readonly duplicate_of: string | null;
}

/** A record with the fingerprint of its paper. */
interface KnownRecord extends StoredRecord {
  readonly fingerprint: string | null;
}

/** Imports a package. Expected refusals are problems; file system errors are thrown. */
export function importPackage(request: ImportRequest): ImportOutcome {
  const { packageDir, corpusDir } = request;
  if (!existsSync(packageDir))
    return {
      ok: false,
      problems: ['its package is gone; set another status, then prepare it anew'],
    };
  const broken = checksumProblems(packageDir);
  if (broken.length > 0) return { ok: false, problems: broken };
  const changed = changedTexts(packageDir, request.written);
  if (changed.length > 0) return { ok: false, problems: changed };
  const paperId = readObjectOr(join(packageDir, packageManifestFile)).paper_id;
  const metadata = readObjectOr(join(packageDir, 'metadata.json'));
  if (typeof paperId !== 'string' || typeof metadata.title !== 'string') {
    return { ok: false, problems: ['the package does not say which paper it holds'] };
  }
  const papersDir = join(corpusDir, 'papers');
  if (request.dryRun !== true) {
    mkdirSync(papersDir, { recursive: true });
    recoverFolders(papersDir);
  }
  const records = readRecords(corpusDir);
  const packageSha256 = sha256Hex(readFileSync(join(packageDir, checksumFile)));
  const known = records.find((record) => record.paper_id === paperId);
  const tombstones = readTombstones(corpusDir);
  const same = sameAs(
    { paperId, fingerprint: filledText(metadata.source_record_fingerprint) },
    records,
  );
  const refusals = known === undefined ? whyTwice({ paperId, metadata, same, tombstones }) : [];
  if (refusals.length > 0 && request.acceptDuplicate !== true)
    return { ok: false, problems: refusals };
  const record: StoredRecord = {
    public_id: known?.public_id ?? nextPublicId(corpusDir, records),
    paper_id: paperId,
    slug: known?.slug ?? freeSlug(metadata.title, [...records, ...tombstones]),
    imported_at: known?.imported_at ?? toIsoTime(request.clock.now()),
    package_sha256: packageSha256,
    duplicate_of: known?.duplicate_of ?? same?.public_id ?? null,
  };
  const folder = join(papersDir, record.slug);
  if (
    known !== undefined &&
    known.package_sha256 === packageSha256 &&
    checksumProblems(folder).length === 0
  ) {
    return finish(request, record, folder, false);
  }
  if (request.dryRun === true) return dryRunOutcome(request, record, known !== undefined);
  return place(request, record, metadata, known !== undefined);
}

/** Why the paper of a package is in the corpus already or was there, in words; none where nothing is known of it. */
export function whyNotTwice({
  corpusDir,
  packageDir,
}: Pick<ImportRequest, 'corpusDir' | 'packageDir'>): string[] {
  const { paper_id: paperId } = readObjectOr(join(packageDir, packageManifestFile));
  if (typeof paperId !== 'string') return [];
  const metadata = readObjectOr(join(packageDir, 'metadata.json'));
  const records = readRecords(corpusDir);
  if (records.some((record) => record.paper_id === paperId)) return [];
  const fingerprint = filledText(metadata.source_record_fingerprint);
  const same = sameAs({ paperId, fingerprint }, records);
  return whyTwice({ paperId, metadata, same, tombstones: readTombstones(corpusDir) });
}

/** Another paper of the corpus that says the same. */
function sameAs(
  paper: { readonly paperId: string; readonly fingerprint: string | null },
  records: readonly KnownRecord[],
): KnownRecord | undefined {
  if (paper.fingerprint === null) return undefined;
  return records.find(
    (record) => record.fingerprint === paper.fingerprint && record.paper_id !== paper.paperId,
  );
}

/** Why a paper that the corpus does not have is there already or was there, in words. */
function whyTwice(of: {
  readonly paperId: string;
  readonly metadata: Record<string, unknown>;
  readonly same: KnownRecord | undefined;
  readonly tombstones: readonly Tombstone[];
}): string[] {
  const { paperId, metadata, same, tombstones } = of;
  const print = filledText(metadata.source_record_fingerprint);
  const removed = tombstones.filter(
    (each) =>
      each.paper_id === paperId || (print !== null && each.source_record_fingerprint === print),
  );
  return [
    ...(same === undefined
      ? []
      : [
          `duplicate: ${same.public_id} (${same.paper_id}) has the same results, claims and idea, fingerprint ${print}; ask for accept_duplicate to have both, with this one linked to it`,
        ]),
    ...removed.map(
      (each) =>
        `removed before: ${tombstoneWords(each)}; ask for accept_duplicate to have it in the corpus again, under a new public id`,
    ),
  ];
}

function dryRunOutcome(
  request: ImportRequest,
  record: StoredRecord,
  replaced: boolean,
): ImportOutcome {
  const problems = artifactProblems(request.packageDir, request.corpusDir);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, replaced, row: rowOf(record, request.packageDir, 'not_built') };
}

function place(
  request: ImportRequest,
  record: StoredRecord,
  metadata: Record<string, unknown>,
  replaced: boolean,
): ImportOutcome {
  const options: ReplaceOptions = {
    parent: join(request.corpusDir, 'papers'),
    name: record.slug,
    onStep: request.onStep,
  };
  const staging = stageFolder(options);
  for (const path of listFiles(request.packageDir)) {
    cpSync(join(request.packageDir, path), join(staging, path));
  }
  publish(staging, record, metadata, request.signing);
  const problems = artifactProblems(staging, request.corpusDir);
  if (problems.length > 0) {
    discardFolder(options);
    return { ok: false, problems };
  }
  const folder = commitFolder(options);
  return finish(request, record, folder, replaced);
}

/** Writes the public id into the copy and brings the files that hash it up to date. */
function publish(
  folder: string,
  record: StoredRecord,
  metadata: Record<string, unknown>,
  signing: Signing | undefined,
): void {
  writeJsonBelow(folder, 'metadata.json', { ...metadata, public_id: record.public_id });
  const manifest = readObjectOr(join(folder, 'paper_manifest.json'));
  const artifacts = recordsIn(manifest.artifacts);
  const updated = artifacts.map((entry) =>
    entry.path === 'metadata.json' ? describeFile(folder, 'metadata.json') : entry,
  );
  writeJsonBelow(folder, 'paper_manifest.json', { ...manifest, artifacts: updated });
  writeJsonBelow(folder, corpusRecordFile, record);
  const { public_id, paper_id, imported_at: signed_at } = record;
  const signed = { public_id, paper_id, run_id: filledText(manifest.run_id) ?? '', signed_at };
  // A signature of the package is not left beside files that it does not cover.
  if (signing === undefined) dropAttestation(folder);
  else attestFolder(folder, signed, signing);
  writeCrate(folder, describedBy(folder, record.public_id));
  writeChecksums(folder);
}

function finish(
  request: ImportRequest,
  record: StoredRecord,
  folder: string,
  replaced: boolean,
): ImportOutcome {
  if (request.dryRun !== true)
    rebuildIndex(request.corpusDir, { builtAt: toIsoTime(request.clock.now()) });
  const index = existsSync(join(request.corpusDir, 'index.json')) ? 'built' : 'not_built';
  return { ok: true, replaced, row: rowOf(record, folder, index) };
}

function rowOf(record: StoredRecord, folder: string, index: CorpusRow['index']): CorpusRow {
  const metadata = readObjectOr(join(folder, 'metadata.json'));
  return {
    public_id: record.public_id,
    paper_id: record.paper_id,
    title: String(metadata.title),
    slug: record.slug,
    source_record_fingerprint: String(metadata.source_record_fingerprint),
    duplicate_of: record.duplicate_of,
    manifest_sha256: describeFile(folder, 'paper_manifest.json').sha256,
    imported_at: record.imported_at,
    lint: 'pass',
    audit: 'strict_pass',
    index,
  };
}

function readRecords(corpusDir: string): KnownRecord[] {
  const removed = new Set(readTombstones(corpusDir).map(({ slug }) => slug));
  const slugs = slugsOf(corpusDir).filter((slug) => !removed.has(slug));
  return slugs.map((slug) => {
    const record = readObjectOr(join(corpusDir, 'papers', slug, corpusRecordFile));
    const metadata = readObjectOr(join(corpusDir, 'papers', slug, 'metadata.json'));
    return {
      slug,
      public_id: filledText(record.public_id) ?? filledText(metadata.public_id) ?? '',
      paper_id: filledText(record.paper_id) ?? '',
      imported_at: filledText(record.imported_at) ?? '',
      package_sha256: filledText(record.package_sha256) ?? '',
      duplicate_of: filledText(record.duplicate_of),
      fingerprint: filledText(metadata.source_record_fingerprint),
    };
  });
}

function nextPublicId(corpusDir: string, records: readonly StoredRecord[]): string {
  const number = nextNumber(
    corpusDir,
    records.map((record) => record.public_id),
  );
  return `${productWord}-paper-${String(number).padStart(4, '0')}`;
}

/** The title as a folder name, with a number when another paper has or had it. */
function freeSlug(title: string, records: readonly { readonly slug: string }[]): string {
  const base = slugify(title);
  const taken = new Set(records.map((record) => record.slug));
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}
