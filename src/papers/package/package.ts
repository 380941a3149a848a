/**
 * The finalization package: the paper folder with its PDF, where one could be made, how it is cited, RO-Crate
 * metadata and checksums, as a folder and as a `.tar.gz`. Both appear by one rename or not at all, and the
 * same inputs give the same bytes at any time.
 */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as tar from 'tar';
import { ServiceError } from '../../domain/errors.ts';
import { isIdentifier } from '../../domain/ids.ts';
import type { ChecklistEntry } from '../../domain/records.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { isRecord } from '../../lib/is-record.ts';
import { findPackageRoot } from '../../lib/package-root.ts';
import { attestFolder, type Signing } from '../attestation/attest.ts';
import {
  checkRunEvidence,
  packagedEvidenceFile,
  readSignedEvidence,
} from '../attestation/run-evidence.ts';
import { artifactProblems, changedTexts } from '../gates.ts';
import { findingsFile } from '../lint/sarif.ts';
import { describeFile } from '../manifest.ts';
import { hashFile, readObjectFile, readTextFile } from '../read.ts';
import {
  commitFolder,
  discardFolder,
  listFiles,
  type ReplaceOptions,
  recoverFolder,
  type StepHook,
  stageFolder,
  writeBelow,
} from '../staging.ts';
import { describedBy, writeCitations, writeCrate } from './descriptions.ts';
import { findingsText } from './findings-file.ts';
import { checksumFile, packageManifestFile, verifierFile } from './package-files.ts';
import { type PublicationFacts, unstatedPublication } from './publication.ts';

/** A reviewed paper to package. A dry run writes nothing and says what the package would hold. */
export interface PackageRequest {
  readonly artifactRoot: string;
  readonly runId: string;
  readonly paperId: string;
  readonly targetLabel: string;
  /** As stored with the review: evaluated items and a person's. */
  readonly checklist: readonly ChecklistEntry[];
  /** SHA-256 of the texts as they were written; null where that was not kept. */
  readonly written: Readonly<Record<string, string>> | null;
  readonly dryRun: boolean;
  readonly clock: Clock;
  /** What the operator says of everything that is released; absent: nothing. */
  readonly publication?: PublicationFacts;
  /** Absent: the package is not signed. */
  readonly signing?: Signing;
  readonly onStep?: StepHook;
}

/** What was packaged, or everything that stands against it; then nothing was written. */
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

/** What a package is made of, as plain data. */
export interface PackageTask extends Omit<PackageRequest, 'clock' | 'onStep'> {}
interface PackageInspection {
  readonly problems: readonly string[];
  /** What a package would hold; on a dry run only. */
  readonly manifest: JsonObject | null;
  /** Why the paper has no PDF; null when it has one. */
  readonly pdfMissing: string | null;
}

/** The two parts of the work that read what the paper holds; elsewhere, if need be. */
export interface PackageSteps {
  inspect(task: PackageTask): PackageInspection | Promise<PackageInspection>;
  build(task: PackageTask): BuiltPackage | Promise<BuiltPackage>;
}
interface BuiltPackage {
  readonly packageSha256: string;
  readonly manifest: JsonObject;
}

/** Throws `ServiceError` `path_escape` or `not_found` when the ids name no paper folder. */
export async function preparePackage(
  request: PackageRequest,
  steps: PackageSteps = {
    inspect: inspectPackage,
    build: (task) => buildPackage(task, request.onStep),
  },
): Promise<PackageOutcome> {
  const { onStep: _, clock: __, ...task } = request;
  const { runId, paperId, dryRun } = task;
  for (const id of [runId, paperId]) {
    if (!isIdentifier(id))
      throw new ServiceError('path_escape', `${JSON.stringify(id)} is not a folder name`);
  }
  const { problems, manifest, pdfMissing } = await steps.inspect(task);
  if (problems.length > 0 && !dryRun) return { ok: false, problems };
  const paths = {
    packageDir: `packages/${paperId}/package`,
    packageArchive: `packages/${paperId}/${paperId}.tar.gz`,
  };
  if (dryRun) {
    return {
      ok: true,
      dryRun: true,
      ...paths,
      packageSha256: null,
      manifest: manifest ?? {},
      pdfMissing,
      problems,
    };
  }
  const built = await steps.build(task);
  return {
    ok: true,
    dryRun: false,
    ...paths,
    ...built,
    pdfMissing,
    problems: [],
  };
}

/** What the worker signed of the run's evidence; the folder of the project has it. */
const signedEvidenceOf = ({ artifactRoot }: PackageTask): string | undefined =>
  readSignedEvidence(artifactRoot);

const paperDirOf = ({ artifactRoot, runId }: PackageTask): string =>
  join(artifactRoot, 'papers', runId);

