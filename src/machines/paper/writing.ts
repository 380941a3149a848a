/** Writing a paper, the first time and anew: asked for, done, failed. */
import { labelsOf } from '../../domain/entities/labels.ts';
import { limits } from '../../domain/limits.ts';
import type { WriterUse } from '../../domain/records.ts';
import { addUses } from '../../domain/writer-use.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { failureOf } from '../effect-failed.ts';
import { kit, type PaperContext, type PaperMachineEvent, paperSetup, perform } from './context.ts';
import type { GeneratedArtifacts } from './events.ts';
import { askEvaluation, tellQueueItem, tellReplication, tellReview } from './telling.ts';

const idsOf = ({ project_id, run_id }: PaperContext) => ({ project_id, run_id });
const pending = (context: PaperContext): string | null => context.pending_request;

/** What holds only while somebody writes. */
const ended = { pending_request: null, cancel_requested: null } as const;

/** What was used is kept by writing; where there are too many, the two oldest become one. */
function withUse(
  { writer_uses: before = [] }: PaperContext,
  { writer_use: use, at }: { readonly writer_use?: WriterUse; readonly at: string },
): Pick<PaperContext, 'writer_uses'> {
  if (use === undefined) return {};
  const uses = [...before, { at, ...use }];
  const [oldest, next, ...rest] = uses;
  if (uses.length <= limits.writerUsesKeptMax || oldest === undefined || next === undefined)
    return { writer_uses: uses };
  return { writer_uses: [{ ...next, ...addUses(oldest, next) }, ...rest] };
}

/** What a finished generation changes. */
function keep(artifacts: GeneratedArtifacts, at: string): Partial<PaperContext> {
  const { report: _report, ...paths } = artifacts;
  return { ...paths, ...ended, generated_at: at, last_error: null };
}

type Written = Extract<PaperMachineEvent, { type: 'DRAFTED' | 'REWRITTEN' }>;
/** The text, for whoever waits for it. */
const answerWritten = <E extends Written>(result: 'drafted' | 'rewritten') =>
  kit.answer<E>(pending, ({ context, event }) => ({
    result,
    paper_id: context.paper_id,
    ...idsOf(context),
    ...event.artifacts,
  }));

type Failure = Extract<PaperMachineEvent, { type: 'GENERATION_FAILED' | 'EFFECT_FAILED' }>;
type FailureOf<Type extends Failure['type']> = Extract<Failure, { type: Type }>;
/** The error is kept; the caller learns code and details. */
const failed = <E extends Failure>(
  eventType: string,
  facts: (event: E) => { code: string; details: JsonObject },
) => [
  kit.answer<E>(pending, ({ context, event }) => ({
    result: 'failed',
    paper_id: context.paper_id,
    ...idsOf(context),
    error: event.error,
    ...facts(event),
  })),
  kit.change<E>(({ context, event }) => ({
    ...ended,
    ...withUse(context, event),
    ...failureOf(event.error, event),
  })),
  kit.record<E>(eventType, ({ context, event }) => ({ ...idsOf(context), error: event.error })),
];
/** The paper is held, with the error as its reason. */
const held = kit.record<FailureOf<'GENERATION_FAILED'>>(
  'paper.human_review_requested',
  ({ event }) => ({ reason: event.error }),
);
/** Where a failed generation leads, and who hears of it. */
interface Failing<Target extends string, Held extends string> {
  readonly target: Target;
  readonly told?: readonly (typeof askEvaluation)[];
  /** For a failure that a person has to look at. */
  readonly held: Held;
  readonly toldHeld?: readonly (typeof askEvaluation)[];
}
/** All ways in which a generation fails. */
const failures = <Target extends string, Held extends string>(
  eventType: string,
  { target, told = [], held: place, toldHeld = [] }: Failing<Target, Held>,
) =>
  paperSetup.createStateConfig({
    on: {
      GENERATION_FAILED: [
        {
          guard: 'needsPerson',
          target: place,
          actions: [
            ...failed<FailureOf<'GENERATION_FAILED'>>(eventType, ({ code, details }) => ({
              code,
              details,
            })),
            held,
            ...toldHeld,
          ],
        },
        {
          target,
          actions: [
            ...failed<FailureOf<'GENERATION_FAILED'>>(eventType, ({ code, details }) => ({
              code,
              details,
            })),
            ...told,
          ],
        },
      ],
      EFFECT_FAILED: {
        target,
        actions: [
          ...failed<FailureOf<'EFFECT_FAILED'>>(eventType, ({ code = 'internal' }) => ({
            code,
            details: {},
          })),
          ...told,
        ],
      },
    },
  }).on;

