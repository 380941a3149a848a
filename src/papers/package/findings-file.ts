/** `findings.sarif` of a package: what lint and strict audit found of it, for editors, code hosts and readers. */
import { ownVersion } from '../../lib/package-root.ts';
import { auditCorpus } from '../audit/audit.ts';
import { auditRules } from '../audit/rules.ts';
import { lintCorpus } from '../lint/lint.ts';
import { lintRules } from '../lint/rules/all.ts';
import { toSarif } from '../lint/sarif.ts';

/**
 * The findings of the paper in `folder` as SARIF 2.1.0, a run for each of the two checks. Ask before the file lies in
 * the folder: it cannot say what is found of itself. Both checks know it by its name, so that it is no finding later.
 * A package is only made of a paper without findings, so that both lists are empty unless a file changed meanwhile.
 */
export function findingsText(folder: string): string {
  const log = toSarif({
    version: ownVersion(),
    path: folder,
    checks: [
      { check: 'lint', rules: lintRules, papers: lintCorpus(folder).papers },
      { check: 'audit', rules: auditRules, papers: auditCorpus(folder).papers },
    ],
  });
  return `${JSON.stringify(log, null, 2)}\n`;
}
