/** The way to the control plane: the production delivery, with the faults that a scenario asks for. */

import type { ActorEvent } from '../actors/machine/durable-actions.ts';
import type { EffectContext, EffectHandler } from '../actors/runtime/effect-handler.ts';
import type { CallbackBody } from '../domain/records.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import { type Clock, pause } from '../lib/clock.ts';
import { messageOfError } from '../lib/describe-error.ts';
import type { PostCallbackInput } from '../machines/callback-delivery/effects.ts';
import type { CallbackDeliveryEvent } from '../machines/callback-delivery/events.ts';
import type { IdleReceipt } from '../machines/idle-gate/receipt.ts';
import type { ReportFact } from './events.ts';
import { createFaultRules } from './fault-rules.ts';
import type { CallbackFault } from './scenario-faults.ts';

interface SimulatedCallbacksOptions {
  /** Delivers one callback as in production. */
  readonly post: EffectHandler;
  /** The same with a token that is not the right one. */
  readonly postWrongly: EffectHandler;
  readonly faults: readonly CallbackFault[];
  /** The machine's clock, for delays. */
  readonly clock: Clock;
  readonly report: ReportFact;
}

/** The delivery with its faults, in the place of the production handler. */
export interface SimulatedCallbacks {
  /** Handler of `callback.post`. */
  readonly handler: EffectHandler;
  /** Resolves when no delivery is under way. */
  settled(): Promise<void>;
}

type Send = () => Promise<ActorEvent | null>;
interface Sent {
  readonly event: ActorEvent | null;
  readonly copies: number;
}

/** Wraps the delivery; every answer is reported. */
export function createSimulatedCallbacks(options: SimulatedCallbacksOptions): SimulatedCallbacks {
  const { post, postWrongly, clock, report } = options;
  const nextFault = createFaultRules(options.faults);
  const underWay = new Set<Promise<unknown>>();

  const deliver = async (
    fault: CallbackFault | undefined,
    send: Send,
    sendWrongly: Send,
  ): Promise<Sent> => {
    switch (fault?.do) {
      case undefined:
        return { event: await send(), copies: 1 };
      case 'delay':
        await pause(clock, fault.seconds * 1000);
        return { event: await send(), copies: 1 };
      case 'wrong_token':
        return { event: await sendWrongly(), copies: 1 };
      case 'duplicate': {
        const sent = await Promise.allSettled(Array.from({ length: fault.copies }, send));
        const answered = sent.filter((each) => each.status === 'fulfilled');
        if (answered.length === 0) throw new Error('no copy of the callback was answered');
        return { event: answered[0]!.value, copies: answered.length };
      }
      case 'lose_reply':
        await send();
        throw new Error('the answer was lost (simulated)');
      case 'lose':
        throw new Error('the callback was lost (simulated)');
    }
  };

  const run = async (input: JsonObject, context: EffectContext): Promise<ActorEvent | null> => {
    const { callback } = input as unknown as PostCallbackInput;
    const { run_id, event_type, sequence } = callback;
    const { attempt } = context;
    const fault = nextFault(event_type);
    if (fault !== undefined)
      report({ type: 'fault', where: 'callback', what: `${fault.do} ${event_type}` });
    if (attempt === 1) reportVerdict(callback, report);
    const tell = (
      outcome: 'delivered' | 'rejected' | 'not_delivered',
      detail: string,
      copies: number,
    ): void =>
      report({ type: 'callback', run_id, event_type, sequence, attempt, outcome, detail, copies });
    try {
      const { event, copies } = await deliver(
        fault,
        // A signal of its own for each copy: many waiters on one are warned of.
        () => post.run(input, { ...context, signal: AbortSignal.any([context.signal]) }),
        () => postWrongly.run(input, context),
      );
      const answer = event as CallbackDeliveryEvent | null;
      const outcome = answer?.type === 'REJECTED' ? 'rejected' : 'delivered';
      const status = answer !== null && 'status_code' in answer ? answer.status_code : 'nothing';
      tell(outcome, `answered ${status}`, copies);
      return event;
    } catch (error) {
      tell('not_delivered', messageOfError(error), 0);
      throw error;
    }
  };

  return {
    handler: {
      ...post,
      run(input, context) {
        const sending = run(input, context);
        const watched = sending.catch(() => {}).finally(() => underWay.delete(watched));
        underWay.add(watched);
        return sending;
      },
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

function reportVerdict(callback: CallbackBody, report: ReportFact): void {
  const receipt = callback.telemetry as unknown as IdleReceipt | null;
  const ends = ['wake_ready', 'session_finished_ready', 'gate_timeout'];
  if (receipt === null || !ends.includes(callback.event_type)) return;
  report({
    type: 'verdict',
    run_id: callback.run_id,
    verdict: receipt.verdict,
    window_sec: Math.round(receipt.window.duration_ms / 1000),
    signals: receipt.signals
      .filter((signal) => signal.applies)
      .map(({ name, value, margin, holds }) => ({ name, value, margin, holds })),
    suspicions: receipt.sensor_health.suspicions,
  });
}
