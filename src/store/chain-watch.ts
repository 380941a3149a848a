/**
 * Walks the event log from its first event in small steps while the service runs, recomputing every
 * hash, and then follows what is appended. It says how far it has come; until it has met the head
 * once, nobody knows. States are not folded here: `orrery verify` does that.
 */

import { genesisHash } from '../actors/journal/event-chain.ts';
import { type Clock, type TimerHandle, toIsoTime } from '../lib/clock.ts';
import { gapAt } from './chain-walk.ts';
import type { ChainProgress, ChainReads } from './ports/chain.ts';

/** The proof of the event log beside a running service; readiness tells how far it is. */
export interface ChainWatch {
  start(): void;
  /** Resolves when no step is under way any more. */
  stop(): Promise<void>;
  progress(): ChainProgress;
}

/** Events hashed in one go: a few milliseconds of whichever thread does it. */
const stepEventsMax = 200;
const betweenStepsMs = 50;
const atHeadMsDefault = 1000;

/** Before the first step. */
const notBegun: ChainProgress = {
  state: 'checking',
  verified_to: 0,
  head: 0,
  last_step_at: null,
  first_verified_at: null,
  problem: null,
  read_error: null,
};

/**
 * A stopped watch over `chain`. A read that fails is tried again at the next step and told in
 * `read_error`; once a problem is found the walk ends for good. Times come from `clock`; where it has met
 * the head, what is new is read every `atHeadMs`.
 */
export function createChainWatch(
  chain: ChainReads,
  clock: Clock,
  atHeadMs = atHeadMsDefault,
): ChainWatch {
  let progress = notBegun;
  let lastHash = genesisHash;
  let timer: TimerHandle | null = null;
  let step: Promise<void> = Promise.resolve();
  let running = false;

  const take = async (): Promise<void> => {
    // The head first: what is appended meanwhile is then no gap.
    const head = await chain.headEventId();
    if (progress.state === 'verified' && head === progress.verified_to) {
      progress = { ...progress, head, last_step_at: toIsoTime(clock.now()), read_error: null };
      return;
    }
    const walked = await chain.walk(progress.verified_to, lastHash, stepEventsMax);
    const at = toIsoTime(clock.now());
    lastHash = walked.lastHash;
    progress = {
      ...progress,
      head,
      verified_to: walked.verifiedTo,
      last_step_at: at,
      read_error: null,
    };
    if (walked.problem !== null) {
      progress = { ...progress, state: 'broken', problem: walked.problem };
      return;
    }
    if (walked.events === stepEventsMax) return;
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
