/**
 * The corpus: `papers/<slug>/` folders and an index rebuilt from them. An import copies a finalized
 * package in, gives it a public id, checks the copy, and only then puts it in place. It is
 * synchronous, so that imports of one process never interleave; after a crash at any step the same
 * import gives the same public id and leaves nothing twice.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugify } from '../domain/ids.ts';
import { productWord } from '../domain/product.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { sha256Hex } from '../lib/hash.ts';
import { describeFile } from './artifacts.ts';
import { auditPaper } from './audit/audit.ts';
import { artifactProblems } from './gates.ts';
import { isRecord } from './json-pointer.ts';
import { lintPaper } from './lint/lint.ts';
import {
  checksumFile,
  checksumProblems,
  packageManifestFile,
  writeChecksums,
  writeCrate,
} from './package.ts';
import { readObjectFile } from './read.ts';
import { roCrateFile } from './ro-crate.ts';
import {
  commitFolder,
  discardFolder,
  listFiles,
  type ReplaceOptions,
  recoverFolders,
  replaceFile,
  type StepHook,
  stageFolder,
  writeBelow,
} from './staging.ts';

/** Says of an imported folder which paper it is; stays with it. */
export const corpusRecordFile = 'corpus_record.json';
const publicIdPattern = new RegExp(`^${productWord}-paper-(\\d{4,})$`);

export interface ImportRequest {
  readonly corpusDir: string;
  /** The package folder (the one with the checksums). */
  readonly packageDir: string;
  readonly clock: Clock;
  /** True checks everything and writes nothing. */
  readonly dryRun?: boolean;
  readonly onStep?: StepHook;
}

/** The ledger row of an imported paper. */
export interface CorpusRow {
  readonly public_id: string;
  readonly paper_id: string;
  readonly title: string;
  readonly slug: string;
  readonly source_record_fingerprint: string;
  readonly manifest_sha256: string;
  readonly imported_at: string;
  readonly lint: 'pass';
  readonly audit: 'strict_pass';
  readonly index: 'built' | 'not_built';
}

export type ImportOutcome =
  | { readonly ok: true; readonly row: CorpusRow; readonly replaced: boolean }
  | { readonly ok: false; readonly problems: readonly string[] };

interface StoredRecord {
  readonly public_id: string;
  readonly paper_id: string;
  readonly slug: string;
  readonly imported_at: string;
  readonly package_sha256: string;
}

