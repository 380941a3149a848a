/** Reads for one look at everything: what several rules ask for is read once, so that all of them see the same. */
import type { ControlContext } from '../common/index.ts';

type Reads = ControlContext['reads'];

/** The same reads; what was read by key, counted or held is remembered. Not for longer than one look takes. */
export function readsOfOneLook(reads: Reads): Reads {
  const known = new Map<string, Promise<unknown>>();
  const once =
    <Args extends readonly string[], Value>(
      name: string,
      read: (...args: Args) => Promise<Value>,
    ) =>
    (...args: Args): Promise<Value> => {
      const key = JSON.stringify([name, ...args]);
      const found = known.get(key) ?? read(...args);
      known.set(key, found);
      return found as Promise<Value>;
    };
  return {
    ...reads,
    get: once('get', reads.get),
    countByStatus: once('countByStatus', reads.countByStatus),
    activeLanes: once('activeLanes', reads.activeLanes),
    activeItemOf: once('activeItemOf', reads.activeItemOf),
  };
}
