/**
 * The paper of one run.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new`, `eligible` | never drafted, or the first draft failed | an operator or the pump | `DRAFT`, `ARCHIVE` |
 * | `draft_generating` | a first draft was asked for | the writer | `DRAFTED`, or failure back to `eligible` |
 * | `draft_review` | the draft exists | an operator | `REWRITE`, `REQUEST_HUMAN_REVIEW`, `ARCHIVE` |
 * | `publication_generating` | a rewrite was asked for | the writer | `REWRITTEN`, or failure back to where it was |
 * | `publication_draft` | a rewrite exists | publication automation | `REWRITE`, `REQUEST_HUMAN_REVIEW`, `ARCHIVE` |
 * | `human_review_required` | a gate failed or an operator asked | a person | `ARCHIVE` |
 * | `archived` | put away | nothing | never |
 *
 * While generating nothing else is accepted, so that a paper never has two writers.
 */
import { setup } from 'xstate';
import type { Paper } from '../../domain/records.ts';
import type { PaperStatus } from '../../domain/statuses.ts';
import { durableActions, type Stamped } from '../durable-actions.ts';
import { createKit, performer, telling } from '../kit.ts';
import type { PaperReviewEvent } from '../paper-review/events.ts';
import type { QueueItemEvent } from '../queue-item/events.ts';
import type { PaperEffects } from './effects.ts';
import type { GeneratedArtifacts, PaperEvent } from './events.ts';

type Context = Omit<Paper, 'status'>;
type MachineEvent = Stamped<PaperEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<PaperEffects>();

export function initialPaper(id: string): Paper {
  return {
    status: 'new',
    paper_id: id,
    project_id: '',
    run_id: '',
    title: null,
    draft_markdown_path: null,
    draft_latex_path: null,
    evidence_bundle_path: null,
    claim_ledger_path: null,
    manifest_path: null,
    decision: null,
    last_error: null,
    resume_status: null,
    pending_request: null,
    rewrite_count: 0,
    generated_at: null,
    created_at: '',
    updated_at: '',
  };
}
const { status: _status, ...initialContext } = initialPaper('');

/** What a finished generation changes. */
function keep(artifacts: GeneratedArtifacts, at: string): Partial<Context> {
  const { report: _report, ...paths } = artifacts;
  return {
    ...paths,
    generated_at: at,
    last_error: null,
    resume_status: null,
    pending_request: null,
  };
}

/** Publication automation hears of every change of the paper. */
const tellReview = <E extends MachineEvent>(paperStatus: PaperStatus) =>
  kit.tell<E>(({ context }) =>
    telling<PaperReviewEvent>(
      { kind: 'paper_review', id: context.paper_id },
      {
        type: 'PAPER_CHANGED',
        paper_id: context.paper_id,
        project_id: context.project_id,
        run_id: context.run_id,
        title: context.title,
        paper_status: paperStatus,
      },
    ),
  );

const pending = (context: Context): string | null => context.pending_request;

const draft = {
  target: 'draft_generating',
  actions: [
    kit.change<EventOf<'DRAFT'>>(({ event }) => ({
      paper_id: event.paper_id,
      project_id: event.project_id,
      run_id: event.run_id,
      decision: event.decision,
      resume_status: 'eligible',
      pending_request: event.request_key,
      last_error: null,
    })),
    kit.record<EventOf<'DRAFT'>>('paper.draft_started', ({ event }) => ({
      project_id: event.project_id,
      run_id: event.run_id,
    })),
    kit.perform<EventOf<'DRAFT'>>(({ event }) =>
      perform('paper.draft', {
        paper_id: event.paper_id,
        project_id: event.project_id,
        project_name: event.project_name,
        project_dir: event.project_dir,
        run_id: event.run_id,
        decision: event.decision,
      }),
    ),
    kit.defer,
  ],
} as const;

