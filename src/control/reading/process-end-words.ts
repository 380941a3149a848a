/** What the events say of a process that somebody wanted ended. Pure. */
import { type Payload, shown, withText } from './phrases.ts';

/** Each after the process. */
const outcomes: Readonly<Record<string, string>> = {
  ended: 'was ended',
  killed: 'was killed, since it did not heed TERM',
  gone: 'had ended already',
  survived: 'outlives KILL',
  failed: 'could not be looked at',
  changed: 'was left alone',
  not_permitted: 'was left alone',
  refused: 'was left alone',
  not_sent: 'was left alone, its worker cannot be reached',
  unknown: 'may have been ended or not, which is looked up',
};

/** The gate is told who asks by the control plane, which is the actor there. */
const asker = (payload: Payload, actor: string): string =>
  typeof payload['requested_by'] === 'string' ? payload['requested_by'] : actor;

/** Of the wish. */
export const endAsked = (payload: Payload, actor: string): string =>
  `${asker(payload, actor)} wants process ${shown(payload['pid'])} ended, which was left behind`;

/** Of what came of it, with the memory that the process held. */
export function endTold(payload: Payload): string {
  const { pid, name, outcome, rss_mib: mib, detail } = payload;
  const which = typeof name === 'string' ? ` (${name})` : '';
  const held = typeof mib === 'number' ? `, it held ${Math.round(mib)} MiB` : '';
  const words = outcomes[String(outcome)] ?? 'was asked to end';
  return withText(`process ${shown(pid)}${which} ${words}${held}`, detail);
}
