/**
 * What live runs need now and then: their logs kept within bounds, and the cgroups of runs that are
 * over removed once they are empty.
 */
import type { Clock, TimerHandle } from '../lib/clock.ts';
import type { RunCgroups } from '../sensing/run-cgroups.ts';
import type { RunLogs } from './log/run-log.ts';
import type { GateRunReader } from './ports.ts';

interface RunKeeperOptions {
  readonly clock: Clock;
  /** Time between two looks, ms. */
  readonly intervalMs: number;
  readonly runs: Pick<GateRunReader, 'listLive'>;
  readonly logs: Pick<RunLogs, 'bound'>;
  readonly cgroups: Pick<RunCgroups, 'sweep'>;
  /** Told once of each thing that stands in the way; never throws. */
  readonly onProblem: (runId: string | null, problem: string) => void;
}

interface RunKeeper {
  start(): void;
  /** Looks a last time, also where it was never started; resolves when that is done, and does not reject. */
  stop(): Promise<void>;
}

/** Makes a keeper, stopped. */
export function createRunKeeper(options: RunKeeperOptions): RunKeeper {
  const { clock, runs, logs, cgroups, onProblem } = options;
  let running = false;
  let timer: TimerHandle | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let told = new Set<string>();

  const lookOnce = async (): Promise<void> => {
    const problems = new Map<string, readonly [string | null, string]>();
    const note = (runId: string | null, problem: string): void => {
      problems.set(`${runId ?? ''} ${problem}`, [runId, problem]);
    };
    try {
      const live = await runs.listLive();
      for (const run of live) {
        const problem = await logs.bound(run).catch((error: unknown) => String(error));
        if (problem !== null) note(run.run_id, problem);
      }
      await cgroups.sweep(async () => (await runs.listLive()).map((run) => run.run_id));
    } catch (error) {
      note(null, String(error));
    }
    for (const [key, [runId, problem]] of problems) if (!told.has(key)) onProblem(runId, problem);
    told = new Set(problems.keys());
  };

  const look = (): Promise<void> => {
    underWay = underWay.then(lookOnce);
    return underWay;
  };

  const schedule = (): void => {
    timer = clock.setTimer(options.intervalMs, () => {
      void look().then(() => {
        if (running) schedule();
      });
    });
  };

  return {
    start() {
      if (running) return;
      running = true;
      void look();
      schedule();
    },
    async stop() {
      running = false;
      timer?.cancel();
      await look();
    },
  };
}
