/**
 * What is known of the paper, found out about it and decided on its checklist. It rides along with
 * every status and moves none, but for a finalized paper that is written anew.
 */
import { failureOf } from '../effect-failed.ts';
import { telling } from '../kit.ts';
import type { PaperEvent } from '../paper/events.ts';
import { decideItem, mergeEvaluation } from './checklist.ts';
import { isRewrite, kit, perform } from './context.ts';
import { drifted, recordDrift } from './drift.ts';
import { failedGate } from './gates.ts';
import { statusChanged } from './moves.ts';
import { reviewSetup } from './setup.ts';

/** Lint, audit, checklist and rank, worked out from what there is now. */
export const evaluate = kit.perform(({ context }) =>
  perform('review.evaluate', {
    paper_id: context.paper_id,
    project_id: context.project_id,
    run_id: context.run_id,
    paper_status: context.paper_status,
  }),
);

/** A package that no longer equals its paper is none. */
const noPackage = {
  package_dir: null,
  package_archive: null,
  package_sha256: null,
  finalized_at: null,
} as const;

/** And what was an obstacle of the text before is none of this one. */
const written = { ...noPackage, gate_obstacle: null } as const;

/** The paper as it is now; what was found out about the paper before is unknown again. */
const paperChanged = (eventType: string) =>
  reviewSetup.createStateConfig({
    on: {
      PAPER_CHANGED: {
        actions: [
          kit.change(({ event }) => ({
            paper_id: event.paper_id,
            project_id: event.project_id,
            run_id: event.run_id,
            title: event.title,
            paper_status: event.paper_status,
            lint_passes: null,
            lint_finding_count: null,
            audit_verdict: null,
            evaluated_at: null,
            ...(isRewrite(event) ? written : {}),
          })),
          kit.record(eventType, ({ event }) => ({
            paper_status: event.paper_status,
            project_id: event.project_id,
            run_id: event.run_id,
          })),
          evaluate,
        ],
      },
    },
  }).on.PAPER_CHANGED.actions;

const putBackNote =
  'The paper was written anew after it was finalized; its package no longer equals it.';

/** It begins where `known` begins: in the queue. */
export const firstHeardOf = reviewSetup.createStateConfig({
  on: { PAPER_CHANGED: { target: 'known', actions: paperChanged('paper_review.queued') } },
}).on;

/** A finalized paper that is written anew loses its package and its final approval. */
export const putBack = reviewSetup.createStateConfig({
  on: {
    PAPER_CHANGED: {
      guard: 'rewritten',
      target: '#queued',
      actions: [
        kit.change(({ context, event }) => ({
          note: putBackNote,
          ready_for_finalization: false,
          checklist: decideItem(context.checklist, {
            item_id: 'final_approval',
            status: 'pending',
            note: null,
            by: event.by,
            at: event.at,
          }),
        })),
        statusChanged(() => ({ note: putBackNote })),
        ...paperChanged('paper_review.paper_changed'),
      ],
    },
  },
}).on;

/** What was found out; an obstacle that is gone is forgotten, one that stays was told of already. */
const evaluated = reviewSetup.createStateConfig({
  on: {
    EVALUATED: {
      actions: [
        kit.record('paper_review.evaluated', ({ event }) => ({
          lint_passes: event.lint_passes,
          lint_finding_count: event.lint_finding_count,
          audit_verdict: event.audit_verdict,
          rank_score: event.rank_score,
        })),
        recordDrift,
        kit.change(({ context, event }) => ({
          lint_passes: event.lint_passes,
          lint_finding_count: event.lint_finding_count,
          audit_verdict: event.audit_verdict,
          rank_score: event.rank_score,
          rank_reasons: event.rank_reasons,
          checklist: mergeEvaluation(context.checklist, event.checklist),
          evaluated_at: event.at,
          evaluated_mark: event.mark ?? null,
          ...drifted(context, event),
          last_error: null,
          ...(failedGate(event) === null && (context.gate_obstacle ?? null) !== null
            ? { gate_obstacle: null }
            : {}),
        })),
      ],
    },
  },
}).on.EVALUATED.actions;

/** Taken in every status once the paper is known, unless a state within answers first. */
export const evaluating = reviewSetup.createStateConfig({
  on: {
    PAPER_CHANGED: { actions: paperChanged('paper_review.paper_changed') },
    EVALUATE: { actions: [kit.record('paper_review.evaluation_requested'), evaluate] },
    EVALUATED: [
      {
        guard: 'gateFailed',
        actions: [
          ...evaluated,
          kit.change(({ event }) => ({ gate_obstacle: failedGate(event) })),
          kit.tell(({ context }) =>
            telling<PaperEvent>(
              { kind: 'paper', id: context.paper_id },
              { type: 'REQUEST_HUMAN_REVIEW', reason: context.gate_obstacle ?? '' },
            ),
          ),
        ],
      },
      { actions: evaluated },
    ],
    SET_CHECKLIST: {
      guard: 'itemDecided',
      actions: [
        kit.record('paper_review.checklist_updated', ({ context, event }) => ({
          item_id: event.item_id,
          from: context.checklist.find((entry) => entry.item_id === event.item_id)?.status ?? null,
          to: event.status,
          note: event.note,
          who: event.by,
        })),
        kit.change(({ context, event }) => ({
          checklist: decideItem(context.checklist, {
            item_id: event.item_id,
            status: event.status,
            note: event.note,
            by: event.by,
            at: event.at,
          }),
        })),
      ],
    },
    EFFECT_FAILED: {
      actions: [
        kit.change(({ event }) => failureOf(event.error, event)),
        kit.record('paper_review.effect_failed', ({ event }) => ({
          effect: event.effect,
          error: event.error,
        })),
      ],
    },
  },
}).on;