/** Whether the paper may be packaged. Throws `not_found` when there is none. */
export function inspectPackage(task: PackageTask): PackageInspection {
  recoverFolder(join(task.artifactRoot, 'papers'), task.runId);
  const paperDir = paperDirOf(task);
  if (!existsSync(paperDir))
    throw new ServiceError('not_found', `There is no paper folder for run ${task.runId}.`);
  return {
    problems: [
      ...changedTexts(paperDir, task.written),
      ...packageProblems(paperDir, task.checklist),
      ...checkRunEvidence(paperDir, signedEvidenceOf(task)).problems,
    ],
    manifest: task.dryRun
      ? manifestOf(task, [...describeAll(paperDir), describeFile(verifierFolder(), verifierFile)])
      : null,
    pdfMissing: whyNoPdf(paperDir),
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

/** The PDF is made with the drafts; one from before that has none. */
function whyNoPdf(paperDir: string): string | null {
  if (existsSync(join(paperDir, 'paper.pdf'))) return null;
  const pdf = readObjectFile(join(paperDir, 'paper_manifest.json'))?.pdf;
  return isRecord(pdf) && typeof pdf.missing === 'string'
    ? pdf.missing
    : 'the draft was written without one; rewrite it';
}

/** Fills and commits the package folder; synchronous from the first write to the rename. */
export function buildPackage(task: PackageTask, onStep?: StepHook): BuiltPackage {
  const paperDir = paperDirOf(task);
  const about = describedBy(paperDir, task.paperId);
  const place: ReplaceOptions = {
    parent: join(task.artifactRoot, 'packages'),
    name: task.paperId,
    onStep,
  };
  const staging = stageFolder(place);
  try {
    const folder = join(staging, 'package');
    for (const path of listFiles(paperDir)) cpSync(join(paperDir, path), join(folder, path));
    const signedEvidence = signedEvidenceOf(task);
    if (signedEvidence !== undefined) writeBelow(folder, packagedEvidenceFile, signedEvidence);
    cpSync(join(verifierFolder(), verifierFile), join(folder, verifierFile));
    const publication = task.publication ?? unstatedPublication;
    writeCitations(folder, { ...about, publication });
    writeBelow(folder, findingsFile, findingsText(folder));
    const manifest = manifestOf(task, describeAll(folder));
    writeBelow(folder, packageManifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
    if (task.signing !== undefined) signPackage(task, folder, task.signing);
    writeCrate(folder, about);
    writeChecksums(folder);
    const archive = join(staging, `${task.paperId}.tar.gz`);
    tar.create(
      {
        sync: true,
        file: archive,
        cwd: folder,
        prefix: task.paperId,
        gzip: { level: 9 },
        portable: true,
        mtime: new Date(about.datePublished),
        noDirRecurse: true,
      },
      listFiles(folder),
    );
    const packageSha256 = hashFile(archive)?.sha256 ?? '';
    commitFolder(place);
    return { packageSha256, manifest };
  } catch (error) {
    if (onStep === undefined) discardFolder(place);
    throw error;
  }
}

/** Checks the copy that is signed, as the folder may have changed since it was inspected. */
function signPackage(task: PackageTask, folder: string, signing: Signing): void {
  const problems = [...artifactProblems(folder), ...checkRunEvidence(folder).problems];
  if (problems.length > 0)
    throw new ServiceError('gates_failed', `The copy does not pass: ${problems[0] ?? ''}`, {
      problems: problems.slice(0, 50),
    });
  const { paperId, runId } = task;
  // It names no time, or the same package would be another one tomorrow; the event log has it.
  const signed = { paper_id: paperId, run_id: runId, public_id: null, signed_at: null };
  attestFolder(folder, signed, signing);
}

/** It goes out as it stands in the sources: a bundler would make a different program of it. */
/** Where that file lies among the sources. */
export const verifierFolder = (): string =>
  join(findPackageRoot(import.meta.url), 'src', 'papers', 'standalone');

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
  const odd: string[] = [];
  for (const [at, line] of (readTextFile(path) ?? '').split('\n').entries()) {
    const [, sha256, file] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sha256 === undefined || file === undefined) {
      if (line !== '') odd.push(`${checksumFile} line ${at + 1} is not “<sha256>  <path>”`);
      continue;
    }
    // Whoever reads the list to its first line of a file and whoever does to its last see the same.
    if (listed.has(file)) odd.push(`${file} is twice in ${checksumFile}`);
    listed.set(file, sha256);
  }
  const present = listFiles(folder).filter((file) => file !== checksumFile);
  const there = new Set(present);
  return [
    ...odd.slice(0, oddMax),
    ...present
      .filter((file) => !listed.has(file))
      .map((file) => `${file} is not in ${checksumFile}`),
    ...[...listed].flatMap(([file, sha256]) => {
      if (!there.has(file)) return [`${file} is missing`];
      return describeFile(folder, file).sha256 === sha256
        ? []
        : [`${file} does not match its checksum`];
    }),
  ];
}

/** Odd lines of the checksums that are told. */
const oddMax = 20;

const describeAll = (folder: string): ReturnType<typeof describeFile>[] =>
  listFiles(folder).map((path) => describeFile(folder, path));

function manifestOf(
  task: PackageTask,
  files: readonly ReturnType<typeof describeFile>[],
): JsonObject {
  return {
    schema_version: 'finalization_package.v1',
    paper_id: task.paperId,
    run_id: task.runId,
    target_label: task.targetLabel,
    ai_generated: true,
    human_authorship_claimed: false,
    peer_reviewed: false,
    publication: task.publication ?? unstatedPublication,
    checklist: task.checklist.map((entry) => ({
      item_id: entry.item_id,
      status: entry.status,
      finding: entry.finding,
    })),
    files,
  };
}
