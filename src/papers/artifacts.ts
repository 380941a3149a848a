/**
 * Writes a paper: evidence, then ledger, then prose, all into a staging folder that is verified and
 * only then put in place. The same input at the same time gives the same bytes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeDecision } from '../domain/decision-gate.ts';
import { ServiceError } from '../domain/errors.ts';
import { isIdentifier } from '../domain/ids.ts';
import { productTitle } from '../domain/product.ts';
import type { ProjectDecision } from '../domain/records.ts';
import type { Json, JsonObject } from '../lib/canonical-json.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { fingerprint, sha256Hex } from '../lib/hash.ts';
import { draftLedger, type LedgerDraft } from './claims/ledger.ts';
import type { ClaimLedger } from './claims/schema.ts';
import { createMasker, takeCitations } from './declared.ts';
import { inlineRuns, inlineText, type PaperDocument, undeclaredTexts } from './document.ts';
import { type BuiltBundle, buildBundle } from './evidence/bundle.ts';
import { readMarkdownDraft } from './plain-text.ts';
import { renderLatex } from './render/latex.ts';
import { figurePath, renderMarkdown } from './render/markdown.ts';
import { renderSvg } from './render/svg.ts';
import {
  commitFolder,
  discardFolder,
  listFiles,
  type ReplaceOptions,
  type StepHook,
  stageFolder,
  writeBelow,
} from './staging.ts';
import { usesOf, verifyPaper } from './verifier.ts';
import { checkDraft } from './verify/drafts.ts';
import { writeDeterministic } from './writers/deterministic.ts';
import type { PaperWriter, WriterFacts, WriterInput, WriterResult } from './writers/port.ts';

export interface WritePaperInput {
  /** Folder that holds `papers/`. */
  readonly artifactRoot: string;
  /** Folder with the run's local evidence. */
  readonly projectDir: string;
  readonly runId: string;
  readonly paperId: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly hypothesis?: string | null;
  readonly decision: ProjectDecision;
  readonly clock: Clock;
  readonly receipt?: JsonObject | null;
  /** Absent: the deterministic writer. */
  readonly writer?: PaperWriter;
  /** Whether the deterministic writer steps in when `writer` fails; true unless said otherwise. */
  readonly fallbackEnabled?: boolean;
  /** Versions of the engines involved, for the manifest. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Outcome of the evidence sync, repeated in the report. */
  readonly sync?: Json;
  readonly signal?: AbortSignal;
  readonly onStep?: StepHook;
}

/** As `GeneratedArtifacts` of the paper machine: paths are relative to the artefact root. */
export interface WrittenPaper {
  readonly title: string;
  readonly draft_markdown_path: string;
  readonly draft_latex_path: string;
  readonly evidence_bundle_path: string;
  readonly claim_ledger_path: string;
  readonly manifest_path: string;
  readonly report: Readonly<Record<string, Json>>;
}

/**
 * Writes `papers/<run_id>/`. Throws `ServiceError`: `evidence_missing` when there is nothing to write
 * about, `not_eligible` for an undecided run, `path_escape` for a run id that is no folder name,
 * `gates_failed` with the problems when the result does not pass the verifier.
 */
export async function writePaper(input: WritePaperInput): Promise<WrittenPaper> {
  refuseUnfit(input);
  const generatedAt = toIsoTime(input.clock.now());
  const built = buildBundle({
    projectDir: input.projectDir,
    paperId: input.paperId,
    projectId: input.projectId,
    runId: input.runId,
    createdAt: generatedAt,
    receipt: input.receipt ?? null,
  });
  refuseWithoutEvidence(built, input.projectDir);
  const ledger = draftLedger(built, input.decision);
  const writerInput: WriterInput = {
    paperId: input.paperId,
    projectId: input.projectId,
    runId: input.runId,
    projectName: input.projectName,
    hypothesis: input.hypothesis ?? null,
    decision: input.decision,
    verdict: judgeDecision(input.decision),
    bundle: built.bundle,
    ledger,
    notes:
      built.copies.find((copy) => copy.file.role === 'run_notes')?.bytes.toString('utf8') ?? null,
    generatedAt,
  };
  const drafts = await produceDrafts(input, writerInput);
  const place: ReplaceOptions = {
    parent: join(input.artifactRoot, 'papers'),
    name: input.runId,
    onStep: input.onStep,
  };
  let refusal: ServiceError | undefined;
  for (const result of drafts) {
    const staging = stageFolder(place);
    const reason = fillAndVerify(staging, input, built, ledger, result(refusal), generatedAt);
    if (reason === undefined) {
      const title = titleOf(staging);
      commitFolder(place);
      return describe(input, title, built, ledger, result(refusal).facts);
    }
    discardFolder(place);
    refusal = reason;
  }
  throw refusal ?? new ServiceError('internal', 'no writer delivered a draft');
}

