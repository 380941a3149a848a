/**
 * What makes states of earlier editions those of today, for each entity that was stored in another way once. Without
 * schemas, so that threads that read states need none.
 */
import { fingerprint as fingerprintOf } from '../../lib/hash.ts';
import type { EntityKind } from './all.ts';

/** A stored state, or some members of one. */
export type StoredMembers = Readonly<Record<string, unknown>>;

/** What makes states of earlier editions those of today. */
interface Lift {
  /** Version of the shape as it is stored today. */
  readonly to: number;
  /** The members as they are stored today, of a state or of a part of one that is older. */
  readonly from: (older: StoredMembers) => StoredMembers;
}

/** Id of the actor of an alert: 32 hex digits made of its fingerprint. */
export const alertIdOf = (fingerprint: string): string =>
  fingerprintOf(['alert', fingerprint]).slice(0, 32);

const mark = /^(intake|title):[0-9a-f]{16}$/;

/** The first edition kept its own marks among the tags. What has members for them stays as it is. */
function liftMarks(older: StoredMembers): StoredMembers {
  if ('title_key' in older) return older;
  const tags = Array.isArray(older['tags']) ? older['tags'].map(String) : [];
  const marked = (name: string): string | null =>
    tags.findLast((tag) => mark.exec(tag)?.[1] === name) ?? null;
  return {
    ...older,
    ...('tags' in older ? { tags: tags.filter((tag) => !mark.test(tag)) } : {}),
    intake_batch: marked('intake'),
    title_key: marked('title'),
  };
}

/** Since version 2 the program's own marks are members; the first edition kept them among the tags. */
export const projectLift: Lift = { to: 2, from: liftMarks };

/** The first edition called every alert that stood `raised`, and kept what was told with the alert. */
function liftRaised(older: StoredMembers): StoredMembers {
  const {
    notified_at: _at,
    notification_count: _count,
    told_of_raise: _told,
    recovery_owed: _owed,
    ...kept
  } = older;
  return {
    ...kept,
    ...(older['status'] === 'raised' ? { status: 'firing' } : {}),
    ...('raised_at' in older ? { fired_at: older['raised_at'] } : {}),
    ...('fingerprint' in older
      ? { alert_id: alertIdOf(String(older['fingerprint'])), group_key: '', suppressed_by: null }
      : {}),
  };
}

/** Since version 2 an alert is pending, firing or suppressed; what is told of it stands in its incident. */
export const alertLift: Lift = { to: 2, from: liftRaised };

/** The first edition wrote down the beginning and the end of every evaluation, and what was over. */
function liftChecks(older: StoredMembers): StoredMembers {
  const {
    began_at: _began,
    last_checked_at: _last,
    next_check_at: _next,
    check_count: _count,
    ...kept
  } = older;
  const { status, last_found: found } = kept;
  const isOlder = status === 'waiting' || status === 'checking';
  if (found !== null && typeof found === 'object' && 'resolved' in found) {
    const { resolved: _resolved, ...standing } = found as StoredMembers;
    return { ...kept, ...(isOlder ? { status: 'watching' } : {}), last_found: standing };
  }
  return { ...kept, ...(isOlder ? { status: 'watching' } : {}) };
}

/** Since version 2 nothing is written while a look finds the same; states of today it leaves as they are. */
export const alertWatchLift: Lift = { to: 2, from: liftChecks };

const lifts: { readonly [Kind in EntityKind]?: Lift } = { project: projectLift, alert: alertLift };

/** How states of a listed kind are lifted; undefined where every stored state can be read as it is. */
export const liftOf = (kind: string): Lift | undefined =>
  Object.hasOwn(lifts, kind) ? lifts[kind as EntityKind] : undefined;

/** Stored members as they are stored today, of a state of any version. */
export function lifted(kind: string, stateVersion: number, members: StoredMembers): StoredMembers {
  const lift = liftOf(kind);
  return lift === undefined || stateVersion >= lift.to ? members : lift.from(members);
}
