/** Whether what is under way leaves the house: the check of readiness that looks at the outbox. */
import { limits } from '../../domain/limits.ts';
import { because, type OutboxState, ok, type Verdict } from '../common/index.ts';

/** An effect that waits too long is told with its error. Pure. */
export function judgeOutbox(outbox: OutboxState, nowMs: number): Verdict {
  const ageMs = outbox.oldest_at === null ? null : nowMs - Date.parse(outbox.oldest_at);
  const evidence = {
    pending: outbox.pending,
    pending_is_capped: outbox.capped,
    oldest_at: outbox.oldest_at,
    oldest_age_seconds: ageMs === null ? null : Math.max(0, Math.round(ageMs / 1000)),
    retrying: outbox.retrying,
  };
  if (ageMs !== null && ageMs > limits.outboxStuckMs) {
    return {
      status: 'failing',
      detail: `${outbox.oldest ?? 'an effect'} has waited since ${outbox.oldest_at}${because(outbox.last_error)}`,
      action: 'mend what its error names; it is tried again by itself',
      evidence,
      since: outbox.oldest_at,
    };
  }
  return ok(
    outbox.pending === 0 ? 'the outbox is empty' : `${outbox.pending} effects are under way`,
    evidence,
  );
}
