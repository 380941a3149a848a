/** The index of a corpus, rebuilt from its folders: `index.json` for programs, `index.md` for people. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { productWord } from '../domain/product.ts';
import { auditPaper } from './audit/audit.ts';
import { lintPaper } from './lint/lint.ts';
import { describeFile } from './manifest.ts';
import { readObjectFile } from './read.ts';
import { replaceFile } from './staging.ts';

/** Says of an imported folder which paper it is; stays with it. */
export const corpusRecordFile = 'corpus_record.json';
const publicIdPattern = new RegExp(`^${productWord}-paper-(\\d{4,})$`);

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
  const value = readObjectOr(join(corpusDir, 'index.json'));
  return value.schema_version === 'corpus_index.v1' ? (value as unknown as CorpusIndex) : null;
}

function indexEntry(corpusDir: string, slug: string): CorpusIndexEntry {
  const folder = join(corpusDir, 'papers', slug);
  const metadata = readObjectOr(join(folder, 'metadata.json'));
  const record = readObjectOr(join(folder, corpusRecordFile));
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
  const used = publicIds.map((id) => Number(publicIdPattern.exec(id ?? '')?.[1] ?? 0));
  return Math.max(
    readCorpusIndex(corpusDir)?.next_number ?? 1,
    ...used.map((number) => number + 1),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A text that is not empty, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A JSON object, empty when the file cannot be read. */
export function readObjectOr(path: string): Record<string, unknown> {
  return readObjectFile(path) ?? {};
}
