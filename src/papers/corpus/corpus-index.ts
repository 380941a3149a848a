/**
 * The index of a corpus, rebuilt from its folders: `index.json` for programs, `index.md` for people.
 * A folder is linted and audited again only when one of its files, or this program, has changed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productWord } from '../../domain/product.ts';
import { filledText } from '../../lib/as-text.ts';
import { isRecord } from '../../lib/is-record.ts';
import { auditPaper } from '../audit/audit.ts';
import { markOf } from '../folder-mark.ts';
import { lintPaper } from '../lint/lint.ts';
import { describeFile } from '../manifest.ts';
import { hashFile, parseJson, readObjectFile, readTextFile } from '../read.ts';
import { readingOnce } from '../readers/file.ts';
import { replaceFile } from '../staging.ts';
import { readTombstones, type Tombstone } from './tombstones.ts';

/** Says of an imported folder which paper it is; stays with it. */
export const corpusRecordFile = 'corpus_record.json';
const publicIdPattern = new RegExp(`^${productWord}-paper-(\\d{4,})$`);

interface CorpusIndexEntry {
  readonly public_id: string | null;
  readonly slug: string;
  readonly title: string;
  readonly paper_id: string | null;
  readonly generated_at: string | null;
  readonly imported_at: string | null;
  readonly source_record_fingerprint: string | null;
  /** Public id of the paper that said the same when this one was imported beside it; null: none did. */
  readonly duplicate_of: string | null;
  readonly manifest_sha256: string | null;
  readonly lint_passes: boolean;
  readonly audit_verdict: string;
}
interface CorpusIndex {
  readonly schema_version: 'corpus_index.v1';
  /** By the clock of the service, ISO 8601; absent in an index of an earlier edition. */
  readonly built_at?: string;
  /** Never goes back, so that the id of a removed paper is not given again. */
  readonly next_number: number;
  readonly papers: readonly CorpusIndexEntry[];
  /** Removed papers; absent in an index of an earlier edition. */
  readonly tombstones?: readonly Tombstone[];
  readonly totals: CorpusTotals;
}
/** Papers of the index, and how many of them pass. */
interface CorpusTotals {
  readonly papers: number;
  readonly lint_passes: number;
  readonly strict_passes: number;
}
/** What the index counts, and when it was built; null where it does not say. */
export interface IndexTotals extends CorpusTotals {
  readonly built_at: string | null;
}

/** Papers judged anew after which the verdicts so far are kept. */
export const indexKeptEvery = 50;

/**
 * Checks the folders that changed, and replaces `index.json` and `index.md`. After an upgrade all
 * have: cut off in the middle, such as by the bound of a job, it goes on there the next time.
 */