function refuseUnfit(input: WritePaperInput): void {
  if (!isIdentifier(input.runId)) {
    throw new ServiceError(
      'path_escape',
      `run_id ${JSON.stringify(input.runId)} is not a folder name`,
    );
  }
  const verdict = judgeDecision(input.decision);
  const closed = ['finalize_positive', 'finalize_negative'].includes(
    input.decision.project_decision,
  );
  if (!verdict.positive && !closed) {
    throw new ServiceError('not_eligible', `No paper can be written: ${verdict.reason}.`, {
      verdict,
    });
  }
}

function refuseWithoutEvidence(built: BuiltBundle, projectDir: string): void {
  const roles = new Set(built.bundle.files.map((file) => file.role));
  if (roles.has('result') || roles.has('metrics') || roles.has('run_notes')) return;
  throw new ServiceError(
    'evidence_missing',
    'The project folder holds no result file and no run notes, so there is nothing a paper could say.',
    { project_dir: projectDir, found: [...roles], limitations: built.bundle.limitations },
  );
}

/** Results to try, each told why the one before was refused. */
type Attempt = (refusal: ServiceError | undefined) => WriterResult;

async function produceDrafts(input: WritePaperInput, writerInput: WriterInput): Promise<Attempt[]> {
  const fallback =
    (why: string | undefined): Attempt =>
    (refusal) => {
      const reason = why ?? refusal?.message ?? 'the writer failed';
      const result = writeDeterministic(writerInput);
      return { ...result, facts: { ...result.facts, fallbackUsed: true, fallbackReason: reason } };
    };
  if (input.writer === undefined) return [() => writeDeterministic(writerInput)];
  const allowed = input.fallbackEnabled ?? true;
  try {
    const result = await input.writer.write(writerInput, input.signal);
    return allowed ? [() => result, fallback(undefined)] : [() => result];
  } catch (error) {
    if (!allowed) throw error;
    return [fallback(`the writer failed: ${(error as Error).message}`)];
  }
}

/** Writes all files into `staging`; returns why the result is refused, if it is. */
function fillAndVerify(
  staging: string,
  input: WritePaperInput,
  built: BuiltBundle,
  draft: LedgerDraft,
  { document, facts }: WriterResult,
  generatedAt: string,
): ServiceError | undefined {
  const undeclared = undeclaredTexts(document);
  if (undeclared.length > 0)
    return refused('text with digits that are neither claim nor declared', undeclared);
  const markdown = renderMarkdown(document);
  const ledger = finishLedger(input, built, draft, document, markdown);
  writeBelow(staging, 'paper.md', markdown);
  writeBelow(staging, 'paper.tex', renderLatex(document));
  writeJson(staging, 'evidence_bundle.json', built.bundle);
  writeJson(staging, 'claim_ledger.json', ledger);
  for (const copy of built.copies) writeBelow(staging, copy.file.public_path, copy.bytes);
  for (const figure of figuresOf(document)) {
    writeBelow(staging, figurePath(figure.id), renderSvg(figure.data));
  }
  writeJson(staging, 'metadata.json', metadataOf(input, built, document, generatedAt));
  writeJson(staging, 'paper_manifest.json', manifestOf(staging, input, facts, ledger, generatedAt));
  const { problems } = verifyPaper(staging);
  return problems.length === 0
    ? undefined
    : refused(
        'numbers that cannot be traced',
        problems.map((problem) => `${problem.file}: ${problem.message}`),
      );
}

function refused(what: string, problems: readonly string[]): ServiceError {
  return new ServiceError('gates_failed', `The draft has ${what}: ${problems[0] ?? ''}`, {
    problems: problems.slice(0, 50),
  });
}

function figuresOf(document: PaperDocument) {
  return document.sections.flatMap((section) =>
    section.blocks.filter((block) => block.kind === 'figure'),
  );
}

