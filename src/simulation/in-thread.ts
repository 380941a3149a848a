/**
 * A simulation in a thread of its own: two of one seed are played beside each other on two cores, and what a thread
 * may have for objects that live shortly can be chosen. A simulation makes these by the gigabyte, and with the usual
 * room a fifth of its time went into looking through them.
 */
import { fromRemoteError, type RemoteError } from '../lib/remote-error.ts';
import { startThread } from '../lib/worker-thread.ts';
import type { SimulationReport } from './report.ts';
import type { SimulationOptions } from './settings.ts';

/** What a thread is given: all that can be cloned. */
export type PlayedOptions = Omit<SimulationOptions, 'onDay'>;

/** What a thread says. */
export type ThreadMessage =
  | { readonly day: number; readonly events: number }
  | { readonly report: SimulationReport }
  | { readonly error: RemoteError };

/** Of a month the log and its states in memory, and what is made and dropped meanwhile, MiB. */
const memoryMib = { maxYoungGenerationSizeMb: 192, maxOldGenerationSizeMb: 6144 } as const;

/** One simulation as it is played. */
export interface Play {
  /** As `simulate` answers it; rejects with what it throws, and when its thread ends before. */
  readonly report: Promise<SimulationReport>;
  /** Ends it wherever it is; `report` is not settled by that alone. */
  stop(): Promise<void>;
}

/** Begins to play; the process stays for it. Throws when the program was not built. */
export function startSimulation({ onDay, ...options }: SimulationOptions): Play {
  let settle: (message: Exclude<ThreadMessage, { readonly day: number }>) => void = () => {};
  const said = new Promise<Exclude<ThreadMessage, { readonly day: number }>>((resolve) => {
    settle = resolve;
  });
  const hear = (message: ThreadMessage): void => {
    if ('day' in message) onDay?.(message.day, message.events);
    else settle(message);
  };
  const thread = startThread(
    'simulation',
    options,
    (message) => hear(message as ThreadMessage),
    memoryMib,
  );
  thread.hold(true);
  const fell = thread.ended.then((error): never => {
    throw error ?? new Error('the thread of the simulation ended without a report');
  });
  const report = Promise.race([said, fell]).then((message) => {
    thread.port.postMessage('close');
    thread.hold(false);
    if ('error' in message) throw fromRemoteError(message.error);
    return message.report;
  });
  // Of one that is stopped nobody waits for the end.
  for (const promise of [fell, report]) promise.catch(() => undefined);
  return { report, stop: () => thread.terminate() };
}