type Draft = Extract<PaperMachineEvent, { type: 'DRAFT' }>;
const draftBegun = [
  kit.change<Draft>(({ event }) => ({
    paper_id: event.paper_id,
    project_id: event.project_id,
    ...labelsOf(event),
    run_id: event.run_id,
    decision: event.decision,
    pending_request: event.wait === false ? null : event.request_key,
    last_error: null,
  })),
  kit.record<Draft>('paper.draft_started', ({ context }) => idsOf(context)),
  kit.perform<Draft>(({ event }) =>
    perform('paper.draft', {
      paper_id: event.paper_id,
      project_id: event.project_id,
      project_name: event.project_name,
      project_dir: event.project_dir,
      run_id: event.run_id,
      decision: event.decision,
    }),
  ),
] as const;

type Rewrite = Extract<PaperMachineEvent, { type: 'REWRITE' }>;
const rewriteBegun = [
  kit.change<Rewrite>(({ event }) => ({
    pending_request: event.wait === false ? null : event.request_key,
    last_error: null,
  })),
  kit.record<Rewrite>('paper.rewrite_started', ({ context, event }) => ({
    ...idsOf(context),
    force: event.force,
  })),
  kit.perform<Rewrite>(({ context, event }) =>
    perform('paper.rewrite', {
      paper_id: context.paper_id,
      project_id: context.project_id,
      project_name: event.project_name,
      project_dir: event.project_dir,
      run_id: context.run_id,
      // The guard has seen it.
      decision: context.decision!,
      force: event.force,
    }),
  ),
] as const;
/** For whoever does not wait for the text. */
const answerBegun = <E extends Draft | Rewrite>() =>
  kit.reply<E>(({ context }) => ({
    result: 'begun',
    paper_id: context.paper_id,
    ...idsOf(context),
  }));

export const { DRAFT, REWRITE } = paperSetup.createStateConfig({
  on: {
    DRAFT: [
      {
        guard: 'nobodyWaits',
        target: '#draft_generating',
        actions: [...draftBegun, answerBegun<Draft>()],
      },
      { target: '#draft_generating', actions: [...draftBegun, kit.defer] },
    ],
    REWRITE: [
      {
        guard: 'isBegunAlone',
        target: '#publication_generating',
        actions: [...rewriteBegun, answerBegun<Rewrite>()],
      },
      {
        guard: 'hasDecision',
        target: '#publication_generating',
        actions: [...rewriteBegun, kit.defer],
      },
    ],
  },
}).on;

/** The wish is kept; its writer is told outside, or finds it when it begins. */
const { CANCEL_WRITING } = paperSetup.createStateConfig({
  on: {
    CANCEL_WRITING: {
      guard: 'goesOn',
      actions: [
        kit.change(({ event }) => ({
          cancel_requested: event.reason === null ? event.by : `${event.by}: ${event.reason}`,
        })),
        kit.record('paper.cancel_requested', ({ context, event }) => ({
          ...idsOf(context),
          reason: event.reason,
        })),
      ],
    },
  },
}).on;

/** While the first draft is written. */
export const drafting = paperSetup.createStateConfig({
  on: {
    DRAFTED: {
      target: '#draft_review',
      actions: [
        answerWritten('drafted'),
        kit.change(({ context, event }) => ({
          ...keep(event.artifacts, event.at),
          ...withUse(context, event),
        })),
        kit.record('paper.drafted', ({ context, event }) => ({
          ...idsOf(context),
          ...event.artifacts,
        })),
        tellQueueItem,
        tellReview('draft_review', false),
        tellReplication,
      ],
    },
    CANCEL_WRITING,
    ...failures('paper.draft_failed', { target: '#eligible', held: '#held_undrafted' }),
  },
}).on;

/** While the publication text is written. */
export const rewriting = paperSetup.createStateConfig({
  on: {
    REWRITTEN: {
      target: '#publication_draft',
      actions: [
        answerWritten('rewritten'),
        kit.change(({ context, event }) => ({
          ...keep(event.artifacts, event.at),
          ...withUse(context, event),
          rewrite_count: context.rewrite_count + 1,
        })),
        kit.recordAs(({ context, event }) => ({
          event_type: 'paper_review.draft_rewritten',
          entity_type: 'paper_review',
          entity_id: context.paper_id,
          payload: {
            ...idsOf(context),
            rewrite_count: context.rewrite_count,
            ...event.artifacts,
          },
        })),
        tellReview('publication_draft', false),
        tellReplication,
      ],
    },
    CANCEL_WRITING,
    ...failures('paper.rewrite_failed', {
      target: '#before_rewrite',
      told: [askEvaluation],
      held: '#human_review_required',
      toldHeld: [askEvaluation, tellReview('human_review_required')],
    }),
  },
}).on;
