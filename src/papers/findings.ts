/** What lint and strict audit find in a paper, each with its place. Reads the files alone, so that another process can do it. */
import { existsSync } from 'node:fs';
import type { StrictVerdict } from '../domain/statuses.ts';
import { cutText } from '../lib/cut-text.ts';
import { auditPaper } from './audit/audit.ts';
import { lintPaper } from './lint/lint.ts';
import type { Finding } from './lint/types.ts';

/** Findings of each that are told, the rest is counted; and characters of each text. */
const findingsMax = { each: 200, chars: 500 } as const;

interface Found {
  /** How many there are, told or not. */
  readonly count: number;
  readonly findings: readonly Finding[];
}

/** As the files are now. */
export interface PaperFindings {
  readonly lint: Found;
  readonly audit: Found & { readonly verdict: StrictVerdict };
}

/** Null where there is no folder. */
export function findingsOf(dir: string): PaperFindings | null {
  if (!existsSync(dir)) return null;
  const { verdict, findings } = auditPaper(dir);
  return { lint: toFound(lintPaper(dir)), audit: { verdict, ...toFound(findings) } };
}

function toFound(findings: readonly Finding[]): Found {
  const told = findings.slice(0, findingsMax.each).map((finding) => ({
    ...finding,
    excerpt: cutText(finding.excerpt, findingsMax.chars),
    fix: cutText(finding.fix, findingsMax.chars),
  }));
  return { count: findings.length, findings: told };
}
