/** All artefact gates of a paper in one list of words: lint, strict audit, and number traceability. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditPaper } from './audit/audit.ts';
import { lintPaper } from './lint/lint.ts';
import { describeFile } from './manifest.ts';
import { readObjectFile } from './read.ts';
import { readingOnce } from './readers/file.ts';
import { verifyPaper } from './verifier.ts';

/** What stands against publishing the paper in `dir`; `root` as for the audit. Empty means nothing. */
export function artifactProblems(dir: string, root?: string): string[] {
  return readingOnce(() => problemsOf(dir, root));
}

function problemsOf(dir: string, root: string | undefined): string[] {
  const problems = lintPaper(dir).map(
    (finding) => `lint ${finding.rule}: ${finding.file}:${finding.line} ${finding.excerpt}`,
  );
  const audit = auditPaper(dir, root === undefined ? {} : { root });
  problems.push(...audit.findings.map((finding) => `audit ${finding.rule}: ${finding.excerpt}`));
  problems.push(...ledgerProblems(dir));
  return problems;
}

/**
 * The numbers of a paper can be traced in a ledger of the service's own version alone. Older ones,
 * which the lint and the audit of a foreign corpus still read, are not let through here.
 */
function ledgerProblems(dir: string): string[] {
  const version = readObjectFile(join(dir, 'claim_ledger.json'))?.schema_version ?? null;
  if (version !== ledgerVersion) {
    return [
      `verify ledger_version: claim_ledger.json is ${JSON.stringify(version)}, must be "${ledgerVersion}"; rewrite the draft`,
    ];
  }
  return verifyPaper(dir).problems.map(
    ({ rule, file, message }) => `verify ${rule}: ${file} ${message}`,
  );
}

/** The texts of a paper whose hashes are kept with its actor, out of reach of any file. */
const keptTexts = [
  'paper.md',
  'paper.tex',
  'claim_ledger.json',
  'evidence_bundle.json',
  'paper_manifest.json',
] as const;

/** SHA-256 of the texts of the paper in `dir`, by file name. */
export function hashesOf(dir: string): Record<string, string> {
  return Object.fromEntries(
    keptTexts
      .filter((file) => existsSync(join(dir, file)))
      .map((file) => [file, describeFile(dir, file).sha256]),
  );
}

/** Texts in `dir` that are not those that were written; `written` null: nobody knows what was. */
export function changedTexts(
  dir: string,
  written: Readonly<Record<string, string>> | null,
): string[] {
  if (written === null) return [];
  const found = hashesOf(dir);
  return Object.entries(written)
    .filter(([file, sha256]) => found[file] !== sha256)
    .map(
      ([file, sha256]) =>
        `written ${file}: it is not the text that was written (sha256 ${sha256}, found ${found[file] ?? 'nothing'}); rewrite the draft`,
    );
}

const ledgerVersion = 'claim_ledger.v3';
