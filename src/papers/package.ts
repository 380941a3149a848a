/**
 * The finalization package: the paper folder, its PDF where one can be made, RO-Crate metadata and
 * checksums, as a folder and as a `.tar.gz`. Both appear by one rename or not at all.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tar from 'tar';
import { ServiceError } from '../domain/errors.ts';
import { isIdentifier } from '../domain/ids.ts';
import { productTitle } from '../domain/product.ts';
import type { ChecklistEntry } from '../domain/records.ts';
import { asText } from '../lib/as-text.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { sha256Hex } from '../lib/hash.ts';
import { artifactProblems } from './gates.ts';
import { describeFile } from './manifest.ts';
import { compilePdf, type PdfResult } from './pdf.ts';
import { readObjectFile } from './read.ts';
import { buildRoCrate, roCrateFile } from './ro-crate.ts';
import {
  commitFolder,
  discardFolder,
  listFiles,
  type ReplaceOptions,
  recoverFolder,
  type StepHook,
  stageFolder,
  writeBelow,
} from './staging.ts';

export const checksumFile = 'SHA256SUMS';
export const packageManifestFile = 'package_manifest.json';

export interface PackageRequest {
  readonly artifactRoot: string;
  readonly runId: string;
  readonly paperId: string;
  readonly targetLabel: string;
  /** As stored with the review: evaluated items and a person's. */
  readonly checklist: readonly ChecklistEntry[];
  readonly dryRun: boolean;
  readonly clock: Clock;
  /** Licence named in the crate. */
  readonly license?: string;
  /** False leaves the PDF out; `command` and `timeoutMs` as in `compilePdf`. */
  readonly pdf?: false | { readonly command?: string; readonly timeoutMs?: number };
  readonly onStep?: StepHook;
}

