/** Files of a paper that are no longer what it was written from: what a review keeps and tells of them. */
import { enqueueActions } from 'xstate';
import type { RecordParams } from '../../actors/machine/durable-actions.ts';
import type { ReviewContext, ReviewMachineEvent } from './context.ts';

/** Said once when files begin to differ from what the paper was written from, and once when none does any more. */
export const recordDrift = enqueueActions<
  ReviewContext,
  ReviewMachineEvent,
  undefined,
  ReviewMachineEvent,
  never,
  { type: 'record'; params: RecordParams },
  never,
  never,
  never
>(({ context, event, enqueue }) => {
  if (event.type !== 'EVALUATED' || event.drift === undefined) return;
  const { drift } = event;
  const isKnown = (context.drift ?? null) !== null;
  if (isKnown === (drift !== null)) return;
  const event_type = isKnown ? 'paper_review.sound_again' : 'paper_review.drifted';
  enqueue({ type: 'record', params: { event_type, payload: { drift } } });
});

/** Kept with when it began; an evaluation that did not look changes nothing. */
export const drifted = (
  { drift_since: since }: ReviewContext,
  { drift, at }: Extract<ReviewMachineEvent, { type: 'EVALUATED' }>,
): Partial<ReviewContext> =>
  drift === undefined ? {} : { drift, drift_since: drift === null ? null : (since ?? at) };
