/** Packaging lint of one paper folder, or of all papers of a corpus. It judges form, not science. */

import { isRecord } from '../../lib/is-record.ts';
import { findPaperFolders } from '../folders.ts';
import { onceForContent } from '../kept-verdicts.ts';
import { findCommands } from '../text/scan.ts';
import { lintCitations, References } from './citations.ts';
import { type PaperFiles, readPaperFiles } from './files.ts';
import { lintMetadata } from './metadata.ts';
import { excerptOf, latexPassages, markdownPassages } from './passages.ts';
import { compatRules } from './rules/compat.ts';
import { formRule } from './rules/form.ts';
import type { Finding, WordingRule } from './types.ts';
import { findWording, wordingRules } from './wording.ts';

interface LintOptions {
  /** The older rules: drafts and metadata only, no LaTeX, no claim citations. */
  readonly compat?: boolean;
}
interface PaperLint {
  readonly slug: string;
  readonly passes: boolean;
  readonly findings: readonly Finding[];
}
interface CorpusLint {
  readonly papers: readonly PaperLint[];
  readonly totals: {
    readonly papers: number;
    readonly passing: number;
    readonly failing: number;
    readonly findings: number;
    readonly by_rule: Readonly<Record<string, number>>;
  };
}

/** Findings about wording listed of one draft. */
const findingsMax = 1000;
/** Of a paper with more of them they are not kept. */
const findingsKeptMax = 100;

/** Findings for the paper in `dir`, in the order of files and lines; empty means it passes. */
export function lintPaper(dir: string, options: LintOptions = {}): readonly Finding[] {
  return options.compat === true ? findingsIn(dir, true) : lintOnce(dir);
}

const lintOnce = onceForContent(
  (dir) => findingsIn(dir, false),
  (findings) => findings.length <= findingsKeptMax,
);

function findingsIn(dir: string, compat: boolean): readonly Finding[] {
  const files = readPaperFiles(dir, compat);
  const findings = [...files.findings];
  const rules = compat ? compatRules : wordingRules;
  const { 'paper.md': markdown, 'paper.tex': latex, 'metadata.json': metadata } = files.texts;
  if (markdown !== undefined)
    findings.push(...lintDraft('paper.md', markdown, compat ? null : sourcesOf(files), rules));
  if (latex !== undefined && !compat) {
    findings.push(...lintDraft('paper.tex', latex, sourcesOf(files), rules));
    findings.push(...lintAuthor(latex));
  }
  if (metadata !== undefined) findings.push(...lintMetadata(metadata, rules));
  return findings;
}

type Sources = Parameters<typeof lintCitations>[3];

function sourcesOf(files: PaperFiles): Sources {
  return {
    claimIds: claimIdsOf(files.values['claim_ledger.json']),
    bibKeys: bibKeysOf(files.texts['references.bib']),
  };
}

/** Citations are looked up in `sources`; with null they are not looked at. */
export function lintDraft(
  file: 'paper.md' | 'paper.tex',
  source: string,
  sources: Sources | null,
  rules: readonly WordingRule[],
): Finding[] {
  const passages = file === 'paper.tex' ? latexPassages(source) : markdownPassages(source);
  const references = new References(source);
  const findings: Finding[] = [];
  for (const passage of passages) {
    if (findings.length >= findingsMax) break;
    const isReference = references.isEntry(passage.text);
    for (const hit of findWording(passage.text, rules)) {
      if (isReference && hit.rule.inReferences !== true) continue;
      findings.push({
        rule: hit.rule.id,
        file,
        line: passage.lineAt(hit.index),
        excerpt: excerptOf(passage.text, hit.index, hit.text.length),
        fix: hit.rule.fix,
      });
    }
  }
  if (sources !== null)
    findings.push(...lintCitations(file, source, passages, sources, references));
  if (!passages.slice(0, noticePassages(file)).some((passage) => provenance.test(passage.text))) {
    const { id, fix } = formRule('missing_provenance_notice');
    const excerpt = source.slice(0, 80).replace(/\s+/g, ' ');
    findings.push({ rule: id, file, line: 0, excerpt, fix });
  }
  return findings.sort((a, b) => a.line - b.line);
}

/** Lints one paper, a run's artefacts or a corpus folder. Throws `not_found` for a missing folder. */
export function lintCorpus(path: string, options: LintOptions = {}): CorpusLint {
  const papers = findPaperFolders(path).map(({ slug, dir }) => {
    const findings = lintPaper(dir, options);
    return { slug, passes: findings.length === 0, findings };
  });
  const all = papers.flatMap((paper) => paper.findings);
  const byRule: Record<string, number> = {};
  for (const finding of all) byRule[finding.rule] = (byRule[finding.rule] ?? 0) + 1;
  const passing = papers.filter((paper) => paper.passes).length;
  return {
    papers,
    totals: {
      papers: papers.length,
      passing,
      failing: papers.length - passing,
      findings: all.length,
      by_rule: byRule,
    },
  };
}

/** How many passages count as the top; LaTeX has its preamble there. */
function noticePassages(file: string): number {
  return file === 'paper.tex' ? 30 : 10;
}

const provenance =
  /\bAI[- ](?:generated|authored|written|provenance)\b|\b(?:generated|written|produced)\s+(?:\w+\s+){0,3}by\s+an?\s+(?:AI|automated|artificial)|\b(?:machine|automatically)[- ]generated\b/i;

const authorCommand = /\\author/y;

/** `\author` may name the service or nobody. */
function lintAuthor(latex: string): Finding[] {
  const [match] = findCommands(latex, authorCommand, 0);
  const name = match?.argument.trim() ?? '';
  if (
    match === undefined ||
    name === '' ||
    /\b(?:AI|automated|generated|orrery|none|no human)\b/i.test(name)
  )
    return [];
  const line = latex.slice(0, match.index).split('\n').length;
  return [
    {
      rule: 'human_authorship_claim',
      file: 'paper.tex',
      line,
      excerpt: excerptOf(latex, match.index, Math.min(match.length, 200)),
      fix: 'leave the author empty or name the service',
    },
  ];
}

function claimIdsOf(ledger: unknown): Set<string> | null {
  if (!isRecord(ledger) || !Array.isArray(ledger.claims)) return null;
  const ids = ledger.claims.map((claim, index) =>
    isRecord(claim) && typeof claim.id === 'string' ? claim.id : `C${index + 1}`,
  );
  return new Set(ids);
}

function bibKeysOf(bibliography: string | undefined): Set<string> {
  const matches = (bibliography ?? '').matchAll(/^[^\S\r\n]*@\w{1,40}\s*\{\s*([^,\s]+)\s*,/gm);
  return new Set([...matches].map((match) => match[1] ?? ''));
}
