/**
 * Effect `worker.call_off`: ends a run that was given up, at whoever may have it. What was not told brings nothing back,
 * and the item asks again; what cannot be ended there is said.
 */
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import type { CallOffInput } from '../machines/queue-item/effects.ts';
import type { QueueItemEvent } from '../machines/queue-item/events.ts';
import { type ClusterWorker, stopOnCluster } from './cluster-runs.ts';
import { compareGates, gateWords, isAnotherGate } from './gate-of-run.ts';
import { type RunPlace, wordsOf } from './run-places.ts';

interface Options {
  readonly clusterOf: (lane: string) => ClusterWorker | undefined;
  readonly placesOfRun: (run: CallOffInput) => Promise<readonly RunPlace[]>;
  /** Time between TERM and KILL. */
  readonly stopGraceSec: number;
}

type Told = Extract<QueueItemEvent, { type: 'CALL_OFF_TOLD' }>;

/** Answers `CALL_OFF_TOLD`; null while nobody could be told. */
export function createCallOffEffect(options: Options): EffectHandler {
  return {
    async run(given, { signal }) {
      const input = given as unknown as CallOffInput;
      const cluster = options.clusterOf(input.lane);
      if (cluster === undefined) return callOffAtGate(options, input, signal);
      const stop = { ...input, for_good: true };
      // Its gate, where it comes back, is told by the connection that the run is over.
      const said = await stopOnCluster(cluster, stop, async () => ({
        type: 'RUN_STOPPED',
        run_id: input.run_id,
      }));
      return said.type === 'RUN_STOPPED'
        ? told(input, true, `${cluster.name} was told to end its job`)
        : null;
    },
  };
}

/** Every place is told: the run may be at any of them. */
async function callOffAtGate(
  { placesOfRun, stopGraceSec }: Options,
  input: CallOffInput,
  signal: AbortSignal,
): Promise<Told | null> {
  const body = { reason: input.reason, grace_sec: stopGraceSec };
  const found: Told[] = [];
  for (const { client, worker } of await placesOfRun(input)) {
    const stopped = await client.stopRun(input.run_id, body, signal);
    if (stopped.kind === 'refused' && stopped.code === 'run_lost')
      found.push(told(input, false, `${worker}: ${wordsOf(stopped)}`));
    else if (stopped.kind !== 'ok' || stopped.value.run.live) return null;
    else if (stopped.value.run.status === 'fenced') {
      const gate = await compareGates(client, input.gate_id, signal);
      // The one that has it may come back.
      if (isAnotherGate(gate)) return null;
      found.push(told(input, false, `${worker} has no record of it; ${gateWords(gate)}`));
    } else return told(input, true, null);
  }
  return found[0] ?? null;
}

const told = ({ run_id }: CallOffInput, ended: boolean, detail: string | null): Told => ({
  type: 'CALL_OFF_TOLD',
  run_id,
  ended,
  detail,
});
