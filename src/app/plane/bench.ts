/** The bench of a host: what is out of service in it, and the ways to mend that. */
import type { Journal } from '../../actors/journal/port.ts';
import type { ActorHost } from '../../actors/runtime/host.ts';
import type { Bench, BenchPlace, MendOrder } from '../../control/common/index.ts';

import { currentCorrelation } from '../../lib/correlation.ts';
import type { Entropy } from '../../lib/ids.ts';

interface MachineEvents {
  readonly events: readonly string[];
}

/** What a bench is put together from. `redact` takes the secrets of the configuration out of a text. */
export interface BenchOptions {
  readonly host: ActorHost;
  readonly journal: Journal;
  /** By kind; the events are what a machine has transitions for. Nobody can tell a part anything. */
  readonly machines: Readonly<
    Record<string, { readonly machine: MachineEvents; readonly partOf?: string }>
  >;
  readonly entropy: Entropy;
  readonly redact: (text: string) => string;
  readonly place: BenchPlace;
  readonly isReadOnly?: boolean;
}

/** The bench of one host. A repair bears the id of its request, else `mend:` and a fresh one. */
export function createBench(options: BenchOptions): Bench {
  const { host, journal, machines, entropy, redact, place, isReadOnly = false } = options;
  const names = new Map(
    Object.entries(machines).map(([kind, { machine, partOf }]) => [
      kind,
      partOf === undefined ? eventNamesOf(machine) : [],
    ]),
  );
  const { repairs } = host;
  const toRequest = ({ mark, by, reason }: MendOrder) => ({
    mark,
    by,
    reason,
    correlationId: currentCorrelation()?.id ?? `mend:${entropy.id()}`,
  });
  return {
    place,
    isReadOnly,
    quarantines: () => repairs.quarantines(),
    deadLetters: (limit, before) => repairs.deadLetters(limit, before),
    countDeadLetters: () => repairs.countDeadLetters(),
    try: (address, event) => repairs.try(address, event),
    release: (address, order) => repairs.release(address, toRequest(order)),
    retry: (sequence, { event, ...order }) =>
      repairs.retry(sequence, { ...toRequest(order), ...(event === null ? {} : { event }) }),
    discard: (sequence, order) => repairs.discard(sequence, toRequest(order)),
    timersOf: (address) => journal.timersOf(address),
    effects: (limit) => journal.effects(0, limit),
    restoreProgress: () => host.restoreProgress(),
    eventNames: (kind) => names.get(kind),
    redact,
  };
}

/** What a person may tell a machine: its events without those it keeps for itself. */
function eventNamesOf({ events }: MachineEvents): readonly string[] {
  const own = events.filter((name) => name !== '*' && !name.startsWith('xstate.'));
  return [...new Set(own)].toSorted();
}
