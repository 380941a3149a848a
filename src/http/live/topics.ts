/** Names of topics: what they select, and which ones an event belongs to. Pure. */
import { nearestName } from '../../lib/nearest-name.ts';
import type { StreamSelection } from '../../store/ports/feed.ts';
import { liveLimits, topicPattern } from './protocol.ts';

/** A topic as `parseTopic` reads its name; `selection` is what it has of the log. */
export type Topic =
  | { readonly name: string; readonly family: 'lossless'; readonly selection: StreamSelection }
  /** Null for all runs. */
  | { readonly name: string; readonly family: 'telemetry'; readonly runId: string | null };

const shapes =
  '"events", "events/<entity_type>", "events/<entity_type>/<entity_id>", "state", "state/<kind>", "state/<kind>/<id>", "telemetry" or "telemetry/<run_id>"';

/**
 * A topic, or in words why it is none and what would be one. `kinds`: every kind of actor there is;
 * types of events are not a closed set and are taken as they come.
 */
export function parseTopic(name: string, kinds: readonly string[]): Topic | { error: string } {
  if (name.length > liveLimits.topicCharsMax || !topicPattern.test(name)) {
    const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
    return { error: `there is no topic ${shown}; a topic is ${shapes}` };
  }
  const [family, kind = null, ...rest] = name.split('/');
  if (family === 'telemetry') return { name, family, runId: kind };
  const of = family === 'events' ? 'events' : 'state';
  if (of === 'state' && kind !== null && !kinds.includes(kind)) {
    const near = nearestName(kind, kinds);
    const right =
      near === undefined ? `kinds are ${kinds.join(', ')}` : `did you mean "state/${near}"?`;
    return { error: `nothing of kind "${kind}" has a state; ${right}` };
  }
  const id = rest.length === 0 ? null : rest.join('/');
  return { name, family: 'lossless', selection: { of, kind, id } };
}

/** Whoever has joined it is told each heartbeat with all others. Nobody can ask for it: it is no topic of clients. */
export const heartbeatTopic = 'control';

/** Topic names of one family, from the widest to the narrowest. */
export function topicNames(
  of: StreamSelection['of'],
  kind: string,
  id: string,
): readonly [string, string, string] {
  return [of, `${of}/${kind}`, `${of}/${kind}/${id}`];
}
