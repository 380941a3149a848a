/**
 * A static site of a corpus: index with search, each paper with its claims linked to evidence, and the
 * registry of every dispatched idea. It is made beside the old one and put in its place at the end.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { directionWords } from '../../domain/entities/evaluation.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { verdictWords } from '../claims/outcome.ts';
import { type Claim, claimLedgerSchema } from '../claims/schema.ts';
import { readCorpusIndex } from '../corpus/corpus-index.ts';
import type { Tombstone } from '../corpus/tombstones.ts';
import { readObjectFile, readTextFile } from '../read.ts';
import { commitFolder, listFiles, stageFolder, writeBelow } from '../staging.ts';
import { readMarkdownDraft } from '../text/plain-text.ts';
import { siteScript, siteStyle } from './assets.ts';
import { evidencePage, indexPage, paperPage, registryPage, tombstonePage } from './pages.ts';
import type { RegistryRow, SitePaper, SiteTombstone } from './shapes.ts';

/** What the registry is made of, as the service lists it. */
export type RegistryEntry = Omit<RegistryRow, 'slug' | 'publicId'>;

/** How much was written. */
export interface SiteOutcome {
  readonly papers: number;
  readonly pages: number;
  readonly ideas: number | null;
}

/** Longer files, and such as are no text, are linked and not shown. */
const shownBytesMax = 512 * 1024;
const readableFiles = ['paper.html', 'paper.pdf', 'paper.md', 'paper.tex'];

/** Throws `ServiceError` where the corpus has no index or the folder holds something else; `registry` null: it is not known. */
export function writeSite(
  corpusDir: string,
  out: string,
  registry: readonly RegistryEntry[] | null,
): SiteOutcome {
  const index = readCorpusIndex(corpusDir);
  if (index === null)
    throw new ServiceError(
      'not_found',
      `${corpusDir} has no index.json: it is no corpus, or nothing was imported yet`,
    );
  refuseForeign(out);
  makeFolder(dirname(out));
  const options = { parent: dirname(out), name: basename(out) };
  const site = stageFolder(options);
  const papers = index.papers
    .map((entry) => readPaper(corpusDir, entry))
    .sort((one, other) => (one.generatedAt < other.generatedAt ? 1 : -1));
  let pages = 0;
  const write = (path: string, text: string): void => {
    writeBelow(site, path, text);
    if (path.endsWith('.html')) pages += 1;
  };
  write('site.css', siteStyle);
  write('site.js', siteScript);
  const tombstones = (index.tombstones ?? []).map(tombstoneOf);
  write('index.html', indexPage(papers, tombstones));
  for (const each of tombstones) write(`papers/${each.slug}/index.html`, tombstonePage(each));
  for (const paper of papers) writePaper({ corpusDir, site, write }, paper);
  const slugs = new Map(papers.map((paper) => [paper.paperId, paper]));
  const rows =
    registry?.map((entry): RegistryRow => {
      const paper = slugs.get(entry.paperId ?? '');
      return { ...entry, slug: paper?.slug ?? null, publicId: paper?.publicId ?? null };
    }) ?? null;
  write('registry.html', registryPage(rows));
  commitFolder(options);
  return { papers: papers.length, pages, ideas: rows?.length ?? null };
}

/** A folder with something in it is replaced only where this command made it. */
function refuseForeign(out: string): void {
  if (!existsSync(out) || existsSync(join(out, 'site.js'))) return;
  if (statSync(out).isDirectory() && readdirSync(out).length === 0) return;
  throw new ServiceError(
    'invalid_request',
    `${out} holds something else than a site; name an empty folder or a new one`,
  );
}

function readPaper(
  corpusDir: string,
  entry: NonNullable<ReturnType<typeof readCorpusIndex>>['papers'][number],
): SitePaper {
  const folder = join(corpusDir, 'papers', entry.slug);
  const manifest = readObjectFile(join(folder, 'paper_manifest.json')) ?? {};
  const ledger = claimLedgerSchema.safeParse(readObjectFile(join(folder, 'claim_ledger.json')));
  const claims = ledger.success ? ledger.data.claims : [];
  return {
    slug: entry.slug,
    publicId: entry.public_id ?? '–',
    paperId: entry.paper_id ?? '',
    runId: textOf(manifest['run_id']) ?? '–',
    title: entry.title,
    lines: readMarkdownDraft(
      readTextFile(join(folder, 'paper.md'), shownBytesMax) ?? '',
      ledger.success ? ledger.data.figures : [],
    ).lines,
    figures: ledger.success ? ledger.data.figures.map(({ file }) => file) : [],
    outcome: outcomeOf(claims),
    generatedAt: entry.generated_at ?? '',
    lintPasses: entry.lint_passes,
    audit: entry.audit_verdict,
    duplicateOf: entry.duplicate_of ?? null,
    readable: readableFiles.filter((name) => existsSync(join(folder, name))),
    claims,
    evidence: evidenceOf(claims),
  };
}

const tombstoneOf = (tombstone: Tombstone): SiteTombstone => ({
  slug: tombstone.slug,
  publicId: tombstone.public_id,
  title: tombstone.title,
  removedAt: tombstone.removed_at,
  removedBy: tombstone.removed_by,
  reason: tombstone.reason,
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function outcomeOf(claims: readonly Claim[]): string {
  const outcome = claims.find((claim) => claim.outcome !== undefined)?.outcome;
  if (outcome === undefined) return '';
  return `${outcome.metric} ${directionWords(outcome.direction)} ${outcome.threshold}: ${verdictWords[outcome.verdict]}`;
}

function evidenceOf(claims: readonly Claim[]): SitePaper['evidence'] {
  const files = new Map<string, { sha256: string; claims: string[] }>();
  for (const claim of claims)
    for (const { path, sha256 } of claim.evidence_refs) {
      const file = files.get(path) ?? { sha256, claims: [] };
      if (!file.claims.includes(claim.id)) file.claims.push(claim.id);
      files.set(path, file);
    }
  return [...files].map(([path, file]) => ({ path, ...file }));
}

interface Writing {
  readonly corpusDir: string;
  readonly site: string;
  readonly write: (path: string, text: string) => void;
}

function writePaper({ corpusDir, site, write }: Writing, paper: SitePaper): void {
  const from = join(corpusDir, 'papers', paper.slug);
  const to = `papers/${paper.slug}`;
  const held = new Set(listFiles(from));
  for (const path of held) {
    const target = join(site, to, 'files', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, path), target);
  }
  const evidence = paper.evidence.filter(({ path }) => held.has(path));
  write(`${to}/index.html`, paperPage({ ...paper, evidence }));
  for (const file of evidence) {
    const path = join(from, file.path);
    const text = statSync(path).size > shownBytesMax ? null : readTextFile(path, shownBytesMax);
    write(`${to}/evidence/${file.path}.html`, evidencePage(paper, file, text ?? null));
  }
}

/** A row of the queue's list as an entry; null for one that was never dispatched, or is another's replication. */
export function registryEntry(row: Readonly<Record<string, unknown>>): RegistryEntry | null {
  if (typeof row['last_dispatch_at'] !== 'string' || isRecord(row['replicates'])) return null;
  const verdict = isRecord(row['gate_verdict']) ? row['gate_verdict'] : null;
  return {
    projectId: String(row['project_id']),
    name: textOf(row['project_name']) ?? '',
    outcome: verdict === null ? 'open' : verdict['positive'] === true ? 'positive' : 'not_positive',
    reason: textOf(verdict?.['reason']) ?? textOf(row['status']) ?? '',
    paperId: textOf(row['paper_id']),
  };
}
