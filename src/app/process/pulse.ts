/**
 * Whether this process still does its work: turns are taken, samples arrive. Cheap enough to be asked
 * every few seconds; that the event loop turns is shown by the asking itself.
 */
import type { ActorHost } from '../../actors/runtime/host.ts';
import type { Clock } from '../../lib/clock.ts';

type Host = Pick<ActorHost, 'stats'> & {
  readonly inspection: Pick<ActorHost['inspection'], 'subscribe'>;
};

interface PulseOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** By name. */
  readonly hosts: Readonly<Record<string, Host>>;
  /** Null where nothing is sampled. */
  readonly sampling: {
    readonly intervalMs: number;
    /** Age of the latest sample in ms; null before the first. */
    readonly ageMs: () => number | null;
  } | null;
}

/** Asked at the pace of the service manager; each check counts from what the one before it saw. */
export interface Pulse {
  /** What has stood still for too long, in words; null while everything moves. */
  findTrouble(): string | null;
}

/** Messages that wait this long with no turn taken mean that the host is stuck. */
const stuckMs = 60_000;
/** Samples that may fail to come in a row; short intervals get at least `silentMsMin`. */
const missedSamplesMax = 5;
const silentMsMin = 60_000;

/** Starts to count at once. */
export function createPulse({ clock, hosts, sampling }: PulseOptions): Pulse {
  const startedMs = clock.monotonic();
  const watches = Object.entries(hosts).map(([name, host]) => watchHost(name, host, clock));

  const findSilence = (): string | null => {
    if (sampling === null) return null;
    const ageMs = sampling.ageMs() ?? clock.monotonic() - startedMs;
    const limitMs = Math.max(silentMsMin, missedSamplesMax * sampling.intervalMs);
    return ageMs <= limitMs
      ? null
      : `no telemetry sample for ${Math.round(ageMs / 1000)} s; one is due every ${sampling.intervalMs / 1000} s`;
  };

  return {
    findTrouble() {
      // Every watch is asked each time: each counts from what it saw last.
      const found = [...watches.map((watch) => watch()), findSilence()];
      return found.find((trouble) => trouble !== null) ?? null;
    },
  };
}

/** Finds a host whose messages wait while no turn is taken. */
function watchHost(name: string, host: Host, clock: PulseOptions['clock']): () => string | null {
  let turns = 0;
  let seenTurns = 0;
  let movedMs = clock.monotonic();
  host.inspection.subscribe(() => {
    turns += 1;
  });
  return () => {
    const { messages } = host.stats();
    if (messages === 0 || turns !== seenTurns) {
      seenTurns = turns;
      movedMs = clock.monotonic();
      return null;
    }
    const stillMs = clock.monotonic() - movedMs;
    return stillMs <= stuckMs
      ? null
      : `${messages} messages wait in the ${name} and no turn was taken for ${Math.round(stillMs / 1000)} s`;
  };
}
