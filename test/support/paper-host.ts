/**
 * Papers without a disk: the real machines, store and commands on a writer that only says what it
 * was asked to write. For tests of what several papers, keys and crashes do to each other.
 */

import type { Journal } from '../../src/actors/journal/port.ts';
import type { ActorEvent } from '../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../src/actors/machine/spec.ts';
import type { ActorState, AnyDefinition } from '../../src/actors/runtime/definition.ts';
import type { EffectHandlers } from '../../src/actors/runtime/effect-handler.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import { createPerformCommand } from '../../src/control/commands/perform-command.ts';
import type { CorpusIndexReport, PaperTools } from '../../src/control/common/paper-tools.ts';
import { createPlanShelf } from '../../src/control/common/plans.ts';
import type { CommandContext, ControlContext } from '../../src/control/common/ports.ts';
import { rewriteObstacle } from '../../src/control/papers/paper-obstacles.ts';
import type { Paper, PaperReview, ProjectDecision } from '../../src/domain/records.ts';
import { asText } from '../../src/lib/as-text.ts';
import type { JsonObject } from '../../src/lib/canonical-json.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { controlPlaneMachines } from '../../src/machines/all.ts';
import { initialPaper } from '../../src/machines/paper/context.ts';
import { initialPaperReview } from '../../src/machines/paper-review/context.ts';
import type { ReadModels } from '../../src/store/ports/read-models.ts';
import {
  commitAll,
  createTestPlans,
  queueTurn,
  someTime,
  stateTurn,
  type TestStore,
} from './store-fixtures.ts';

export const sampleDecision: ProjectDecision = {
  project_decision: 'finalize_positive',
  research_outcome: 'paper_positive',
  hypothesis_status: 'supported',
};

export interface PaperHost {
  readonly host: ActorHost;
  readonly context: CommandContext;
}
export interface PaperHostOptions {
  readonly journal: Journal;
  readonly reads: ReadModels;
  /** Called for each paper that is written; throws words for a paper that cannot be. */
  readonly write: (paperId: string, effect: 'draft' | 'rewrite') => void | Promise<void>;
  /** Projects whose evidence is missing. */
  readonly without?: ReadonlySet<string>;
  /** What is known of the corpus; building its index changes nothing. */
  readonly corpus?: () => CorpusIndexReport;
  /** In place of those that only say what they were asked for. */
  readonly effects?: EffectHandlers;
}

const packaged = {
  type: 'PACKAGED',
  package_dir: 'packages/p',
  package_archive: 'packages/p.tar.gz',
  package_sha256: 'aa',
  report: {},
};

/** A host that runs; end it with `host.drain`. */
export async function startPaperHost(options: PaperHostOptions): Promise<PaperHost> {
  const { journal, reads } = options;
  const host: ActorHost = new ActorHost({
    journal,
    definitions: definitions(),
    effects: {
      'paper.draft': { run: (input) => write(options, input, 'draft') },
      'paper.rewrite': { run: (input) => write(options, input, 'rewrite') },
      'review.evaluate': { run: async () => null },
      'review.package': { run: async () => packaged },
      'command.perform': createPerformCommand(() => context),
      ...options.effects,
    },
    clock: systemClock,
    entropy: systemEntropy,
    onStoreFault: (error) => {
      throw error;
    },
  });
  const context: CommandContext = {
    control: {
      actors: host,
      reads,
      clock: systemClock,
      entropy: systemEntropy,
      plans: createPlanShelf(systemClock, createTestPlans()),
    } as unknown as ControlContext,
    papers: {
      checkEvidence: async (dir: string) =>
        options.without?.has(dir) === true ? { reason: 'no evidence', fatal: true } : null,
      previewPackage: async () => ({ problems: [], manifest: {} }),
      previewImport: async () => [],
      lookAtImports: () => async () => [],
      whyNotTwice: async () => [],
      replicationHold: async () => null,
      reportCorpusIndex: async () => options.corpus?.() ?? { known: false, reason: 'not_built' },
      rebuildCorpusIndex: async () => {},
    } as unknown as PaperTools,
  };
  await host.start();
  return { host, context };
}

async function write(
  { reads, write: writer }: PaperHostOptions,
  input: JsonObject,
  effect: 'draft' | 'rewrite',
): Promise<ActorEvent> {
  const paperId = asText(input['paper_id']);
  const obstacle =
    effect === 'rewrite' ? await rewriteObstacle(reads, paperId, input['force'] === true) : null;
  try {
    if (obstacle !== null) throw new Error(obstacle.message);
    await writer(paperId, effect);
  } catch (error) {
    const { message } = error as Error;
    return {
      type: 'GENERATION_FAILED',
      error: message,
      code: 'evidence_missing',
      details: { evidence_sync: { ok: false, error: message } },
    } as ActorEvent;
  }
  const artifacts = {
    title: `Paper ${paperId}`,
    draft_markdown_path: `${paperId}/paper.md`,
    draft_latex_path: `${paperId}/paper.tex`,
    evidence_bundle_path: `${paperId}/evidence_bundle.json`,
    claim_ledger_path: `${paperId}/claim_ledger.json`,
    manifest_path: `${paperId}/paper_manifest.json`,
    report: {},
  };
  return { type: effect === 'draft' ? 'DRAFTED' : 'REWRITTEN', artifacts } as ActorEvent;
}

function definitions(): Map<string, AnyDefinition> {
  const specs: readonly unknown[] = Object.values(controlPlaneMachines);
  const actors = specs.map((spec) =>
    createMachineActor(spec as MachineSpec<ActorState, ActorEvent>),
  );
  return new Map(actors.map((definition) => [definition.kind, definition]));
}

export const paperIdOf = (project: string): string => `${project}-20260101T000000000--draft`;
const runIdOf = (project: string): string => `${project}-20260101T000000000`;

/** A drafted paper with its place in publication automation. */
export async function plantPaper(
  { journal }: Pick<TestStore, 'journal'>,
  project: string,
  change: { readonly paper?: Partial<Paper>; readonly review?: Partial<PaperReview> } = {},
): Promise<string> {
  const id = paperIdOf(project);
  const ids = { paper_id: id, project_id: project, run_id: runIdOf(project) };
  const dated = { created_at: someTime, updated_at: someTime };
  const paper: Paper = {
    ...initialPaper(id),
    ...ids,
    ...dated,
    status: 'draft_review',
    title: `Paper ${project}`,
    decision: sampleDecision,
    ...change.paper,
  };
  const review: PaperReview = {
    ...initialPaperReview(id),
    ...ids,
    ...dated,
    status: 'queued',
    title: paper.title,
    paper_status: paper.status === 'new' ? 'eligible' : paper.status,
    ...change.review,
  };
  await commitAll(journal, [
    stateTurn('paper', id, 1, paper),
    stateTurn('paper_review', id, 1, review),
  ]);
  return id;
}

/** A completed project that waits for a paper. */
export async function plantCandidate(
  { journal }: Pick<TestStore, 'journal'>,
  project: string,
  updatedAt = someTime,
): Promise<void> {
  const completed = queueTurn(project, {
    status: 'completed',
    project_dir: project,
    current_run_id: runIdOf(project),
    decision: sampleDecision,
    gate_verdict: { positive: true, field: 'f', value: 'v', reason: 'r' },
    updated_at: updatedAt,
  });
  await commitAll(journal, [completed]);
}
