/**
 * What was last seen of each worker, in memory: newer than the stored state, which is written only
 * when something changes and now and then besides. Gone after a restart; the store then speaks until
 * the next look. Also keeps looks at one address from being made twice at once.
 */
import type { WorkerTarget as StoredWorker } from '../../domain/records.ts';
import type { WorkerAnswers } from './worker-answers.ts';

/** A look at a worker as it would be stored; `updated_at` is when it was asked. */
export interface Sighting {
  readonly worker: StoredWorker;
  /** Monotonic time at which the look began: an older look never replaces a newer one. */
  readonly startedMs: number;
}

interface Memory {
  last: Sighting | undefined;
  /** Monotonic times of the changes that were stored, within the window. */
  readonly changesMs: number[];
  /** Changes since then that were not stored, because there were too many. */
  unrecorded: number;
}

/** One for a control plane. `target` is a worker's name, `lane` its address; two names may share a lane. */
export interface WorkerSightings {
  last(target: string): Sighting | undefined;
  /** Takes a newer look; false when a later one is known already. */
  note(target: string, sighting: Sighting): boolean;
  /**
   * A call to the address went unanswered: what was seen of it before is no proof any more that it is
   * well, until it is looked at again.
   */
  distrust(lane: string): void;
  isDistrusted(lane: string): boolean;
  /** Which gate answered at the address last; undefined: none yet, or one that does not say. */
  gateAt(lane: string): string | undefined;
  /** Whether one more change may be stored now; counts it either way. */
  admitChange(target: string, nowMs: number): boolean;
  /** Changes that were not stored since this was last asked. */
  takeUnrecorded(target: string): number;
  /**
   * Looks at an address because somebody waits for it: joins such a look that is under way, and
   * makes one in the background give way.
   */
  lookNow(lane: string, look: () => Promise<WorkerAnswers>): Promise<WorkerAnswers>;
  /** Looks at an address in the background; null when the look had to give way or was called off. */
  lookAside(
    lane: string,
    stop: AbortSignal,
    look: (signal: AbortSignal) => Promise<WorkerAnswers>,
  ): Promise<WorkerAnswers | null>;
}

/** Stored changes of one worker's health: this many in the window, the rest are only counted. */
export const changeBounds = { perWindow: 6, windowMs: 3_600_000 } as const;

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });

/** Nothing seen and nothing distrusted yet. */
export function createWorkerSightings(): WorkerSightings {
  const memories = new Map<string, Memory>();
  const waitedFor = new Map<string, Promise<WorkerAnswers>>();
  const aside = new Map<string, AbortController>();
  const distrusted = new Set<string>();
  const gates = new Map<string, string | undefined>();
  /** Remembers whose answers these are. */
  const remembered = (lane: string, answers: WorkerAnswers): WorkerAnswers => {
    if (answers.runs.kind === 'ok') gates.set(lane, answers.runs.value.gate_id);
    return answers;
  };
  const memoryOf = (target: string): Memory => {
    const known = memories.get(target);
    if (known !== undefined) return known;
    const made: Memory = { last: undefined, changesMs: [], unrecorded: 0 };
    memories.set(target, made);
    return made;
  };
  return {
    last: (target) => memories.get(target)?.last,
    note(target, sighting) {
      const memory = memoryOf(target);
      if (memory.last !== undefined && memory.last.startedMs > sighting.startedMs) return false;
      memory.last = sighting;
      distrusted.delete(sighting.worker.url);
      return true;
    },
    distrust: (lane) => void distrusted.add(lane),
    isDistrusted: (lane) => distrusted.has(lane),
    gateAt: (lane) => gates.get(lane),
    admitChange(target, nowMs) {
      const memory = memoryOf(target);
      const { changesMs } = memory;
      while (changesMs.length > 0 && changesMs[0]! <= nowMs - changeBounds.windowMs)
        changesMs.shift();
      const admitted = changesMs.length < changeBounds.perWindow;
      if (admitted) changesMs.push(nowMs);
      else memory.unrecorded += 1;
      return admitted;
    },
    takeUnrecorded(target) {
      const memory = memoryOf(target);
      const { unrecorded } = memory;
      memory.unrecorded = 0;
      return unrecorded;
    },
    lookNow(lane, look) {
      const known = waitedFor.get(lane);
      if (known !== undefined) return known;
      aside.get(lane)?.abort();
      const made = look()
        .then((answers) => remembered(lane, answers))
        .finally(() => waitedFor.delete(lane));
      waitedFor.set(lane, made);
      return made;
    },
    async lookAside(lane, stop, look) {
      const known = waitedFor.get(lane);
      if (known !== undefined) return Promise.race([known, aborted(stop)]);
      const own = new AbortController();
      aside.set(lane, own);
      const signal = AbortSignal.any([own.signal, stop]);
      try {
        const answers = await look(signal);
        return signal.aborted ? null : remembered(lane, answers);
      } finally {
        if (aside.get(lane) === own) aside.delete(lane);
      }
    },
  };
}
