/**
 * What can be proved of a paper in a folder without a service: its numbers, words, manifest, checksums, and files
 * that nothing lists. What could not be looked at is said, never left out.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isRecord, recordsIn } from '../lib/is-record.ts';
import { type FolderCheck, looked, unknown } from './folder-check.ts';
import type { PaperFolder } from './folders.ts';
import { lintPaper } from './lint/lint.ts';
import { findingsFile } from './lint/sarif.ts';
import { descriptionProblems } from './package/descriptions.ts';
import { checksumProblems, verifierFolder } from './package/package.ts';
import { checksumFile, packageManifestFile, verifierFile } from './package/package-files.ts';
import { checkEvidenceSignature, checkSignature } from './prove-signatures.ts';
import { readObjectFile, readTextFile } from './read.ts';
import { verifyPaper } from './verifier.ts';
import type { Problem } from './verify/problems.ts';

/** A paper with its checks in a fixed order; it passes when none of them found a problem. */
export interface ProvedPaper {
  readonly slug: string;
  readonly passes: boolean;
  readonly checks: readonly FolderCheck[];
}

/** Entries of a folder looked at; a paper has far fewer. */
const entriesMax = 20_000;

/** Every check of the paper in a folder. `publicKey`, PEM: whose signature it must bear. */
export function provePaper(
  { slug, dir }: Pick<PaperFolder, 'slug' | 'dir'>,
  publicKey?: string,
): ProvedPaper {
  const [numbers, manifest, pdf] = checkVerified(dir);
  const checks = [
    numbers,
    manifest,
    checkWords(dir),
    checkFindings(dir),
    checkSums(dir),
    checkDescriptions(dir),
    checkUnlisted(dir),
    ...checkCopy(dir),
    checkSignature(dir, publicKey),
    checkEvidenceSignature(dir),
    pdf,
  ];
  return { slug, passes: checks.every(({ state }) => state !== 'problems'), checks };
}

/** Numbers, manifest and the text of the PDF, which the verifier reads in one go. */
function checkVerified(dir: string): [FolderCheck, FolderCheck, FolderCheck] {
  const ledger = readObjectFile(join(dir, 'claim_ledger.json'));
  const manifest = readObjectFile(join(dir, manifestFile));
  const version = ledger?.schema_version;
  const verification = verifyPaper(dir);
  const kindOf = ({ rule, file }: Problem): 'manifest' | 'pdf' | 'numbers' => {
    if (rule === 'manifest_hash' || file === manifestFile) return 'manifest';
    return file === 'paper.pdf' ? 'pdf' : 'numbers';
  };
  const say = (wanted: ReturnType<typeof kindOf>): string[] =>
    verification.problems
      .filter((problem) => kindOf(problem) === wanted)
      .map(({ rule, file, line, message }) => `${place(file, line)} ${rule}: ${message}`);
  const claims = Array.isArray(ledger?.claims) ? ledger.claims.length : 0;
  const artifacts = Array.isArray(manifest?.artifacts) ? manifest.artifacts.length : 0;
  return [
    typeof version === 'string' && version !== 'claim_ledger.v3' && !isOfThisEdition(dir)
      ? unknown('numbers', `not traced: ${version} does not say where each number was read`)
      : looked(
          'numbers',
          `${claims} claims and both drafts read against the evidence`,
          say('numbers'),
        ),
    looked('manifest', `${artifacts} files against ${manifestFile}`, [
      ...say('manifest'),
      ...packageFlags(dir),
    ]),
    checkPdf(dir, verification, say('pdf')),
  ];
}

/** What the manifest of a package says of who wrote and who judged it. */
function packageFlags(dir: string): string[] {
  if (!existsSync(join(dir, packageManifestFile))) return [];
  const said = readObjectFile(join(dir, packageManifestFile));
  if (said === undefined) return [`${packageManifestFile} is no JSON object`];
  return Object.entries({
    ai_generated: true,
    human_authorship_claimed: false,
    peer_reviewed: false,
  })
    .filter(([member, right]) => said[member] !== right)
    .map(([member, right]) => `${packageManifestFile}: ${member} should be ${right}`);
}

/** Whoever calls the ledger an earlier one does not thereby have its numbers passed over. */
const isOfThisEdition = (dir: string): boolean =>
  existsSync(join(dir, verifierFile)) ||
  existsSync(join(dir, checksumFile)) ||
  readObjectFile(join(dir, 'evidence_bundle.json'))?.schema_version === 'evidence_bundle.v3' ||
  readObjectFile(join(dir, manifestFile))?.schema_version === 'paper_manifest.v3';

function checkWords(dir: string): FolderCheck {
  const problems = lintPaper(dir).map(
    ({ rule, file, line, excerpt }) => `${place(file, line)} ${rule}: ${excerpt}`,
  );
  return looked('words', 'drafts and metadata against the rules of the lint', problems);
}

