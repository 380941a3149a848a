/** Effect `gate.end_process`: ends one process that a run has left behind, if it is the one that was named. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { EndProcessInput } from '../../machines/gate-run/effects.ts';
import type { GateRunEvent, ProcessEnd } from '../../machines/gate-run/events.ts';
import { endProcesses } from '../../sensing/end-processes.ts';
import type { ListedProcess, ProcessSource } from '../../sensing/process-list.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import { processesOf } from '../processes.ts';
import { findNamed } from './named-process.ts';

/** What came of signals to one process. */
type Signalled = 'ended' | 'killed' | 'gone' | 'survived' | 'not_permitted';
/** Sends TERM and, after the grace, KILL. */
type EndOne = (process: ListedProcess, graceMs: number) => Promise<Signalled>;

interface EndProcessOptions {
  readonly clock: Clock;
  readonly processSource: ProcessSource;
  /** Without it runs have no cgroups of their own. */
  readonly cgroups?: Pick<RunCgroups, 'pathOf'>;
  /** Sends a signal, or with 0 asks whether it might; `process.kill` unless told. */
  readonly kill?: (pid: number, signal: NodeJS.Signals | 0) => void;
  /** Where processes are only played; the kernel's signals unless told. */
  readonly endOne?: EndOne;
}

/** Handler of `gate.end_process`; always answers `PROCESS_END_TOLD`. */
export function createEndProcessHandler(options: EndProcessOptions): EffectHandler {
  const { processSource, cgroups, endOne = endBySignals(options) } = options;
  const end = async (wish: EndProcessInput): Promise<Partial<ProcessEnd>> => {
    const list = await processSource.list();
    const cgroup = cgroups?.pathOf(wish.run_id) ?? null;
    const found = findNamed(list, processesOf(wish), cgroup, wish.named);
    if (found.kind === 'gone') return { outcome: 'gone' };
    if (found.kind === 'changed')
      return { outcome: 'changed', field: found.field, found: found.found, detail: found.detail };
    const { process } = found;
    const outcome = await endOne(process, wish.grace_sec * 1000);
    const { pid, name } = process;
    return {
      outcome,
      name,
      rss_mib: Math.max(0, (process.rssPages * list.units.pageBytes) / 2 ** 20),
      ...(outcome === 'not_permitted'
        ? { detail: `this worker may not signal process ${pid} (${name})` }
        : {}),
      ...(outcome === 'survived' ? { detail: `process ${pid} (${name}) outlives KILL` } : {}),
    };
  };
  return {
    async run(input): Promise<GateRunEvent> {
      const wish = input as unknown as EndProcessInput;
      const told = await end(wish).catch((error: unknown) => ({
        outcome: 'failed' as const,
        detail: `the process could not be looked at: ${describeError(error)}`,
      }));
      const nothing = { outcome: 'failed', name: null, rss_mib: null, detail: null } as const;
      return {
        type: 'PROCESS_END_TOLD',
        answers: wish.answers,
        end: { ...wish.named, requested_by: wish.requested_by, ...nothing, ...told },
      };
    },
  };
}

function endBySignals({
  clock,
  processSource: source,
  kill = sendSignal,
}: EndProcessOptions): EndOne {
  return async (process, graceMs) => {
    if (!maySignal(process.pid, kill)) return 'not_permitted';
    const report = await endProcesses([process], { clock, source, graceMs, kill });
    const [first] = report.terminated;
    if (first?.outcome === 'gone') return 'gone';
    if (first?.outcome !== 'sent') return 'not_permitted';
    if (report.remaining.length > 0) return 'survived';
    return report.killed.length > 0 ? 'killed' : 'ended';
  };
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): void {
  process.kill(pid, signal);
}

/** False only where the kernel says so: asking it needs no signal. */
function maySignal(pid: number, kill: typeof sendSignal): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
