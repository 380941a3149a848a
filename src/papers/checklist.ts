/**
 * The checklist items that a program can decide from the artefacts. Novelty, venue and approval are
 * a person's: no entry is made for them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChecklistEntry } from '../domain/records.ts';
import type { ChecklistItemId } from '../domain/statuses.ts';
import { isRecord, recordsIn } from '../lib/is-record.ts';
import { auditPaper, type PaperAudit } from './audit/audit.ts';
import { optionalSections, sectionTitles } from './document.ts';
import { lintPaper } from './lint/lint.ts';
import type { Finding } from './lint/types.ts';
import { readObjectFile, readTextFile } from './read.ts';
import { readMarkdownLine } from './render/markdown.ts';
import { leftOutLine, limitationLine, shorten, titleFault } from './text/text.ts';
import { verifyPaper } from './verifier.ts';

/** Items decided here; a `fail` of one of them stops a finalization package. */
export const decidableItems = [
  'artifact_readability',
  'title_abstract_quality',
  'claim_evidence_alignment',
  'reproducibility',
  'limitations_ethics',
  'formatting_quality',
] as const satisfies readonly ChecklistItemId[];

/** Words an abstract has at least, and at most. */
const abstractWords = { min: 30, max: 600 };
/** Characters of a title told in a finding. */
const titleShownMax = 80;
/** Words a paper has at least. */
const paperWordsMin = 200;

/** What lint and audit said of the paper, where somebody has asked them already. */
interface Judged {
  readonly findings: readonly Finding[];
  readonly audit: PaperAudit;
}

/** Entries for the decidable items. `at` is an ISO 8601 time. */
export function evaluateChecklist(
  dir: string,
  at: string,
  { findings, audit }: Judged = { findings: lintPaper(dir), audit: auditPaper(dir) },
): ChecklistEntry[] {
  const facts = readFacts(dir);
  const evaluated: Record<(typeof decidableItems)[number], string[]> = {
    artifact_readability: readability(dir, facts),
    title_abstract_quality: titleAndAbstract(facts),
    claim_evidence_alignment: alignment(dir, facts, audit),
    reproducibility: [...reproducibility(facts), ...replicationProblems(facts)],
    limitations_ethics: limitations(facts),
    formatting_quality: findings.map((finding) => `${finding.rule} in ${finding.file}`),
  };
  return decidableItems.map((item) => {
    const problems = evaluated[item];
    return {
      item_id: item,
      status: problems.length === 0 ? 'pass' : 'fail',
      required: true,
      evaluated_by: 'orrery',
      finding: problems.length === 0 ? passFindings[item] : summarise(problems),
      note: null,
      updated_at: at,
    };
  });
}

const passFindings: Record<(typeof decidableItems)[number], string> = {
  artifact_readability: 'all artefacts can be read and every section is there',
  title_abstract_quality: 'title and abstract are there, of fitting length, and state the outcome',
  claim_evidence_alignment: 'the strict audit passes and every number leads to its evidence',
  reproducibility: 'the evidence files are delivered with their hashes',
  limitations_ethics: 'limitations and provenance are stated',
  formatting_quality: 'the packaging lint passes',
};

function summarise(problems: readonly string[]): string {
  const shown = problems.slice(0, 3).join('; ');
  return problems.length > 3 ? `${shown}; and ${problems.length - 3} more` : shown;
}

interface Facts {
  readonly markdown: string;
  readonly sections: ReadonlyMap<string, string>;
  readonly metadata: Record<string, unknown> | undefined;
  readonly bundle: Record<string, unknown> | undefined;
  readonly decision: Record<string, unknown> | undefined;
  readonly manifest: Record<string, unknown> | undefined;
  /** Of the ledger, as far as it could be read. */
  readonly claims: readonly Record<string, unknown>[];
  readonly figures: readonly Record<string, unknown>[];
}

function readFacts(dir: string): Facts {
  const markdown = readTextFile(join(dir, 'paper.md')) ?? '';
  const bundle = readObjectFile(join(dir, 'evidence_bundle.json'));
  const files = recordsIn(bundle?.files);
  const decisionPath = files.find((file) => file.role === 'decision')?.public_path;
  const ledger = readObjectFile(join(dir, 'claim_ledger.json'));
  return {
    markdown,
    bundle,
    manifest: readObjectFile(join(dir, 'paper_manifest.json')),
    claims: recordsIn(ledger?.claims),
    figures: recordsIn(ledger?.figures),
    sections: cutSections(markdown),
    metadata: readObjectFile(join(dir, 'metadata.json')),
    decision:
      typeof decisionPath === 'string' ? readObjectFile(join(dir, decisionPath)) : undefined,
  };
}

function readability(dir: string, facts: Facts): string[] {
  const problems = [
    'metadata.json',
    'evidence_bundle.json',
    'claim_ledger.json',
    'paper_manifest.json',
  ]
    .filter((file) => readObjectFile(join(dir, file)) === undefined)
    .map((file) => `${file} cannot be read`);
  if (!existsSync(join(dir, 'paper.tex'))) problems.push('paper.tex is missing');
  const pdf = facts.manifest?.pdf;
  const isExplained = !isRecord(pdf) || typeof pdf.missing === 'string';
  if (!isExplained && !existsSync(join(dir, 'paper.pdf'))) problems.push('paper.pdf is missing');
  for (const { file } of facts.figures)
    if (typeof file === 'string' && !existsSync(join(dir, file)))
      problems.push(`figure ${file} is missing`);
  if (countWords(facts.markdown) < paperWordsMin)
    problems.push(`paper.md has fewer than ${paperWordsMin} words`);
  for (const title of sectionTitles) {
    if (optionalSections.includes(title)) continue;
    if ((facts.sections.get(title) ?? '').trim() === '')
      problems.push(`section ${title} is missing or empty`);
  }
  return problems;
}