export type PackageOutcome =
  | {
      readonly ok: true;
      readonly dryRun: boolean;
      /** Relative to the artefact root. */
      readonly packageDir: string;
      readonly packageArchive: string;
      /** Of the archive; null on a dry run. */
      readonly packageSha256: string | null;
      readonly manifest: JsonObject;
      /** Why there is no PDF, or null when there is one. */
      readonly pdfMissing: string | null;
      /** What a real run would be refused for; empty unless this is a dry run. */
      readonly problems: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Throws `ServiceError` `path_escape` or `not_found` when the ids name no paper folder. */
export async function preparePackage(request: PackageRequest): Promise<PackageOutcome> {
  for (const id of [request.runId, request.paperId]) {
    if (!isIdentifier(id))
      throw new ServiceError('path_escape', `${JSON.stringify(id)} is not a folder name`);
  }
  const papers = join(request.artifactRoot, 'papers');
  recoverFolder(papers, request.runId);
  const paperDir = join(papers, request.runId);
  if (!existsSync(paperDir))
    throw new ServiceError('not_found', `There is no paper folder for run ${request.runId}.`);
  const problems = packageProblems(paperDir, request.checklist);
  if (problems.length > 0 && !request.dryRun) return { ok: false, problems };
  const paths = {
    packageDir: `packages/${request.paperId}/package`,
    packageArchive: `packages/${request.paperId}/${request.paperId}.tar.gz`,
  };
  if (request.dryRun) {
    const manifest = manifestOf(request, paperDir, listFiles(paperDir));
    return {
      ok: true,
      dryRun: true,
      ...paths,
      packageSha256: null,
      manifest,
      pdfMissing: 'a dry run compiles nothing',
      problems,
    };
  }
  const metadata = readObjectFile(join(paperDir, 'metadata.json')) ?? {};
  const generatedMs = Date.parse(String(metadata.generated_at));
  const epochMs = Number.isFinite(generatedMs) ? generatedMs : 0;
  const pdf = await makePdf(request, paperDir, epochMs);
  const built = buildPackage(request, paperDir, metadata, pdf, epochMs);
  return {
    ok: true,
    dryRun: false,
    ...paths,
    ...built,
    pdfMissing: pdf.ok ? null : pdf.reason,
    problems: [],
  };
}

/** Everything that stands against a package, in words. */
export function packageProblems(paperDir: string, checklist: readonly ChecklistEntry[]): string[] {
  const failed = checklist.filter((entry) => entry.required && entry.status === 'fail');
  return [
    ...artifactProblems(paperDir),
    ...failed.map(
      (entry) => `checklist ${entry.item_id}: ${entry.finding ?? entry.note ?? 'fails'}`,
    ),
  ];
}

async function makePdf(
  request: PackageRequest,
  paperDir: string,
  epochMs: number,
): Promise<PdfResult> {
  const tex = join(paperDir, 'paper.tex');
  if (request.pdf === false) return { ok: false, reason: 'no PDF was asked for' };
  if (!existsSync(tex)) return { ok: false, reason: 'there is no paper.tex' };
  return compilePdf(tex, {
    ...request.pdf,
    clock: request.clock,
    epochSec: Math.floor(epochMs / 1000),
  });
}

/** Fills and commits the package folder; synchronous from the first write to the rename. */
function buildPackage(
  request: PackageRequest,
  paperDir: string,
  metadata: Record<string, unknown>,
  pdf: PdfResult,
  epochMs: number,
): { packageSha256: string; manifest: JsonObject } {
  const place: ReplaceOptions = {
    parent: join(request.artifactRoot, 'packages'),
    name: request.paperId,
    onStep: request.onStep,
  };
  const staging = stageFolder(place);
  try {
    const folder = join(staging, 'package');
    for (const path of listFiles(paperDir)) cpSync(join(paperDir, path), join(folder, path));
    if (pdf.ok) writeBelow(folder, 'paper.pdf', pdf.bytes);
    const manifest = manifestOf(request, folder, listFiles(folder));
    writeBelow(folder, packageManifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
    writeCrate(folder, {
      identifier: request.paperId,
      title: asText(metadata.title, request.paperId),
      datePublished: new Date(epochMs).toISOString(),
      license: request.license ?? defaultLicense,
    });
    writeChecksums(folder);
    const archive = join(staging, `${request.paperId}.tar.gz`);
    tar.create(
      {
        sync: true,
        file: archive,
        cwd: folder,
        prefix: request.paperId,
        gzip: { level: 9 },
        portable: true,
        mtime: new Date(epochMs),
        noDirRecurse: true,
      },
      listFiles(folder),
    );
    const packageSha256 = sha256Hex(readFileSync(archive));
    commitFolder(place);
    return { packageSha256, manifest };
  } catch (error) {
    if (request.onStep === undefined) discardFolder(place);
    throw error;
  }
}

const defaultLicense =
  'No licence has been stated; the operator who releases the package states one.';

/** Writes the crate over all files of `folder` except itself and the checksums. */
export function writeCrate(
  folder: string,
  about: { identifier: string; title: string; datePublished: string; license: string },
): void {
  const files = listFiles(folder)
    .filter((path) => path !== roCrateFile && path !== checksumFile)
    .map((path) => describeFile(folder, path));
  const crate = buildRoCrate({
    ...about,
    description:
      'An AI-generated research paper with its claim ledger and the evidence its numbers were read from.',
    generator: productTitle,
    files,
  });
  writeBelow(folder, roCrateFile, `${JSON.stringify(crate, null, 2)}\n`);
}

/** Writes `SHA256SUMS` in the format of `sha256sum`, over every other file. */
export function writeChecksums(folder: string): void {
  const lines = listFiles(folder)
    .filter((path) => path !== checksumFile)
    .map((path) => `${describeFile(folder, path).sha256}  ${path}\n`);
  writeBelow(folder, checksumFile, lines.join(''));
}

/** Files of `folder` that differ from its checksums, are missing, or are not listed. */
export function checksumProblems(folder: string): string[] {
  const path = join(folder, checksumFile);
  if (!existsSync(path)) return [`${checksumFile} is missing`];
  const listed = new Map<string, string>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const match = /^([0-9a-f]{64}) {2}(.+)$/.exec(line);
    if (match !== null) listed.set(match[2] ?? '', match[1] ?? '');
  }
  const present = listFiles(folder).filter((file) => file !== checksumFile);
  return [
    ...present
      .filter((file) => !listed.has(file))
      .map((file) => `${file} is not in ${checksumFile}`),
    ...[...listed].flatMap(([file, sha256]) => {
      if (!present.includes(file)) return [`${file} is missing`];
      return describeFile(folder, file).sha256 === sha256
        ? []
        : [`${file} does not match its checksum`];
    }),
  ];
}

function manifestOf(request: PackageRequest, folder: string, files: readonly string[]): JsonObject {
  return {
    schema_version: 'finalization_package.v1',
    paper_id: request.paperId,
    run_id: request.runId,
    target_label: request.targetLabel,
    prepared_at: toIsoTime(request.clock.now()),
    ai_generated: true,
    human_authorship_claimed: false,
    peer_reviewed: false,
    checklist: request.checklist.map((entry) => ({
      item_id: entry.item_id,
      status: entry.status,
      finding: entry.finding,
    })),
    files: files.map((path) => describeFile(folder, path)),
  };
}
