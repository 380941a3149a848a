/** Packaging lint of one paper folder, or of all papers of a corpus. It judges form, not science. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { findPaperFolders } from '../folders.ts';
import { isRecord } from '../json-pointer.ts';
import { readObjectFile, readTextFile } from '../read.ts';
import { findCommands } from '../scan.ts';
import { workingOn } from '../work/working-on.ts';
import { lintCitations } from './citations.ts';
import { lintMetadata } from './metadata.ts';
import { excerptOf, latexPassages, markdownPassages, type Passage } from './passages.ts';
import type { Finding } from './types.ts';
import { findWording } from './wording.ts';

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

const requiredFiles = [
  'paper.md',
  'metadata.json',
  'evidence_bundle.json',
  'claim_ledger.json',
  'paper_manifest.json',
];
/** Larger drafts are not read. */
const draftBytesMax = 8 * 1024 * 1024;
/** Findings about wording listed of one draft. */
const findingsMax = 1000;

/** Findings for the paper in `dir`, in the order of files and lines; empty means it passes. */
export function lintPaper(dir: string, options: LintOptions = {}): Finding[] {
  const ledger = readObjectFile(join(dir, 'claim_ledger.json'));
  const findings = lintFiles(dir, ledger, options);
  const sources = {
    claimIds: claimIdsOf(ledger),
    bibKeys: bibKeysOf(readText(dir, 'references.bib')),
  };
  const markdown = readText(dir, 'paper.md');
  if (markdown !== undefined) {
    findings.push(...lintDraft('paper.md', markdown, markdownPassages(markdown), sources));
  }
  const latex = options.compat === true ? undefined : readText(dir, 'paper.tex');
  if (latex !== undefined) {
    findings.push(...lintDraft('paper.tex', latex, latexPassages(latex), sources));
    findings.push(...lintAuthor(latex));
  }
  const metadata = readText(dir, 'metadata.json');
  if (metadata !== undefined) findings.push(...lintMetadata(metadata));
  return findings;
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

function lintFiles(
  dir: string,
  ledger: Record<string, unknown> | undefined,
  options: LintOptions,
): Finding[] {
  const isV3 =
    ledger?.schema_version === 'claim_ledger.v3' ||
    readObjectFile(join(dir, 'evidence_bundle.json'))?.schema_version === 'evidence_bundle.v3';
  const required =
    isV3 && options.compat !== true ? [...requiredFiles, 'paper.tex'] : requiredFiles;
  const findings: Finding[] = [];
  for (const file of required) {
    const path = join(dir, file);
    const info = lstatSync(path, { throwIfNoEntry: false });
    if (info?.isFile() !== true)
      findings.push(fileFinding('missing_file', file, 'the file is missing', `write ${file}`));
    else if (info.size === 0)
      findings.push(fileFinding('missing_file', file, 'the file is empty', `write ${file}`));
    else if (info.size > draftBytesMax)
      findings.push(
        fileFinding('oversized_file', file, `${info.size} bytes`, 'make the file smaller'),
      );
  }
  return findings;
}

function fileFinding(rule: string, file: string, excerpt: string, fix: string): Finding {
  return { rule, file, line: 0, excerpt, fix };
}

function lintDraft(
  file: string,
  source: string,
  passages: readonly Passage[],
  sources: Parameters<typeof lintCitations>[3],
): Finding[] {
  const findings: Finding[] = [];
  for (const passage of passages) {
    if (findings.length >= findingsMax) break;
    for (const hit of findWording(passage.text)) {
      findings.push({
        rule: hit.rule.id,
        file,
        line: passage.lineAt(hit.index),
        excerpt: excerptOf(passage.text, hit.index, hit.text.length),
        fix: hit.rule.fix,
      });
    }
  }
  findings.push(...lintCitations(file, source, passages, sources));
  if (!passages.slice(0, noticePassages(file)).some((passage) => provenance.test(passage.text))) {
    findings.push(
      fileFinding(
        'missing_provenance_notice',
        file,
        source.slice(0, 80).replace(/\s+/g, ' '),
        'say near the top that an AI system generated the paper',
      ),
    );
  }
  return findings.sort((a, b) => a.line - b.line);
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

function readText(dir: string, file: string): string | undefined {
  workingOn(file);
  return readTextFile(join(dir, file), draftBytesMax);
}

function claimIdsOf(ledger: Record<string, unknown> | undefined): Set<string> | null {
  if (ledger === undefined || !Array.isArray(ledger.claims)) return null;
  const ids = ledger.claims.map((claim, index) =>
    isRecord(claim) && typeof claim.id === 'string' ? claim.id : `C${index + 1}`,
  );
  return new Set(ids);
}

function bibKeysOf(bibliography: string | undefined): Set<string> {
  const matches = (bibliography ?? '').matchAll(/^[^\S\r\n]*@\w{1,40}\s*\{\s*([^,\s]+)\s*,/gm);
  return new Set([...matches].map((match) => match[1] ?? ''));
}
