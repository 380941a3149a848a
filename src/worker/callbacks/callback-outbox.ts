/**
 * The callbacks of this worker that the control plane has not taken yet: what waits and why, and
 * trying again at an operator's word. It owns nothing: queues live in the delivery actors, attempts
 * in the rows of their effects.
 */

import type { EffectRow } from '../../actors/journal/port.ts';
import type { ActorAddress } from '../../actors/machine/durable-actions.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isIdentifier } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';
import type { CallbackDelivery } from '../../domain/records.ts';
import { backOffMsMost } from '../../lib/back-off.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import { isRetriedByItself, parkedRetryMs } from '../../machines/callback-delivery/machine.ts';
import type * as wire from '../../worker-wire/wire-callbacks.ts';
import { askForOutcome } from '../ask.ts';
import type { AskActor } from '../ports.ts';
import { postBackOff } from './callback-post.ts';

interface CallbackOutboxOptions {
  /** Deliveries that are not done, oldest callback first. */
  readonly undelivered: (limit: number) => Promise<readonly CallbackDelivery[]>;
  readonly delivery: (runId: string) => Promise<CallbackDelivery | undefined>;
  /** True when the run is known here. */
  readonly knowsRun: (runId: string) => Promise<boolean>;
  /** Unfinished effects in their order, from the first. */
  readonly effects: (limit: number) => Promise<readonly EffectRow[]>;
  readonly ask: AskActor;
  /** Ends the back-off of an actor's effect; false when none waits in one. */
  readonly hurry: (address: ActorAddress) => boolean;
  readonly clock: Clock;
}

/** What the callback routes and a restart ask of the outbox; `retry` throws `run_not_found`. */
export interface CallbackOutbox {
  list(query: wire.CallbackListQuery): Promise<wire.CallbackListReply>;
  summary(): Promise<wire.CallbackSummary>;
  /** Posts the first callback of a run now. Asked again it does nothing more. */
  retry(runId: string): Promise<wire.CallbackRetryReply>;
  /** The same for every run that has one, oldest first. */
  retryAll(): Promise<wire.CallbackRetryAllReply>;
  /** What a restart does once: posts what was refused for a token or an address; how many runs. */
  retryMendable(): Promise<number>;
}

const kind = 'callback_delivery';
const postEffect = 'callback.post';

/** Makes the outbox over the gate's store and actors. */
export function createCallbackOutbox(options: CallbackOutboxOptions): CallbackOutbox {
  const { clock } = options;
  const timestamp = (): string => toIsoTime(clock.now());
  const undelivered = () => options.undelivered(limits.undeliveredRunsMax);

  const retry = async (delivery: CallbackDelivery): Promise<wire.CallbackRetryResult> => {
    const address = { kind, id: delivery.run_id };
    if (delivery.status === 'parked') {
      const { outcome } = await askForOutcome(options.ask, address, { type: 'RETRY' });
      // Refused: the timer or another operator was faster.
      return outcome.accepted ? 'retried' : 'under_way';
    }
    return options.hurry(address) ? 'hurried' : 'under_way';
  };

  return {
    async list({ state, limit }) {
      const all = await undelivered();
      const wanted = all.filter((each) => state === undefined || stateOf(each) === state);
      const posts = await readPosts(options);
      return {
        callbacks: wanted
          .slice(0, limit)
          .map((each) => toRow(each, posts.get(each.run_id), clock.now())),
        summary: summarize(all),
        has_more: wanted.length > limit || all.length === limits.undeliveredRunsMax,
        timestamp: timestamp(),
      };
    },

    summary: async () => summarize(await undelivered()),

    async retry(runId) {
      const delivery = isIdentifier(runId) ? await options.delivery(runId) : undefined;
      if (delivery === undefined && !(isIdentifier(runId) && (await options.knowsRun(runId)))) {
        throw new ServiceError('run_not_found', `run "${runId}" is not known here`);
      }
      const waits = delivery !== undefined && delivery.queue.length > 0;
      const result = waits ? await retry(delivery) : 'nothing_waiting';
      return { accepted: true, run_id: runId, result, timestamp: timestamp() };
    },

    async retryAll() {
      const all = await undelivered();
      const counts = { retried: 0, hurried: 0 };
      for (const delivery of all) {
        const result = await retry(delivery);
        if (result === 'retried' || result === 'hurried') counts[result] += 1;
      }
      const has_more = all.length === limits.undeliveredRunsMax;
      return { accepted: true, ...counts, has_more, timestamp: timestamp() };
    },

    async retryMendable() {
      let count = 0;
      for (const delivery of await undelivered()) {
        if (delivery.status !== 'parked' || !isRetriedByItself(delivery.last_status_code)) continue;
        if ((await retry(delivery)) === 'retried') count += 1;
      }
      return count;
    },
  };
}

const stateOf = ({ status }: CallbackDelivery): wire.CallbackState =>
  status === 'parked' ? 'parked' : 'waiting';

function summarize(deliveries: readonly CallbackDelivery[]): wire.CallbackSummary {
  const parked = deliveries.filter(({ status }) => status === 'parked');
  const codes = new Set(parked.flatMap(({ last_status_code: code }) => code ?? []));
  return {
    waiting: deliveries.reduce((sum, { queue }) => sum + queue.length, 0),
    parked: parked.length,
    ...(codes.size === 0 ? {} : { parked_codes: [...codes].sort((left, right) => left - right) }),
    oldest_at: deliveries[0]?.queue[0]?.seen_at ?? null,
  };
}

/** The posts that are under way or in their back-off, by run; each run has at most one. */
async function readPosts(
  options: Pick<CallbackOutboxOptions, 'effects'>,
): Promise<ReadonlyMap<string, EffectRow>> {
  const rows = await options.effects(limits.outboxScanMax);
  return new Map(rows.filter(({ name }) => name === postEffect).map((row) => [row.id, row]));
}

function toRow(
  delivery: CallbackDelivery,
  post: EffectRow | undefined,
  nowMs: number,
): wire.CallbackRow {
  // The actor's own are those before the last refusal; the effect counts from there.
  const first = delivery.queue[0]!;
  return {
    run_id: delivery.run_id,
    project_id: first.project_id,
    state: stateOf(delivery),
    queue_length: delivery.queue.length,
    first_key: first.idempotency_key,
    first_event_type: first.event_type,
    first_at: first.seen_at,
    attempts: delivery.attempts + (post?.attempts ?? 0),
    next_attempt_at: nextAttemptAt(delivery, post, nowMs),
    last_error: post?.last_error ?? delivery.last_error,
    last_status_code: delivery.last_status_code,
    parked_at: delivery.parked_at,
  };
}

/** At the latest: what was set while the clock was ahead waits no longer than it was set to wait. */
function nextAttemptAt(
  { parked_at, last_status_code }: CallbackDelivery,
  post: EffectRow | undefined,
  nowMs: number,
): string | null {
  if (parked_at !== null) {
    return isRetriedByItself(last_status_code)
      ? toIsoTime(Math.min(Date.parse(parked_at), nowMs) + parkedRetryMs)
      : null;
  }
  if (post === undefined || post.not_before_ms <= nowMs) return null;
  return toIsoTime(Math.min(post.not_before_ms, nowMs + backOffMsMost(postBackOff, post.attempts)));
}
