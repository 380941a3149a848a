/** Effect `gate.kill`: ends the whole process tree of a run, and nothing else. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KillInput } from '../../machines/gate-run/effects.ts';
import type { GateRunEvent } from '../../machines/gate-run/events.ts';
import type { ProcessSource } from '../../sensing/process-list.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import {
  isSameProcessAlive,
  processesOf,
  type TerminateOptions,
  terminateRun,
} from '../processes.ts';

/** Handler of `gate.kill`; answers `STOPPED`, or throws to be tried again while something lives on. */
export function createKillHandler(options: {
  readonly clock: Clock;
  readonly processSource: ProcessSource;
  /** Without it runs have no cgroups of their own. */
  readonly cgroups?: RunCgroups;
  /** Sends a signal; `process.kill` unless told. */
  readonly kill?: TerminateOptions['kill'];
}): EffectHandler {
  const { clock, processSource: source, cgroups } = options;
  const ways = {
    ...(cgroups === undefined ? {} : { cgroups }),
    ...(options.kill === undefined ? {} : { kill: options.kill }),
  };
  return {
    async run(input: JsonObject) {
      const kill = input as unknown as KillInput;
      const run = processesOf(kill);
      const rootAlive = await isSameProcessAlive(source, run);
      const graceMs = kill.grace_sec * 1000;
      const trackedBy = cgroups?.pathOf(kill.run_id) ? 'cgroup' : 'process_tree';
      const result = await terminateRun(run, { source, clock, graceMs, ...ways });
      if (result.survivors.length > 0) {
        throw new Error(
          `processes ${result.survivors.join(', ')} of run ${kill.run_id} outlive KILL`,
        );
      }
      const stopped: GateRunEvent = {
        type: 'STOPPED',
        report: kill.report ?? false,
        ...(kill.failed === true ? { failed: true } : {}),
        process_tracking: {
          reason: kill.reason,
          tracked_by: trackedBy,
          root_pid: kill.pid,
          root_alive_before: rootAlive,
          signalled_count: result.signalledCount,
          killed_count: result.killedCount,
          alive: 0,
        },
      };
      return stopped;
    },
  };
}
