/** Names of events: which a descriptor covers, and which only the runtime itself may send. */

/** Whether only the runtime may send events of that name; the host refuses them to all others. */
export function isInternalEvent(type: string): boolean {
  return type === '*' || type.startsWith('xstate.');
}

/** What the runtime sends: results of invoked effects and timers that fell due. */
const delivered = ['xstate.done.actor.', 'xstate.error.actor.', 'xstate.after.'];

/** Whether a machine takes events of that name at all, from whomever. */
export function isDeliverable(type: string): boolean {
  return !isInternalEvent(type) || delivered.some((prefix) => type.startsWith(prefix));
}

/** Whether an event descriptor, `*` and `a.*` included, covers an event type. */
export function matchesDescriptor(type: string, descriptor: string): boolean {
  if (descriptor === type || descriptor === '*') return true;
  if (!descriptor.endsWith('.*')) return false;
  const prefix = descriptor.slice(0, -2);
  return type === prefix || type.startsWith(`${prefix}.`);
}

/** The invoked effect whose result an event brings; null for every other event. */
export function settledBy(type: string): string | null {
  const [, id] = /^xstate\.(?:done|error)\.actor\.(.+)$/s.exec(type) ?? [];
  return id ?? null;
}
