/** What workers told of runs lately, as it was taken. */
import { limits } from '../../domain/limits.ts';
import { callbackTypes } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { type ListedEvent, newestEvents } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';

/** The newest callbacks of any type: the newest of each type, which has its index, put in order. */
export async function recentCallbacks(context: Needs<'reads'>) {
  const found = await Promise.all(
    callbackTypes.map((type) =>
      context.reads.events({
        ...newestEvents,
        limit: limits.queueHealthCallbacksMax,
        eventType: `worker_callback.${type}`,
      }),
    ),
  );
  return found
    .flat()
    .sort((one, other) => other.event_id - one.event_id)
    .slice(0, limits.queueHealthCallbacksMax)
    .map(toCallback);
}

function toCallback(event: ListedEvent) {
  const { event_id, event_type, entity_id, payload, payload_bytes, created_at } = event;
  const textOrNull = (member: string): string | null => {
    const text = asText(payload[member]);
    return text === '' ? null : text;
  };
  return {
    event_id,
    event_type,
    project_id: entity_id,
    run_id: textOrNull('run_id'),
    applied: payload['applied'] === true,
    ignore_reason: textOrNull('ignore_reason'),
    gate_state: textOrNull('gate_state'),
    reason: textOrNull('reason'),
    seen_at: textOrNull('seen_at'),
    received_at: created_at,
    ...(payload_bytes === undefined ? {} : { payload_bytes }),
  };
}
