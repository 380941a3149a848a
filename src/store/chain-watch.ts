/**
 * Walks the event log from its first event in small steps while the service runs, recomputing every
 * hash, and then follows what is appended. It says how far it has come; until it has met the head
 * once, nobody knows. States are not folded here: `orrery verify` does that.
 */
import { type Clock, type TimerHandle, toIsoTime } from '../lib/clock.ts';
import { genesisHash, isHashSound } from './event-chain.ts';
import type { ChainProblem, ChainProgress } from './ports/chain.ts';
import type { Journal, StoredEvent } from './ports/journal.ts';

export interface ChainWatch {
  start(): void;
  /** Resolves when no step is under way any more. */
  stop(): Promise<void>;
  progress(): ChainProgress;
}

/** Events hashed in one go: a few milliseconds in which nothing else runs. */
const stepEventsMax = 200;
const betweenStepsMs = 50;
const atHeadMs = 1000;

export function createChainWatch(journal: Journal, clock: Clock): ChainWatch {
  let progress: ChainProgress = {
    state: 'checking',
    verified_to: 0,
    head: 0,
    last_step_at: null,
    first_verified_at: null,
    problem: null,
    read_error: null,
  };
  let lastHash = genesisHash;
  let timer: TimerHandle | null = null;
  let step: Promise<void> = Promise.resolve();
  let running = false;

  const take = async (): Promise<void> => {
    // The head first: what is appended meanwhile is then no gap.
    const head = await journal.headEventId();
    const events = await journal.eventsAfter(progress.verified_to, stepEventsMax);
    const at = toIsoTime(clock.now());
    progress = { ...progress, head, last_step_at: at, read_error: null };
    for (const event of events) {
      const problem = problemOf(event, progress.verified_to, lastHash);
      if (problem !== null) {
        progress = { ...progress, state: 'broken', problem };
        return;
      }
      lastHash = event.hash;
      progress = { ...progress, verified_to: event.event_id };
    }
    if (events.length === stepEventsMax) return;
    const isShort = progress.verified_to < head;
    progress = isShort
      ? { ...progress, state: 'broken', problem: gapAt(progress.verified_to + 1) }
      : {
          ...progress,
          state: 'verified',
          first_verified_at: progress.first_verified_at ?? at,
        };
  };
  const schedule = (delayMs: number): void => {
    timer = clock.setTimer(delayMs, () => {
      step = take()
        .catch((error: unknown) => {
          progress = { ...progress, read_error: String(error) };
        })
        .finally(() => {
          if (running && progress.state !== 'broken') {
            schedule(progress.verified_to < progress.head ? betweenStepsMs : atHeadMs);
          }
        });
    });
  };
  return {
    start() {
      running = true;
      schedule(betweenStepsMs);
    },
    async stop() {
      running = false;
      timer?.cancel();
      await step;
    },
    progress: () => progress,
  };
}

function problemOf(event: StoredEvent, before: number, lastHash: string): ChainProblem | null {
  const { event_id } = event;
  if (event_id !== before + 1) return gapAt(before + 1);
  if (event.prev_hash !== lastHash) {
    return {
      event_id,
      kind: 'prev_hash',
      message: `event ${event_id} does not continue the hash of the event before it`,
    };
  }
  return isHashSound(event)
    ? null
    : { event_id, kind: 'hash', message: `event ${event_id} was altered: its hash is another` };
}

const gapAt = (event_id: number): ChainProblem => ({
  event_id,
  kind: 'gap',
  message: `event ${event_id} is missing`,
});