/** Adds to the claims what only the finished text can say: where each is used, what was declared. */
function finishLedger(
  input: WritePaperInput,
  built: BuiltBundle,
  draft: LedgerDraft,
  document: PaperDocument,
  markdown: string,
): ClaimLedger {
  const figures = figuresOf(document).map((figure) => ({
    id: figure.id,
    file: figurePath(figure.id),
    x_label: figure.data.xLabel,
    x: figure.xIds === null ? null : [...figure.xIds],
    series: figure.data.series.map((series, at) => ({
      name: series.name,
      y: [...(figure.seriesIds[at] ?? [])],
    })),
  }));
  const reasons = declaredReasons(document);
  const masker = createMasker([...reasons.keys()]);
  const plain = readMarkdownDraft(markdown, figures);
  const counts = new Map<string, number>();
  for (const found of plain.lines.flatMap((line) => masker(takeCitations(line.text).rest).found)) {
    counts.set(found.text, (counts.get(found.text) ?? 0) + 1);
  }
  const ledger: ClaimLedger = {
    schema_version: 'claim_ledger.v3',
    paper_id: input.paperId,
    run_id: input.runId,
    evidence_merkle_root: built.bundle.merkle_root,
    claims: [...draft.claims],
    unsupported_claim_count: draft.claims.filter((claim) => claim.support_status === 'unsupported')
      .length,
    not_results: [...reasons].flatMap(([text, reason]) => {
      const count = counts.get(text) ?? 0;
      return count === 0 ? [] : [{ text, reason, count }];
    }),
    figures,
  };
  const { usage } = checkDraft('paper.md', plain, ledger, new Map());
  const claims = ledger.claims.map((claim) => ({ ...claim, used_in: usesOf(claim.id, usage) }));
  return { ...ledger, claims };
}

function declaredReasons(document: PaperDocument): Map<string, string> {
  const reasons = new Map<string, string>();
  const runs = [
    document.title,
    document.notice,
    ...document.sections.flatMap((section) => [...inlineRuns(section.blocks)]),
  ];
  for (const inline of runs.flat()) {
    if (inline.kind === 'declared') reasons.set(inline.text, inline.reason);
  }
  return reasons;
}

function metadataOf(
  input: WritePaperInput,
  built: BuiltBundle,
  document: PaperDocument,
  generatedAt: string,
): JsonObject {
  return {
    public_id: null,
    title: document.title.map(inlineText).join('').trim(),
    generated_at: generatedAt,
    generated_by: productTitle,
    ai_generated: true,
    human_authorship_claimed: false,
    review_status: 'AI-generated research artifact',
    released_by_role: 'system operator',
    source_record_fingerprint: fingerprint({
      paper_id: input.paperId,
      run_id: input.runId,
      merkle_root: built.bundle.merkle_root,
    }).slice(0, 16),
    source_system: `${productTitle} control plane`,
  };
}

function manifestOf(
  staging: string,
  input: WritePaperInput,
  facts: WriterFacts,
  ledger: ClaimLedger,
  generatedAt: string,
): JsonObject {
  return {
    schema_version: 'paper_manifest.v3',
    paper_id: input.paperId,
    project_id: input.projectId,
    run_id: input.runId,
    generated_at: generatedAt,
    generated_by: productTitle,
    ai_generated: true,
    human_authorship_claimed: false,
    peer_reviewed: false,
    writer: {
      provider: facts.provider,
      model: facts.model,
      fallback_used: facts.fallbackUsed,
      fallback_reason: facts.fallbackReason,
      details: facts.details,
    },
    prompt_sha256: facts.promptSha256,
    engine_versions: { ...input.versions, node: process.versions.node },
    claim_count: ledger.claims.length,
    artifacts: listFiles(staging).map((path) => describeFile(staging, path)),
  };
}

/** Size and hash of a file as manifests list it. */
export function describeFile(
  root: string,
  path: string,
): { path: string; bytes: number; sha256: string } {
  const bytes = readFileSync(join(root, path));
  return { path, bytes: bytes.byteLength, sha256: sha256Hex(bytes) };
}

function writeJson(root: string, path: string, value: unknown): void {
  writeBelow(root, path, `${JSON.stringify(value, null, 2)}\n`);
}

function titleOf(staging: string): string {
  const metadata = JSON.parse(readFileSync(join(staging, 'metadata.json'), 'utf8')) as {
    title: string;
  };
  return metadata.title;
}

function describe(
  input: WritePaperInput,
  title: string,
  built: BuiltBundle,
  ledger: LedgerDraft,
  facts: WriterFacts,
): WrittenPaper {
  const at = (file: string): string => `papers/${input.runId}/${file}`;
  return {
    title,
    draft_markdown_path: at('paper.md'),
    draft_latex_path: at('paper.tex'),
    evidence_bundle_path: at('evidence_bundle.json'),
    claim_ledger_path: at('claim_ledger.json'),
    manifest_path: at('paper_manifest.json'),
    report: {
      writer_provider: facts.provider,
      writer_model: facts.model,
      fallback_used: facts.fallbackUsed,
      fallback_reason: facts.fallbackReason,
      claim_count: ledger.claims.length,
      evidence_file_count: built.bundle.files.length,
      verified: true,
      ...(input.sync === undefined ? {} : { evidence_sync: input.sync }),
    },
  };
}
