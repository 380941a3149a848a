/** All artefact gates of a paper in one list of words: lint, strict audit, and number traceability. */
import { join } from 'node:path';
import { auditPaper } from './audit/audit.ts';
import { lintPaper } from './lint/lint.ts';
import { readObjectFile } from './read.ts';
import { verifyPaper } from './verifier.ts';

/** What stands against publishing the paper in `dir`; `root` as for the audit. Empty means nothing. */
export function artifactProblems(dir: string, root?: string): string[] {
  const problems = lintPaper(dir).map(
    (finding) => `lint ${finding.rule}: ${finding.file}:${finding.line} ${finding.excerpt}`,
  );
  const audit = auditPaper(dir, root === undefined ? {} : { root });
  problems.push(...audit.findings.map((finding) => `audit ${finding.rule}: ${finding.excerpt}`));
  if (isVersionThree(dir)) {
    const { problems: untraced } = verifyPaper(dir);
    problems.push(
      ...untraced.map(({ rule, file, message }) => `verify ${rule}: ${file} ${message}`),
    );
  }
  return problems;
}

/** Whether the ledger is of the version whose numbers can be verified. */
export function isVersionThree(dir: string): boolean {
  return readObjectFile(join(dir, 'claim_ledger.json'))?.schema_version === 'claim_ledger.v3';
}