const rewriteFrom = (status: PaperStatus) =>
  ({
    guard: 'hasDecision',
    target: 'publication_generating',
    actions: [
      kit.change<EventOf<'REWRITE'>>(({ event }) => ({
        resume_status: status,
        pending_request: event.request_key,
        last_error: null,
      })),
      kit.record<EventOf<'REWRITE'>>('paper.rewrite_started', ({ context, event }) => ({
        project_id: context.project_id,
        run_id: context.run_id,
        force: event.force,
      })),
      kit.perform<EventOf<'REWRITE'>>(({ context, event }) =>
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
      kit.defer,
    ],
  }) as const;

type Failure = EventOf<'GENERATION_FAILED' | 'EFFECT_FAILED'>;
/** Back to the state before, with the error; the caller learns code and details. */
const failed = <Target extends PaperStatus>(target: Target, eventType: string) =>
  ({
    target,
    actions: [
      kit.answer<Failure>(pending, ({ context, event }) => ({
        result: 'failed',
        paper_id: context.paper_id,
        project_id: context.project_id,
        run_id: context.run_id,
        error: event.error,
        code: event.type === 'GENERATION_FAILED' ? event.code : 'internal',
        details: event.type === 'GENERATION_FAILED' ? event.details : {},
      })),
      kit.change<Failure>(({ event }) => ({
        last_error: event.error,
        resume_status: null,
        pending_request: null,
      })),
      kit.record<Failure>(eventType, ({ context, event }) => ({
        project_id: context.project_id,
        run_id: context.run_id,
        error: event.error,
      })),
    ],
  }) as const;
const rewriteFailed = [
  { ...failed('publication_draft', 'paper.rewrite_failed'), guard: 'cameFromPublicationDraft' },
  failed('draft_review', 'paper.rewrite_failed'),
] as const;

const humanReview = {
  target: 'human_review_required',
  actions: [
    kit.change<EventOf<'REQUEST_HUMAN_REVIEW'>>(() => ({})),
    kit.record<EventOf<'REQUEST_HUMAN_REVIEW'>>('paper.human_review_requested', ({ event }) => ({
      reason: event.reason,
    })),
    tellReview<EventOf<'REQUEST_HUMAN_REVIEW'>>('human_review_required'),
  ],
} as const;

const archiveActions = [
  kit.change<EventOf<'ARCHIVE'>>(() => ({})),
  kit.record<EventOf<'ARCHIVE'>>('paper.archived', ({ event }) => ({ reason: event.reason })),
] as const;
const archive = {
  target: 'archived',
  actions: [...archiveActions, tellReview<EventOf<'ARCHIVE'>>('archived')],
} as const;
/** Nothing was drafted, so publication automation does not know the paper. */
const archiveUndrafted = { target: 'archived', actions: archiveActions } as const;

export const paperMachine = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: durableActions,
  guards: {
    hasDecision: ({ context }) => context.decision !== null,
    cameFromPublicationDraft: ({ context }) => context.resume_status === 'publication_draft',
  },
}).createMachine({
  id: 'paper',
  context: initialContext,
  initial: 'new',
  states: {
    new: { description: 'Never drafted.', on: { DRAFT: draft } },
    eligible: {
      description: 'The result can be drafted; an earlier try may have failed.',
      on: { DRAFT: draft, ARCHIVE: archiveUndrafted },
    },
    draft_generating: {
      description: 'A writer works on the first draft.',
      on: {
        DRAFTED: {
          target: 'draft_review',
          actions: [
            kit.answer<EventOf<'DRAFTED'>>(pending, ({ context, event }) => ({
              result: 'drafted',
              paper_id: context.paper_id,
              project_id: context.project_id,
              run_id: context.run_id,
              ...event.artifacts,
            })),
            kit.change<EventOf<'DRAFTED'>>(({ event }) => keep(event.artifacts, event.at)),
            kit.record<EventOf<'DRAFTED'>>('paper.drafted', ({ context, event }) => ({
              project_id: context.project_id,
              run_id: context.run_id,
              ...event.artifacts,
            })),
            kit.tell<EventOf<'DRAFTED'>>(({ context }) =>
              telling<QueueItemEvent>(
                { kind: 'queue_item', id: context.project_id },
                { type: 'PAPER_DRAFTED', paper_id: context.paper_id, run_id: context.run_id },
              ),
            ),
            tellReview<EventOf<'DRAFTED'>>('draft_review'),
          ],
        },
        GENERATION_FAILED: failed('eligible', 'paper.draft_failed'),
        EFFECT_FAILED: failed('eligible', 'paper.draft_failed'),
      },
    },
    draft_review: {
      description: 'The draft exists; it can be rewritten for publication.',
      on: {
        REWRITE: rewriteFrom('draft_review'),
        REQUEST_HUMAN_REVIEW: humanReview,
        ARCHIVE: archive,
      },
    },
    publication_generating: {
      description: 'A writer works on the publication text.',
      on: {
        REWRITTEN: {
          target: 'publication_draft',
          actions: [
            kit.answer<EventOf<'REWRITTEN'>>(pending, ({ context, event }) => ({
              result: 'rewritten',
              paper_id: context.paper_id,
              project_id: context.project_id,
              run_id: context.run_id,
              ...event.artifacts,
            })),
            kit.change<EventOf<'REWRITTEN'>>(({ context, event }) => ({
              ...keep(event.artifacts, event.at),
              rewrite_count: context.rewrite_count + 1,
            })),
            kit.recordAs<EventOf<'REWRITTEN'>>(({ context, event }) => ({
              event_type: 'paper_review.draft_rewritten',
              entity_type: 'paper_review',
              entity_id: context.paper_id,
              payload: {
                project_id: context.project_id,
                run_id: context.run_id,
                rewrite_count: context.rewrite_count,
                ...event.artifacts,
              },
            })),
            tellReview<EventOf<'REWRITTEN'>>('publication_draft'),
          ],
        },
        GENERATION_FAILED: rewriteFailed,
        EFFECT_FAILED: rewriteFailed,
      },
    },
    publication_draft: {
      description: 'The publication text exists; publication automation takes it on.',
      on: {
        REWRITE: rewriteFrom('publication_draft'),
        REQUEST_HUMAN_REVIEW: humanReview,
        ARCHIVE: archive,
      },
    },
    human_review_required: {
      description: 'A person must look before anything goes on.',
      on: { ARCHIVE: archive },
    },
    archived: { type: 'final', description: 'Put away.' },
  },
});
