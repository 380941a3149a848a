/**
 * Where a bench is: its addresses. The control plane and the worker gate have one each, and everything
 * else about the two is the same.
 */
import type { ActorAddress } from '../../actors/machine/durable-actions.ts';

/** Paths of the API without the host, for links and for the words of advice. */
export interface BenchPlace {
  /** Address of the bench; its lists, entries and acts are below it. */
  readonly bench: string;
  readonly supervision: string;
  /** Address at which an actor can be looked at; null where there is none. */
  readonly actorPath: (address: ActorAddress) => string | null;
}

const part = encodeURIComponent;

/** Of the control plane. */
export const controlBench: BenchPlace = {
  bench: '/control/api/v1/bench',
  supervision: '/control/api/v1/supervision',
  actorPath: ({ kind, id }) => `/control/api/v1/actors/${part(kind)}/${part(id)}`,
};

/** Kinds of a gate whose actors have the id of the run that they are about. */
const kindsOfRuns: readonly string[] = ['gate_run', 'callback_delivery'];

/** Of the worker gate, where only runs can be looked at. */
export const gateBench: BenchPlace = {
  bench: '/bench',
  supervision: '/supervision',
  actorPath: ({ kind, id }) => (kindsOfRuns.includes(kind) ? `/runs/${part(id)}` : null),
};
