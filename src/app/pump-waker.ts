/**
 * Tells the pump that something changed which may give it work, so that it need not wait for its
 * timer. It hears of every turn that was committed and reads nothing. One word is on its way at most, and
 * none while the pump looks or steps, so that looks never queue up; a word that is lost costs time alone.
 */
import type { Inspection, InspectionEntry } from '../actors/runtime/inspection.ts';
import { pumpAddress } from '../control/common/index.ts';
import { limits } from '../domain/limits.ts';
import type { Clock, TimerHandle } from '../lib/clock.ts';

interface PumpWakerOptions {
  readonly inspection: Pick<Inspection, 'subscribe'>;
  readonly clock: Clock;
  /** Resolves when the pump has taken or refused the word. */
  readonly wake: (cause: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Started once, when the host serves. */
export interface PumpWaker {
  /** Says first that the service has started, if the pump is on. */
  start(isOn: boolean): void;
  stop(): void;
}

/** By kind, the moves that may give the pump work. */
const wakingChanges: Readonly<Record<string, (from: string, to: string) => boolean>> = {
  // Every move of an item may free a lane, make it a candidate or call for a paper.
  queue_item: (from, to) => from !== to,
  worker_target: (from, to) => from !== to && to === 'healthy',
  control: (from, to) => from !== to,
  paper: (from, to) => from !== to && !to.endsWith('_generating'),
  paper_review: (from, to) => from !== to,
  corpus_entry: (from, to) => from !== to,
};

/** What of a turn may give the pump work; null: nothing. */
function causeOf(entry: InspectionEntry): string | null {
  if (entry.kind !== 'turn' || !entry.accepted) return null;
  const { actor, from, to } = entry;
  const kind = actor.slice(0, actor.indexOf('/'));
  const isEvaluated = kind === 'paper_review' && entry.event === 'EVALUATED';
  const isEdit = (kind === 'queue_item' && entry.event === 'EDIT') || isEvaluated;
  if (!isEdit && wakingChanges[kind]?.(from, to) !== true) return null;
  return isEdit ? `${actor} was ${isEvaluated ? 'evaluated' : 'edited'}` : `${actor} became ${to}`;
}

/** Turns of the pump after which it neither looks nor steps, unless they begin a step. */
const endings: ReadonlySet<string> = new Set(['LOOKED', 'STEPPED', 'EFFECT_FAILED', 'SWITCH_OFF']);

type Turn = Extract<InspectionEntry, { kind: 'turn' }>;

/** Whether the pump looks or steps after a turn of its own. */
function isBusyAfter({ event, accepted, from, to }: Turn, wasBusy: boolean): boolean {
  if (to === 'off') return false;
  if (to === 'stepping' || from === 'off') return true;
  if (endings.has(event)) return false;
  return wasBusy || (accepted && event === 'LOOK_DUE');
}

/** Hears nothing before `start`. While the pump is off it is told nothing. */
export function createPumpWaker({ inspection, clock, wake, onError }: PumpWakerOptions): PumpWaker {
  const self = `${pumpAddress.kind}/${pumpAddress.id}`;
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
        pause = clock.setTimer(limits.pumpBurstMs, () => {
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
