/** What a stored state has beside what its schema knows: members that a newer program has written. */

import { isRecord } from '../../lib/is-record.ts';

/**
 * `known` with the members of `stored` that the schema left out of it, at any depth, so that a turn of this program hands
 * them on as they are: an older one may write for a while beside a newer one, and else the row would no longer be what the
 * log adds up to. Entries of a list are looked at one by one where none was left out. The same object where nothing was.
 */
export function withUnknownMembers<Known>(stored: unknown, known: Known): Known {
  return merge(stored, known) as Known;
}

function merge(stored: unknown, known: unknown): unknown {
  if (stored === known) return known;
  if (Array.isArray(stored) && Array.isArray(known)) {
    if (stored.length !== known.length) return known;
    const merged = known.map((entry, index) => merge(stored[index], entry));
    return merged.some((entry, index) => entry !== known[index]) ? merged : known;
  }
  if (!isRecord(stored) || !isRecord(known)) return known;
  const others = Object.entries(stored).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) return [[name, value] as const];
    const next = merge(value, known[name]);
    return next === known[name] ? [] : [[name, next] as const];
  });
  // By entries, since a member may have any name, as one that would set the prototype.
  return others.length === 0 ? known : { ...known, ...Object.fromEntries(others) };
}