/** A package is made of a paper without findings alone, and its list of them says so. */
function checkFindings(dir: string): FolderCheck {
  const name = 'findings';
  if (!existsSync(join(dir, findingsFile))) return unknown(name, `there is no ${findingsFile}`);
  const log = readObjectFile(join(dir, findingsFile));
  const runs = recordsIn(log?.runs);
  const results = runs.flatMap((run) => (Array.isArray(run.results) ? run.results : [null]));
  const isLog = log?.version === '2.1.0' && runs.length > 0;
  return looked(name, `${runs.length} checks of ${findingsFile}`, [
    ...(isLog ? [] : [`${findingsFile} is no SARIF 2.1.0 with runs`]),
    ...results.map((result) =>
      isRecord(result) ? `lists a finding: ${String(result.ruleId)}` : 'has no list of results',
    ),
  ]);
}

function checkSums(dir: string): FolderCheck {
  return existsSync(join(dir, checksumFile))
    ? looked('checksums', `every file against ${checksumFile}`, checksumProblems(dir))
    : unknown('checksums', `there is no ${checksumFile}: the folder was never packaged`);
}

/** What cites and registers a package says nothing that its own metadata does not. */
function checkDescriptions(dir: string): FolderCheck {
  const name = 'description';
  if (readObjectFile(join(dir, packageManifestFile)) === undefined)
    return unknown(name, `there is no ${packageManifestFile}: the folder was never packaged`);
  const said = 'citation, registration and crate against metadata and manifest';
  return looked(name, said, descriptionProblems(dir));
}

/** Files that no manifest and no checksum covers; hidden ones and links count. */
function checkUnlisted(dir: string): FolderCheck {
  const listed = listedIn(dir);
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const problems = entries
    .slice(0, entriesMax)
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !listed.has(path))
    .map((path) => `${path}${unlisted}`);
  const own = readObjectFile(join(dir, 'evidence_bundle.json'));
  const bundled = Array.isArray(own?.files)
    ? new Set(own.files.map((file) => (isRecord(file) ? file.public_path : undefined)))
    : undefined;
  for (const path of listed)
    if (bundled !== undefined && path.startsWith('evidence/') && !bundled.has(path))
      problems.push(`${path} is evidence that the bundle does not list`);
  const names = new Map<string, string>();
  for (const path of [...listed, ...problems.map((problem) => problem.slice(0, -unlisted.length))])
    if (!path.startsWith('evidence/')) {
      const folded = path.normalize('NFKC').toLowerCase();
      const other = names.get(folded) ?? path;
      // Where names are told apart by less, one of the two would take the place of the other.
      if (other !== path) problems.push(`${path} differs from ${other} in case or form alone`);
      names.set(folded, other);
    }
  if (entries.length > entriesMax)
    problems.push(`only the first ${entriesMax} of ${entries.length} entries were looked at`);
  return looked('unlisted files', `${entries.length} entries of the folder`, problems);
}

const unlisted = ' is listed nowhere';

/** The program that goes with a package says what it likes where it is not the one that it was. */
function checkCopy(dir: string): FolderCheck[] {
  const copy = readTextFile(join(dir, verifierFile));
  if (copy === undefined) return [];
  return [
    copy === readTextFile(join(verifierFolder(), verifierFile))
      ? looked(verifierFile, 'it is the one that goes with this program', [])
      : unknown(
          verifierFile,
          'is not the one that goes with this program: an earlier edition or a forged one; run your own',
        ),
  ];
}

/** The checksums list every file; where there are none, the manifests together do. */
function listedIn(dir: string): Set<string> {
  const sums = readTextFile(join(dir, checksumFile));
  if (sums !== undefined) {
    const paths = sums.split('\n').map((line) => /^[0-9a-f]{64} {2}(.+)$/.exec(line)?.[1] ?? '');
    return new Set([checksumFile, ...paths]);
  }
  const lists = [
    readObjectFile(join(dir, manifestFile))?.artifacts,
    readObjectFile(join(dir, packageManifestFile))?.files,
  ];
  const paths = lists.flatMap(recordsIn);
  return new Set([manifestFile, packageManifestFile, ...paths.map(({ path }) => String(path))]);
}

/** The text layer of the PDF; not read is not the same as right. */
function checkPdf(
  dir: string,
  { notRead = [], comparedPdf }: ReturnType<typeof verifyPaper>,
  problems: readonly string[],
): FolderCheck {
  const name = 'PDF text';
  if (!existsSync(join(dir, 'paper.pdf'))) return unknown(name, 'there is no paper.pdf');
  if (comparedPdf === true)
    return looked(name, 'its words, numbers and citations against those of both drafts', problems);
  return unknown(name, `not compared: ${notRead[0] ?? 'the drafts and the ledger cannot be read'}`);
}

const manifestFile = 'paper_manifest.json';
const place = (file: string, line: number): string => (line > 0 ? `${file}:${line}` : file);
