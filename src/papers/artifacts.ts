/**
 * Writes a paper: evidence, then ledger, then prose, all into a staging folder that is verified and
 * only then put in place. The same input at the same time gives the same bytes.
 */
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { judgeDecision } from '../domain/decision-gate.ts';
import { ServiceError } from '../domain/errors.ts';
import { isIdentifier } from '../domain/ids.ts';
import type { ProjectDecision } from '../domain/records.ts';
import type { Json, JsonObject } from '../lib/canonical-json.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { createKnownRedactor, knownRules } from '../lib/known-secrets.ts';
import { redactValue } from '../lib/redact.ts';
import { createNameRedactor } from '../lib/secret-names.ts';
import { secretRules } from '../lib/secret-rules.ts';
import { refuseContradicted } from './claims/contradiction.ts';
import { figuresOf, finishLedger } from './claims/finish.ts';
import { draftLedger, type LedgerDraft } from './claims/ledger.ts';
import { undeclaredTexts } from './document.ts';
import { keepDraft } from './drafts/drafts.ts';
import { type BuiltBundle, buildBundle } from './evidence/bundle.ts';
import type { ObservedRun } from './evidence/observed.ts';
import type { ReplicationSource } from './evidence/replication.ts';
import type { BundleIdea, BundleRegistration } from './evidence/schema.ts';
import { hashesOf } from './gates.ts';
import { buildManifest, buildMetadata } from './manifest.ts';
import type { Typeset, Typesetter } from './pdf/typeset.ts';
import { readingOnce } from './readers/file.ts';
import { renderHtml } from './render/html.ts';
import { renderJats } from './render/jats.ts';
import { renderLatex } from './render/latex.ts';
import { figurePath, renderMarkdown } from './render/markdown.ts';
import { renderMyst } from './render/myst.ts';
import { propertiesOf } from './render/properties.ts';
import { renderSvg } from './render/svg.ts';
import { renderTypst } from './render/typst.ts';
import {
  commitFolder,
  discardFolder,
  type ReplaceOptions,
  type StepHook,
  stageFolder,
  writeBelow,
  writeJsonBelow,
} from './staging.ts';
import { verifyPaper } from './verifier.ts';
import type { Problem } from './verify/problems.ts';
import { workingOn } from './work/working-on.ts';
import { writeDeterministic } from './writers/deterministic.ts';
import type { PaperWriter, WriterFacts, WriterInput, WriterResult } from './writers/port.ts';

/** One paper to write: where its evidence lies, what was decided, who words it. `clock` only dates it. */
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
  /** Absent: the project's name and hypothesis, without settings. */
  readonly idea?: BundleIdea;
  /** The criterion fixed before the run; absent or null: none was. */
  readonly registration?: BundleRegistration | null;
  /** What the worker saw of the run from outside; absent or null: nobody asked. */
  readonly observed?: ObservedRun | null;
  /** The run that did the experiment again; absent or null: none did, or none is over. */
  readonly replication?: ReplicationSource | null;
  readonly decision: ProjectDecision;
  readonly clock: Clock;
  readonly receipt?: JsonObject | null;
  /** Absent: the deterministic writer. */
  readonly writer?: PaperWriter;
  /** Whether the deterministic writer steps in when `writer` fails; true unless said otherwise. */
  readonly fallbackEnabled?: boolean;
  /** What was asked of a model, and what it cost, for manifest and report; whoever wrote in the end. */
  readonly asked?: Json;
  /** Versions of the engines involved, for the manifest. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Of the installation's configuration: taken out of all that the paper is made of, and kept nowhere. */
  readonly secrets?: readonly string[];
  /** Outcome of the evidence sync, repeated in the report. */
  readonly sync?: Json;
  /** Makes `paper.pdf`; absent: the paper has none, and its manifest says so. */
  readonly typeset?: Typesetter;
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
  /** Of each text as it was written, by file name. */
  readonly artifact_sha256: Readonly<Record<string, string>>;
  readonly report: Readonly<Record<string, Json>>;
}

