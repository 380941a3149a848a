/** What the decision of a finished run, or the lack of one, does to its queue item. */
import { budgetReason } from './budgets.ts';
import { cancelEnded } from './canceling.ts';
import * as change from './changes.ts';
import { type EventOf, kit, type On, type QueueItemContext } from './context.ts';
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
/** The decision is noted with what follows of it, and nothing of the run is waited for any more. */
const decided = (
  eventType: string,
  follows: (args: On<'DECISION_READ'>) => Partial<QueueItemContext>,
) =>
  [
    kit.change<Decided>((args) => ({
      ...change.readDecision(args),
      ...follows(args),
      last_event_type: eventType,
    })),
    decisionRecord(eventType),
    ...ask.stopTimers,
  ] as const;

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
    actions: decided('queue_item.completed', () => ({ next_action_hint: hints.completed })),
  },
  {
    guard: 'decidedAndMayContinue',
    target: '#queued',
    actions: decided('queue_item.continued', ({ context, event }) => ({
      continue_count: context.continue_count + 1,
      next_mode: 'resume',
      next_prompt: event.decision?.recommended_next_action ?? null,
      next_action_hint: hints.queued,
    })),
  },
  {
    guard: 'decidedBlocked',
    target: '#blocked',
    actions: decided('queue_item.blocked', (args) =>
      change.flagged(change.reviewReason(args), hints.blocked),
    ),
  },
  {
    guard: 'currentRun',
    target: '#needs_review',
    actions: decided('queue_item.review_requested', change.askReview),
  },
] as const;

type Failed = EventOf<'EFFECT_FAILED'>;
const noEvidence = 'the evidence of the run could not be collected';
const unread = (follows: (context: QueueItemContext) => Partial<QueueItemContext>) =>
  [
    kit.change<Failed>(({ context, event }) => ({
      ...follows(context),
      last_error: event.error,
      last_event_type: 'queue_item.evidence_failed',
    })),
    kit.record<Failed>('queue_item.evidence_failed', ({ context, event }) => ({
      run_id: context.current_run_id,
      error: event.error,
    })),
    ...ask.stopTimers,
  ] as const;

/** No evidence: a person must look, unless the item was to be canceled anyway. */
export const evidenceFailed = [
  {
    guard: 'evidenceFailedWhileCanceling',
    target: '#canceled',
    actions: cancelEnded<Failed>(),
  },
  {
    guard: 'evidenceFailedOverBudget',
    target: '#needs_review',
    actions: unread((context) =>
      change.flagged(`${budgetReason(context)}; ${noEvidence}`, hints.overBudget),
    ),
  },
  {
    guard: 'evidenceFailed',
    target: '#needs_review',
    actions: unread(() => change.flagged(noEvidence, hints.noDecision)),
  },
] as const;