export function rebuildIndex(
  corpusDir: string,
  { builtAt, judge = indexEntry }: { readonly builtAt: string; readonly judge?: typeof indexEntry },
): CorpusIndex {
  const kept = readKept(corpusDir);
  const tombstones = readTombstones(corpusDir);
  const removed = new Set(tombstones.map(({ slug }) => slug));
  let judged = 0;
  // A removal that was cut off may have left the folder.
  const slugs = slugsOf(corpusDir).filter((slug) => !removed.has(slug));
  const found = slugs.map((slug): KeptEntry => {
    const mark = markOf(join(corpusDir, 'papers', slug));
    const known = kept.get(slug);
    if (known?.mark === mark) return known;
    const entry = { mark, entry: judge(corpusDir, slug) };
    kept.set(slug, entry);
    judged += 1;
    if (judged % indexKeptEvery === 0) writeKept(corpusDir, [...kept.values()]);
    return entry;
  });
  const papers = found.map(({ entry }) => entry);
  papers.sort(
    (a, b) => compareText(a.public_id ?? '~', b.public_id ?? '~') || compareText(a.slug, b.slug),
  );
  const index: CorpusIndex = {
    schema_version: 'corpus_index.v1',
    built_at: builtAt,
    next_number: nextNumber(
      corpusDir,
      papers.map((paper) => paper.public_id),
    ),
    papers,
    tombstones,
    totals: {
      papers: papers.length,
      lint_passes: papers.filter((paper) => paper.lint_passes).length,
      strict_passes: papers.filter((paper) => paper.audit_verdict === 'strict_pass').length,
    },
  };
  replaceFile(join(corpusDir, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
  replaceFile(join(corpusDir, 'index.md'), indexMarkdown(index));
  writeKept(corpusDir, found);
  return index;
}

function writeKept(corpusDir: string, papers: readonly KeptEntry[]): void {
  replaceFile(join(corpusDir, keptFile), JSON.stringify({ program: programMark, papers }));
}

/** Larger indexes, which this program wrote itself, are built anew. */
const keptBytesMax = 64 * 1024 * 1024;
/** Entries of the index with what they were made from; may be deleted at any time. */
const keptFile = '.index-kept.json';
interface KeptEntry {
  /** Of the names, sizes and times of all files of the folder. */
  readonly mark: string;
  readonly entry: CorpusIndexEntry;
}

/** Another program may judge otherwise. */
const programMark = hashFile(fileURLToPath(import.meta.url))?.sha256 ?? '';

function readKept(corpusDir: string): Map<string, KeptEntry> {
  const text = readTextFile(join(corpusDir, keptFile), keptBytesMax);
  const kept = text === undefined ? undefined : parseJson(text);
  if (!isRecord(kept) || kept.program !== programMark || !Array.isArray(kept.papers))
    return new Map();
  return new Map((kept.papers as KeptEntry[]).map((each) => [each.entry.slug, each]));
}

/** The index as last built; null when there is none. */
export function readCorpusIndex(corpusDir: string): CorpusIndex | null {
  const value = parseJson(readTextFile(join(corpusDir, 'index.json'), keptBytesMax) ?? '');
  if (!isRecord(value)) return null;
  return value.schema_version === 'corpus_index.v1' ? (value as unknown as CorpusIndex) : null;
}

/** What an index counts; null for none. */
export const totalsOf = (index: CorpusIndex | null): IndexTotals | null =>
  index === null ? null : { ...index.totals, built_at: index.built_at ?? null };

/** What the index says of one folder; lints and audits it. */
export function indexEntry(corpusDir: string, slug: string): CorpusIndexEntry {
  const folder = join(corpusDir, 'papers', slug);
  const metadata = readObjectOr(join(folder, 'metadata.json'));
  const record = readObjectOr(join(folder, corpusRecordFile));
  const manifest = existsSync(join(folder, 'paper_manifest.json'));
  return {
    public_id: filledText(metadata.public_id),
    slug,
    title: filledText(metadata.title) ?? slug,
    paper_id: filledText(record.paper_id),
    generated_at: filledText(metadata.generated_at),
    imported_at: filledText(record.imported_at),
    source_record_fingerprint: filledText(metadata.source_record_fingerprint),
    duplicate_of: filledText(record.duplicate_of),
    manifest_sha256: manifest ? describeFile(folder, 'paper_manifest.json').sha256 : null,
    ...readingOnce(() => ({
      lint_passes: lintPaper(folder).length === 0,
      audit_verdict: auditPaper(folder, { root: corpusDir }).verdict,
    })),
  };
}

function indexMarkdown(index: CorpusIndex): string {
  const rows = index.papers.map((paper) => {
    const title = escaped(paper.title);
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
    ...removedLines(index.tombstones ?? []),
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~$&!]/g, '\\$&');

/** Said only where something was removed. */
function removedLines(tombstones: readonly Tombstone[]): string[] {
  if (tombstones.length === 0) return [];
  const rows = tombstones.map(
    ({ public_id, title, removed_at, removed_by, reason }) =>
      `| ${public_id} | ${escaped(title)} | ${removed_at} | ${escaped(removed_by)} | ${escaped(reason)} |`,
  );
  return [
    '## Removed',
    '',
    '| Id | Title | Removed | By | Why |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ];
}

/** Names of the paper folders, sorted. */
export function slugsOf(corpusDir: string): string[] {
  const papers = join(corpusDir, 'papers');
  if (!existsSync(papers)) return [];
  return readdirSync(papers, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

/** The next number for a public id: above every one in use and every one ever given. */
export function nextNumber(corpusDir: string, publicIds: readonly (string | null)[]): number {
  const removed = readTombstones(corpusDir).map(({ public_id }) => public_id);
  const used = [...publicIds, ...removed].map((id) =>
    Number(publicIdPattern.exec(id ?? '')?.[1] ?? 0),
  );
  return Math.max(
    readCorpusIndex(corpusDir)?.next_number ?? 1,
    ...used.map((number) => number + 1),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A JSON object, empty when the file cannot be read. */
export function readObjectOr(path: string): Record<string, unknown> {
  return readObjectFile(path) ?? {};
}