/** Imports a package. Expected refusals are problems; file system errors are thrown. */
export function importPackage(request: ImportRequest): ImportOutcome {
  const { packageDir, corpusDir } = request;
  if (!existsSync(packageDir))
    return { ok: false, problems: [`there is no package at ${packageDir}`] };
  const broken = checksumProblems(packageDir);
  if (broken.length > 0) return { ok: false, problems: broken };
  const paperId = readObject(join(packageDir, packageManifestFile)).paper_id;
  const metadata = readObject(join(packageDir, 'metadata.json'));
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
  const record: StoredRecord = {
    public_id: known?.public_id ?? nextPublicId(corpusDir, records),
    paper_id: paperId,
    slug: known?.slug ?? freeSlug(metadata.title, records),
    imported_at: known?.imported_at ?? toIsoTime(request.clock.now()),
    package_sha256: packageSha256,
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
  publish(staging, record, metadata);
  const problems = artifactProblems(staging, request.corpusDir);
  if (problems.length > 0) {
    discardFolder(options);
    return { ok: false, problems };
  }
  const folder = commitFolder(options);
  return finish(request, record, folder, replaced);
}

/** Writes the public id into the copy and brings the files that hash it up to date. */
function publish(folder: string, record: StoredRecord, metadata: Record<string, unknown>): void {
  writeJson(folder, 'metadata.json', { ...metadata, public_id: record.public_id });
  const manifest = readObject(join(folder, 'paper_manifest.json'));
  const artifacts = Array.isArray(manifest.artifacts) ? manifest.artifacts.filter(isRecord) : [];
  const updated = artifacts.map((entry) =>
    entry.path === 'metadata.json' ? describeFile(folder, 'metadata.json') : entry,
  );
  writeJson(folder, 'paper_manifest.json', { ...manifest, artifacts: updated });
  writeJson(folder, corpusRecordFile, record);
  const crate = readObject(join(folder, roCrateFile));
  const graph = Array.isArray(crate['@graph']) ? crate['@graph'].filter(isRecord) : [];
  const license = graph.find((entry) => entry['@id'] === './')?.license;
  writeCrate(folder, {
    identifier: record.public_id,
    title: String(metadata.title),
    datePublished: String(metadata.generated_at),
    license: typeof license === 'string' ? license : '',
  });
  writeChecksums(folder);
}

function finish(
  request: ImportRequest,
  record: StoredRecord,
  folder: string,
  replaced: boolean,
): ImportOutcome {
  if (request.dryRun !== true) rebuildIndex(request.corpusDir);
  const index = existsSync(join(request.corpusDir, 'index.json')) ? 'built' : 'not_built';
  return { ok: true, replaced, row: rowOf(record, folder, index) };
}

function rowOf(record: StoredRecord, folder: string, index: CorpusRow['index']): CorpusRow {
  const metadata = readObject(join(folder, 'metadata.json'));
  return {
    public_id: record.public_id,
    paper_id: record.paper_id,
    title: String(metadata.title),
    slug: record.slug,
    source_record_fingerprint: String(metadata.source_record_fingerprint),
    manifest_sha256: describeFile(folder, 'paper_manifest.json').sha256,
    imported_at: record.imported_at,
    lint: 'pass',
    audit: 'strict_pass',
    index,
  };
}

export interface CorpusIndexEntry {
  readonly public_id: string | null;
  readonly slug: string;
  readonly title: string;
  readonly paper_id: string | null;
  readonly generated_at: string | null;
  readonly imported_at: string | null;
  readonly source_record_fingerprint: string | null;
  readonly manifest_sha256: string | null;
  readonly lint_passes: boolean;
  readonly audit_verdict: string;
}
export interface CorpusIndex {
  readonly schema_version: 'corpus_index.v1';
  /** Never goes back, so that the id of a removed paper is not given again. */
  readonly next_number: number;
  readonly papers: readonly CorpusIndexEntry[];
  readonly totals: {
    readonly papers: number;
    readonly lint_passes: number;
    readonly strict_passes: number;
  };
}

/** Reads every folder, checks it, and replaces `index.json` and `index.md`. */
export function rebuildIndex(corpusDir: string): CorpusIndex {
  const papers = slugsOf(corpusDir).map((slug) => indexEntry(corpusDir, slug));
  papers.sort(
    (a, b) => compareText(a.public_id ?? '~', b.public_id ?? '~') || compareText(a.slug, b.slug),
  );
  const index: CorpusIndex = {
    schema_version: 'corpus_index.v1',
    next_number: nextNumber(
      corpusDir,
      papers.map((paper) => paper.public_id),
    ),
    papers,
    totals: {
      papers: papers.length,
      lint_passes: papers.filter((paper) => paper.lint_passes).length,
      strict_passes: papers.filter((paper) => paper.audit_verdict === 'strict_pass').length,
    },
  };
  replaceFile(join(corpusDir, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
  replaceFile(join(corpusDir, 'index.md'), indexMarkdown(index));
  return index;
}

/** The index as last built; null when there is none. */
export function readCorpusIndex(corpusDir: string): CorpusIndex | null {
  const value = readObject(join(corpusDir, 'index.json'));
  return value.schema_version === 'corpus_index.v1' ? (value as unknown as CorpusIndex) : null;
}

function indexEntry(corpusDir: string, slug: string): CorpusIndexEntry {
  const folder = join(corpusDir, 'papers', slug);
  const metadata = readObject(join(folder, 'metadata.json'));
  const record = readObject(join(folder, corpusRecordFile));
  const manifest = existsSync(join(folder, 'paper_manifest.json'));
  return {
    public_id: textOf(metadata.public_id),
    slug,
    title: textOf(metadata.title) ?? slug,
    paper_id: textOf(record.paper_id),
    generated_at: textOf(metadata.generated_at),
    imported_at: textOf(record.imported_at),
    source_record_fingerprint: textOf(metadata.source_record_fingerprint),
    manifest_sha256: manifest ? describeFile(folder, 'paper_manifest.json').sha256 : null,
    lint_passes: lintPaper(folder).length === 0,
    audit_verdict: auditPaper(folder, { root: corpusDir }).verdict,
  };
}

function indexMarkdown(index: CorpusIndex): string {
  const rows = index.papers.map((paper) => {
    const title = paper.title.replace(/[\\`*_{}[\]<>#|~$&!]/g, '\\$&');
    return `| ${paper.public_id ?? '–'} | [${title}](papers/${encodeURI(paper.slug)}/paper.md) | ${paper.lint_passes ? 'pass' : 'fail'} | ${paper.audit_verdict} |`;
  });
  return [
    '# Papers',
    '',
    'All papers here are AI-generated; none has been peer-reviewed. Lint and audit judge packaging and traceability, not science.',
    '',
    `${index.totals.papers} papers, ${index.totals.lint_passes} pass lint, ${index.totals.strict_passes} pass the strict audit.`,
    '',
    '| Id | Title | Lint | Audit |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function readRecords(corpusDir: string): StoredRecord[] {
  return slugsOf(corpusDir).map((slug) => {
    const record = readObject(join(corpusDir, 'papers', slug, corpusRecordFile));
    const metadata = readObject(join(corpusDir, 'papers', slug, 'metadata.json'));
    return {
      slug,
      public_id: textOf(record.public_id) ?? textOf(metadata.public_id) ?? '',
      paper_id: textOf(record.paper_id) ?? '',
      imported_at: textOf(record.imported_at) ?? '',
      package_sha256: textOf(record.package_sha256) ?? '',
    };
  });
}

function slugsOf(corpusDir: string): string[] {
  const papers = join(corpusDir, 'papers');
  if (!existsSync(papers)) return [];
  return readdirSync(papers, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

function nextPublicId(corpusDir: string, records: readonly StoredRecord[]): string {
  const number = nextNumber(
    corpusDir,
    records.map((record) => record.public_id),
  );
  return `${productWord}-paper-${String(number).padStart(4, '0')}`;
}

function nextNumber(corpusDir: string, publicIds: readonly (string | null)[]): number {
  const used = publicIds.map((id) => Number(publicIdPattern.exec(id ?? '')?.[1] ?? 0));
  return Math.max(
    readCorpusIndex(corpusDir)?.next_number ?? 1,
    ...used.map((number) => number + 1),
  );
}

/** The title as a folder name, with a number when another paper has it. */
function freeSlug(title: string, records: readonly StoredRecord[]): string {
  const base = slugify(title);
  const taken = new Set(records.map((record) => record.slug));
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function writeJson(folder: string, path: string, value: unknown): void {
  writeBelow(folder, path, `${JSON.stringify(value, null, 2)}\n`);
}

function readObject(path: string): Record<string, unknown> {
  return readObjectFile(path) ?? {};
}