/** All that a writer gets, read from the folder; throws as `writePaper` does before anything is written. */
export function gatherInput({ secrets = [], ...given }: WritePaperInput) {
  const rules = [...knownRules(secrets), ...secretRules];
  // As the copies of the evidence are: what the record says must be what its copy says.
  const input = {
    ...given,
    projectName: redactValue(given.projectName, rules),
    hypothesis: redactValue(given.hypothesis ?? null, rules),
    decision: redactValue(given.decision, rules),
  };
  refuseUnfit(input);
  const generatedAt = toIsoTime(input.clock.now());
  const built = buildBundle({
    projectDir: input.projectDir,
    paperId: input.paperId,
    projectId: input.projectId,
    runId: input.runId,
    createdAt: generatedAt,
    receipt: input.receipt ?? null,
    idea: input.idea ?? {
      title: input.projectName,
      hypothesis: input.hypothesis ?? null,
      settings: {},
    },
    registration: input.registration ?? null,
    observed: input.observed ?? null,
    replication: input.replication ?? null,
    rules,
    redactName: createNameRedactor(createKnownRedactor(secrets)),
  });
  refuseWithoutEvidence(built, input.projectDir);
  const ledger = draftLedger(built, input.decision);
  // Held against the file as it was read: what is redacted here is not yet redacted there.
  refuseContradicted({ ...given, rules }, ledger, built.bundle);
  const writerInput: WriterInput = {
    paperId: input.paperId,
    projectId: input.projectId,
    runId: input.runId,
    projectName: input.projectName,
    hypothesis: input.hypothesis ?? null,
    decision: input.decision,
    verdict: judgeDecision(input.decision),
    bundle: built.bundle,
    copies: built.copies,
    ledger,
    notes:
      built.copies.find((copy) => copy.file.role === 'run_notes')?.bytes.toString('utf8') ?? null,
    generatedAt,
  };
  return { input, built, writerInput };
}

/**
 * Writes `papers/<run_id>/`. Throws `ServiceError`: `evidence_missing` when there is nothing to write
 * about, `not_eligible` for an undecided run, `path_escape` for a run id that is no folder name,
 * `gates_failed` with the problems when the result does not pass the verifier, or, with a `reason` and
 * before anything is written, when the decision record contradicts what was computed or stored, or when
 * nothing was measured.
 */
