/** What the decision of a finished run, or the lack of one, does to its queue item. */
import { budgetReason } from './budgets.ts';
import { cancelEnded } from './canceling.ts';
import * as change from './changes.ts';
import { type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

type Decided = EventOf<'DECISION_READ'>;
const decisionRecord = (eventType: string) =>
  kit.record<Decided>(eventType, ({ event }) => ({
    run_id: event.run_id,
    decision: event.decision,
    gate_verdict: event.gate_verdict,
    problems: event.problems,
  }));

/**
 * The branches in their order: a cancel that waits, a budget that was spent, the end of the project,
 * another session of the agent, a block, and a person for everything else.
 */
export const decisionRead = [
  {
    guard: 'endsWhileCanceling',
    target: '#canceled',
    actions: [
      kit.change<Decided>((args) => ({
        decision: args.event.decision,
        gate_verdict: args.event.gate_verdict,
      })),
      ...cancelEnded<Decided>(),
    ],
  },
  {
    guard: 'endsOverBudget',
    target: '#needs_review',
    actions: [
      kit.change<Decided>((args) => ({
        ...change.readDecision(args),
        ...change.askReview(args),
        ...change.flagged(budgetReason(args.context), hints.overBudget),
        last_event_type: 'queue_item.budget_exceeded',
      })),
      kit.record<Decided>('queue_item.budget_exceeded', ({ context, event }) => ({
        run_id: event.run_id,
        ...context.budget_stop,
        decision: event.decision,
        gate_verdict: event.gate_verdict,
        problems: event.problems,
      })),
      ...ask.stopTimers,
    ],
  },
  {
    guard: 'decidedFinal',
    target: '#completed',
    actions: [
      kit.change<Decided>((args) => ({
        ...change.readDecision(args),
        next_action_hint: hints.completed,
        last_event_type: 'queue_item.completed',
      })),
      decisionRecord('queue_item.completed'),
      ...ask.stopTimers,
    ],
  },
  {
    guard: 'decidedAndMayContinue',
    target: '#queued',
    actions: [
      kit.change<Decided>((args) => ({
        ...change.readDecision(args),
        continue_count: args.context.continue_count + 1,
        next_mode: 'resume',
        next_prompt: args.event.decision?.recommended_next_action ?? null,
        next_action_hint: hints.queued,
        last_event_type: 'queue_item.continued',
      })),
      decisionRecord('queue_item.continued'),
      ...ask.stopTimers,
    ],
  },
  {
    guard: 'decidedBlocked',
    target: '#blocked',
    actions: [
      kit.change<Decided>((args) => ({
        ...change.readDecision(args),
        ...change.flagged(change.reviewReason(args), hints.blocked),
        last_event_type: 'queue_item.blocked',
      })),
      decisionRecord('queue_item.blocked'),
      ...ask.stopTimers,
    ],
  },
  {
    guard: 'currentRun',
    target: '#needs_review',
    actions: [
      kit.change<Decided>((args) => ({
        ...change.readDecision(args),
        ...change.askReview(args),
        last_event_type: 'queue_item.review_requested',
      })),
      decisionRecord('queue_item.review_requested'),
      ...ask.stopTimers,
    ],
  },
] as const;

/** No evidence: a person must look, unless the item was to be canceled anyway. */
export const evidenceFailed = [
  {
    guard: 'evidenceFailedWhileCanceling',
    target: '#canceled',
    actions: cancelEnded<EventOf<'EFFECT_FAILED'>>(),
  },
  {
    guard: 'evidenceFailedOverBudget',
    target: '#needs_review',
    actions: [
      kit.change<EventOf<'EFFECT_FAILED'>>(({ context, event }) => ({
        ...change.flagged(
          `${budgetReason(context)}; the evidence of the run could not be collected`,
          hints.overBudget,
        ),
        last_error: event.error,
        last_event_type: 'queue_item.evidence_failed',
      })),
      kit.record<EventOf<'EFFECT_FAILED'>>('queue_item.evidence_failed', ({ context, event }) => ({
        run_id: context.current_run_id,
        error: event.error,
      })),
      ...ask.stopTimers,
    ],
  },
  {
    guard: 'evidenceFailed',
    target: '#needs_review',
    actions: [
      kit.change<EventOf<'EFFECT_FAILED'>>(({ event }) => ({
        ...change.flagged('the evidence of the run could not be collected', hints.noDecision),
        last_error: event.error,
        last_event_type: 'queue_item.evidence_failed',
      })),
      kit.record<EventOf<'EFFECT_FAILED'>>('queue_item.evidence_failed', ({ context, event }) => ({
        run_id: context.current_run_id,
        error: event.error,
      })),
      ...ask.stopTimers,
    ],
  },
] as const;