function titleAndAbstract(facts: Facts): string[] {
  const problems: string[] = [];
  const title = typeof facts.metadata?.title === 'string' ? facts.metadata.title.trim() : '';
  const abstract = facts.sections.get('Abstract') ?? '';
  const fault = titleFault(title);
  if (title === '') problems.push('the title is missing');
  else if (fault !== undefined)
    problems.push(`the title “${shorten(title, titleShownMax)}” ${fault}`);
  const words = countWords(abstract);
  if (words < abstractWords.min || words > abstractWords.max) {
    problems.push(
      `the abstract has ${words} words, not ${abstractWords.min} to ${abstractWords.max}`,
    );
  }
  const outcome = facts.claims.find(({ kind }) => kind === 'outcome');
  const places = recordsIn(outcome?.used_in);
  if (outcome !== undefined && !places.some(({ anchor }) => anchor === '#abstract'))
    problems.push('the abstract does not state the outcome that was registered');
  const { decision } = facts;
  const negative =
    decision?.project_decision === 'finalize_negative' ||
    decision?.research_outcome === 'negative' ||
    decision?.hypothesis_status === 'unsupported';
  if (negative && !/negative/i.test(title))
    problems.push('the decision is negative and the title does not say so');
  if (negative && !/negative/i.test(abstract))
    problems.push('the decision is negative and the abstract does not say so');
  return problems;
}

function alignment(dir: string, facts: Facts, audit: PaperAudit): string[] {
  const problems = audit.findings.map((finding) => `${finding.rule}: ${finding.excerpt}`);
  if (facts.bundle?.schema_version === 'evidence_bundle.v3') {
    problems.push(
      ...verifyPaper(dir).problems.map((problem) => `${problem.file}: ${problem.message}`),
    );
  }
  return problems;
}

function reproducibility(facts: Facts): string[] {
  const files = recordsIn(facts.bundle?.files);
  const problems: string[] = [];
  if (!files.some((file) => ['result', 'metrics'].includes(String(file.role)))) {
    problems.push('no result file is delivered');
  }
  if (files.some((file) => typeof file.sha256 !== 'string')) problems.push('a file has no hash');
  if ((facts.sections.get('Reproducibility Checklist') ?? '').trim() === '')
    problems.push('the reproducibility checklist is empty');
  return problems;
}

/** A second run that does not agree is for a person to judge. */
function replicationProblems({ claims }: Facts): string[] {
  return claims.flatMap((claim) =>
    isRecord(claim.replication) && claim.replication.agrees !== true
      ? [`the replication does not agree (${String(claim.text)})`]
      : [],
  );
}

/**
 * What is known to limit this paper is told in its own words: what was left out of the evidence, and how far the
 * decision record lets its result reach. Sentences that every paper has count for nothing.
 */
function limitations(facts: Facts): string[] {
  const section = facts.sections.get('Limitations') ?? '';
  if (section.trim() === '') return ['the limitations are missing'];
  const lines = section.split('\n').map((line) => readMarkdownLine(line) ?? '');
  const said = barely(lines.join(' '));
  const isSaid = (line: string): boolean => said.includes(barely(line));
  const known: unknown[] = Array.isArray(facts.bundle?.limitations) ? facts.bundle.limitations : [];
  const problems = known
    .filter((limitation) => typeof limitation === 'string')
    .filter((limitation) => !isSaid(limitationLine(limitation)) && !isSaid(leftOutLine))
    .map((limitation) => `the limitations do not say that ${limitation}`);
  const reach = facts.claims.filter((claim) =>
    recordsIn(claim.evidence_refs).some(({ pointer }) => pointer === '/scale_limits'),
  );
  const places = reach.flatMap((claim) => recordsIn(claim.used_in));
  if (reach.length > 0 && !places.some(({ anchor }) => anchor === '#limitations'))
    problems.push('the limits of scale that the decision record states are not told');
  if (facts.metadata?.ai_generated !== true)
    problems.push('the metadata do not say that the paper is AI-generated');
  if (!/\bAI[ -](?:generated|system|provenance)\b/i.test(facts.markdown))
    problems.push('the text does not say that an AI system wrote it');
  return problems;
}

/** Without citations, marks and spaces, which differ by how a text is set. */
const barely = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

function cutSections(markdown: string): Map<string, string> {
  const sections = new Map<string, string>();
  let current: string | undefined;
  for (const line of markdown.split('\n')) {
    const heading = /^## (?:[\d.]+\s+)?(.+)$/.exec(line)?.[1];
    if (heading !== undefined) current = heading.trim();
    else if (current !== undefined)
      sections.set(current, `${sections.get(current) ?? ''}${line}\n`);
  }
  return sections;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}
