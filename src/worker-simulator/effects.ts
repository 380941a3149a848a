/** The worker gate's effects on a simulated machine: starting a run's processes, ending all of them or one. */
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import { type Clock, pause } from '../lib/clock.ts';
import type { KillInput, SpawnInput } from '../machines/gate-run/effects.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import { createEndProcessHandler } from '../worker/end/end-process.ts';
import type { ReportFact } from './events.ts';
import type { SimulatedMachine } from './machine.ts';
import type { SimulatedRun } from './state.ts';

interface SimulatedEffectsOptions {
  readonly machine: SimulatedMachine;
  readonly clock: Clock;
  readonly report: ReportFact;
}

/** Handlers of `gate.spawn`, `gate.kill` and `gate.end_process` by name. */
export function createSimulatedEffects(
  options: SimulatedEffectsOptions,
): Readonly<Record<'gate.spawn' | 'gate.kill' | 'gate.end_process', EffectHandler>> {
  return {
    'gate.spawn': {
      run: (input, { signal }) => startRun(options, input as unknown as SpawnInput, signal),
    },
    'gate.kill': {
      run: (input: JsonObject, { signal }) =>
        endRun(options, input as unknown as KillInput, signal),
    },
    'gate.end_process': createEndProcessHandler({
      clock: options.clock,
      processSource: options.machine.processSource,
      // What an agent leaves behind here is one process: its end is that of all that lives of the run.
      async endOne({ runId }, graceMs) {
        const killed = !options.machine.heedsTerm(runId ?? '');
        if (killed) await pause(options.clock, graceMs);
        await options.machine.end(runId ?? '', { killed });
        return killed ? 'killed' : 'ended';
      },
    }),
  };
}

/** Plays the script that fits; a run that was started before is only told of. */
async function startRun(
  { machine, clock, report }: SimulatedEffectsOptions,
  input: SpawnInput,
  signal: AbortSignal,
): Promise<GateRunEvent> {
  const before = machine.find(input.run_id);
  if (before !== undefined) return spawned(machine, before);
  const refuse = (code: StartFailure['code'], error: string): StartFailure => {
    report({ type: 'start_refused', run_id: input.run_id, project_id: input.project_id, error });
    return { type: 'SPAWN_FAILED', code, error };
  };
  const script = machine.choose(input);
  if (script === undefined) {
    const asked = `project ${input.project_id}, class ${input.workload_class}, mode ${input.mode}`;
    return refuse('dispatch_script_failed', `the scenario has no run left for ${asked}`);
  }
  if (script.start_after_sec > 0) await pause(clock, script.start_after_sec * 1000);
  signal.throwIfAborted();
  if (script.start_refused !== undefined)
    return refuse(script.start_refused.code, script.start_refused.error);
  return spawned(machine, await machine.start(input, script));
}

type StartFailure = Extract<GateRunEvent, { type: 'SPAWN_FAILED' }>;

function spawned(machine: SimulatedMachine, run: SimulatedRun): GateRunEvent {
  return {
    type: 'SPAWNED',
    pid: run.pid,
    pgid: run.pid,
    session_id: run.session_id,
    pid_start_ticks: run.start_ticks,
    boot_id: machine.bootId,
  };
}

/** TERM, the grace period for those who do not heed it, KILL. */
async function endRun(
  { machine, clock }: SimulatedEffectsOptions,
  input: KillInput,
  signal: AbortSignal,
): Promise<GateRunEvent> {
  const living = machine.livingOf(input.run_id);
  const killed = living.length > 0 && !machine.heedsTerm(input.run_id);
  if (killed) await pause(clock, input.grace_sec * 1000);
  signal.throwIfAborted();
  await machine.end(input.run_id, { killed });
  return {
    type: 'STOPPED',
    process_tracking: {
      reason: input.reason,
      root_pid: input.pid,
      root_alive_before: input.pid !== null && living.includes(input.pid),
      signalled_count: living.length,
      killed_count: killed ? living.length : 0,
      alive: 0,
    },
  };
}
