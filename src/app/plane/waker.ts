/**
 * Tells an actor that looks around now and then that something changed, so that it need not wait for
 * its timer. It hears of every turn that was committed and reads nothing. One word is on its way at
 * most, with a pause after it, and none while the actor looks, so that looks never queue up; a word that
 * is lost costs time alone. In its state `off` it wants to hear nothing.
 */
import type { Inspection, InspectionEntry } from '../../actors/runtime/inspection.ts';
import type { Clock, TimerHandle } from '../../lib/clock.ts';

/** A turn as it was noted. */
export type Turn = Extract<InspectionEntry, { kind: 'turn' }>;

/** Who is told, of what, and how often. */
interface WakerRules {
  /** `kind/id` of whoever is told. */
  readonly self: string;
  /** Between two words, ms. */
  readonly pauseMs: number;
  /** What of an entry may give it work; null: nothing. */
  causeOf(entry: InspectionEntry): string | null;
  /** Whether it looks after a turn of its own. */
  isBusyAfter(turn: Turn, wasBusy: boolean): boolean;
}

/** What the words are sent by, and what else a waker needs. */
export interface WakerOptions {
  readonly inspection: Pick<Inspection, 'subscribe'>;
  readonly clock: Clock;
  /** Resolves when whoever is told has taken or refused the word. */
  readonly wake: (cause: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Started once, when the host serves. */
export interface Waker {
  /** Says first that the service has started, if whoever is told wants to hear anything. */
  start(isOn: boolean): void;
  stop(): void;
}

/** Hears nothing before `start`. */
export function createWaker(
  { self, pauseMs, causeOf, isBusyAfter }: WakerRules,
  { inspection, clock, wake, onError }: WakerOptions,
): Waker {
  let isOn = false;
  let isBusy = false;
  let isStopped = false;
  /** Said with the next word. */
  let cause: string | null = null;
  let isSending = false;
  let pause: TimerHandle | null = null;
  let stopListening = (): void => {};

  const send = (): void => {
    if (cause === null || isSending || pause !== null || isBusy || !isOn) return;
    const said = cause;
    cause = null;
    isSending = true;
    void wake(said)
      .catch(onError)
      .finally(() => {
        isSending = false;
        if (isStopped) return;
        pause = clock.setTimer(pauseMs, () => {
          pause = null;
          send();
        });
      });
  };
  const note = (said: string): void => {
    cause ??= said;
    send();
  };
  return {
    start(isOnNow) {
      isOn = isOnNow;
      stopListening = inspection.subscribe((entry) => {
        if (entry.actor === self) {
          if (entry.kind !== 'turn') return;
          isOn = entry.to !== 'off';
          isBusy = isBusyAfter(entry, isBusy);
          send();
          return;
        }
        const said = causeOf(entry);
        if (said !== null && isOn) note(said);
      });
      if (isOn) note('the service has started');
    },
    stop() {
      isStopped = true;
      isOn = false;
      stopListening();
      pause?.cancel();
    },
  };
}