export async function writePaper(given: WritePaperInput): Promise<WrittenPaper> {
  const { input, built, writerInput } = gatherInput(given);
  const { ledger } = writerInput;
  workingOn('run_notes.md');
  const drafts = await produceDrafts(input, writerInput);
  const place: ReplaceOptions = {
    parent: join(input.artifactRoot, 'papers'),
    name: input.runId,
    onStep: input.onStep,
  };
  let refusal: ServiceError | undefined;
  for (const result of drafts) {
    const staging = stageFolder(place);
    const reason = fillAndVerify(staging, input, built, ledger, result(refusal));
    if (reason === undefined) {
      const written = { title: titleOf(staging), artifact_sha256: hashesOf(staging) };
      keepDraft(join(place.parent, place.name));
      commitFolder(place);
      return { ...written, ...describe(input, built, ledger, result(refusal).facts) };
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
  // These are not of the folder.
  const found = built.bundle.files.filter(
    ({ role }) => !['idea', 'registration', 'observed', 'replication'].includes(role),
  );
  const roles = new Set(found.map((file) => file.role));
  if (roles.has('result') || roles.has('metrics') || roles.has('run_notes')) return;
  throw new ServiceError(
    'evidence_missing',
    'The project folder holds no result file and no run notes, so there is nothing a paper could say.',
    { project_dir: basename(projectDir), found: [...roles], limitations: built.bundle.limitations },
  );
}

/** Results to try, each told why the one before was refused. */
type Attempt = (refusal: ServiceError | undefined) => WriterResult;

async function produceDrafts(input: WritePaperInput, writerInput: WriterInput): Promise<Attempt[]> {
  const plain: Attempt = (refusal) => writeDeterministic(writerInput, refusal?.message);
  if (input.writer === undefined) return [() => writeDeterministic(writerInput), plain];
  const allowed = input.fallbackEnabled ?? true;
  try {
    const result = await input.writer.write(writerInput, input.signal);
    return allowed ? [() => result, ...fallbacks(writerInput)] : [() => result];
  } catch (error) {
    if (!allowed) throw error;
    return fallbacks(writerInput, `the writer failed: ${(error as Error).message}`);
  }
}

/** The deterministic writer in place of another, which `why` or the first refusal is about. */
function fallbacks(writerInput: WriterInput, why?: string): Attempt[] {
  let fallbackReason = why;
  return [false, true].map((isPlain) => (refusal) => {
    fallbackReason ??= refusal?.message ?? 'the writer failed';
    const result = writeDeterministic(writerInput, isPlain ? refusal?.message : undefined);
    return { ...result, facts: { ...result.facts, fallbackUsed: true, fallbackReason } };
  });
}

/** Writes all files into `staging`; returns why the result is refused, if it is. */
function fillAndVerify(
  staging: string,
  input: WritePaperInput,
  built: BuiltBundle,
  draft: LedgerDraft,
  { document, facts }: WriterResult,
): ServiceError | undefined {
  const undeclared = undeclaredTexts(document);
  if (undeclared.length > 0)
    return refused('text with digits that are neither claim nor declared', undeclared);
  const markdown = renderMarkdown(document);
  const ledger = finishLedger(built.bundle, draft, document, markdown);
  writeBelow(staging, 'paper.md', markdown);
  writeBelow(staging, 'paper.tex', renderLatex(document));
  writeJsonBelow(staging, 'evidence_bundle.json', built.bundle);
  writeJsonBelow(staging, 'claim_ledger.json', ledger);
  for (const copy of built.copies) writeBelow(staging, copy.file.public_path, copy.bytes);
  for (const figure of figuresOf(document)) {
    writeBelow(staging, figurePath(figure.id), renderSvg(figure.data));
  }
  const metadata = buildMetadata(built.bundle, document, ledger.claims);
  writeJsonBelow(staging, 'metadata.json', metadata);
  const about = propertiesOf(metadata);
  writeBelow(staging, 'paper.html', renderHtml(document, about));
  writeBelow(staging, 'paper.xml', renderJats(document, about));
  writeBelow(staging, 'paper.myst.md', renderMyst(document, about));
  const seal = (pdf: Typeset): readonly Problem[] => {
    if (pdf.ok) writeBelow(staging, 'paper.pdf', pdf.bytes);
    else rmSync(join(staging, 'paper.pdf'), { force: true });
    rmSync(join(staging, 'paper_manifest.json'), { force: true });
    const { bundle } = built;
    const manifest = buildManifest(staging, {
      bundle,
      facts: input.asked === undefined ? facts : withAsked(facts, input.asked),
      claimCount: ledger.claims.length,
      versions: {
        ...input.versions,
        ...(facts.model === null ? {} : { writer_model: facts.model }),
      },
      pdf,
    });
    writeJsonBelow(staging, 'paper_manifest.json', manifest);
    return readingOnce(() => verifyPaper(staging).problems);
  };
  let problems = seal(makePdf(input, renderTypst(document, about)));
  const [first] = problems;
  // A PDF that does not read as the drafts do is no reason to have no paper.
  if (first !== undefined && problems.every(({ file }) => file === 'paper.pdf'))
    problems = seal({ ok: false, reason: `its text did not read as the drafts: ${first.message}` });
  return problems.length === 0
    ? undefined
    : refused(
        'numbers that cannot be traced',
        problems.map(
          ({ file, line, message }) => `${file}${line > 0 ? `:${line}` : ''}: ${message}`,
        ),
      );
}

const withAsked = (facts: WriterFacts, asked: Json): WriterFacts => ({
  ...facts,
  details: { ...facts.details, asked },
});
function makePdf({ typeset }: WritePaperInput, source: string): Typeset {
  workingOn('paper.pdf');
  return typeset?.(source) ?? { ok: false, reason: 'no PDF was asked for' };
}

function refused(what: string, problems: readonly string[]): ServiceError {
  return new ServiceError('gates_failed', `The draft has ${what}: ${problems[0] ?? ''}`, {
    problems: problems.slice(0, 50),
  });
}

function titleOf(staging: string): string {
  const metadata = JSON.parse(readFileSync(join(staging, 'metadata.json'), 'utf8')) as {
    title: string;
  };
  return metadata.title;
}

function describe(
  input: WritePaperInput,
  built: BuiltBundle,
  ledger: LedgerDraft,
  facts: WriterFacts,
): Omit<WrittenPaper, 'title' | 'artifact_sha256'> {
  const at = (file: string): string => `papers/${input.runId}/${file}`;
  return {
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
      prompt_sha256: facts.promptSha256,
      ...(facts.details['sentences'] === undefined ? {} : { writer_details: facts.details }),
      ...(input.asked === undefined ? {} : { writer_asked: input.asked }),
      verified: true,
      ...(input.sync === undefined ? {} : { evidence_sync: input.sync }),
    },
  };
}
