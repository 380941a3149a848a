/** Which finished runs could have a follow-up, and which of them are known to have none to launch. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { queueItemSchema } from '../../domain/records.ts';
import type { ItemInTurn } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { type FollowupPlan, judgeFollowup, planOf } from './judge-followup.ts';

/** Candidates listed at once, and those that are judged at once; between, others have their turn. */
const listedAtOnce = 200;
const judgedAtOnce = 50;

/** A parent that has no follow-up to launch. */
export interface Skipped {
  readonly project_id: string;
  readonly reason: string;
}

/** What is asked of parents. */
interface Wanted {
  readonly project_id?: string | undefined;
  readonly max_followup_depth: number;
}

/**
 * What each parent comes to, in their order, or the named one alone; throws `queue_item_not_found`. One that nothing
 * can be launched from is judged again once it, or a project that speaks against it, has changed.
 */
export async function* candidates(
  context: Needs<'reads' | 'workers'>,
  { project_id: named, max_followup_depth: depthMax }: Wanted,
): AsyncGenerator<FollowupPlan | Skipped> {
  const { reads } = context;
  if (named !== undefined) {
    const row = await reads.get('queue_item', named);
    if (row === undefined)
      throw new ServiceError('queue_item_not_found', `project ${named} is not in the queue`);
    const plan = await planOf(context, queueItemSchema.parse(row), depthMax);
    yield typeof plan === 'string' ? { project_id: named, reason: plan } : plan;
    return;
  }
  const refused = refusedIn(reads, depthMax);
  const seen = new Set<string>();
  // However many cannot be launched: what finishes later must not wait for them.
  let behind: ItemInTurn | undefined;
  for (;;) {
    const page = await reads.followupCandidates(listedAtOnce, behind);
    const rested = page.flatMap(({ project_id: id }) => [id, ...(refused.get(id)?.others ?? [])]);
    // Before anything is judged: what changes meanwhile is seen to have changed by the next look.
    const projects = await reads.versionsOf('project', rested);
    let judged = 0;
    for (const place of page) {
      const { project_id: id } = place;
      seen.add(id);
      const known = refused.get(id);
      if (known !== undefined && isAsItWas(known, place, projects)) {
        yield { project_id: id, reason: known.reason };
        continue;
      }
      refused.delete(id);
      judged += 1;
      if (judged % judgedAtOnce === 0) await nextTick();
      const row = await reads.get('queue_item', id);
      if (row === undefined) continue;
      const found = await judgeFollowup(context, queueItemSchema.parse(row), depthMax);
      if (!('reason' in found)) {
        yield found;
        continue;
      }
      if (found.others !== null && refused.size < limits.followupRefusalsMax)
        refused.set(id, {
          reason: found.reason,
          version: place.version,
          versions: new Map([[id, projects.get(id)], ...found.others]),
          others: [...found.others.keys()],
        });
      yield { project_id: id, reason: found.reason };
    }
    if (page.length < listedAtOnce) break;
    behind = page.at(-1);
    await nextTick();
  }
  // Those that are no candidates any more.
  for (const id of refused.keys()) if (!seen.has(id)) refused.delete(id);
}

/** Why nothing can be launched from a parent, and the versions of what that rests on. */
interface Refused {
  readonly reason: string;
  readonly version: number;
  /** Of projects; undefined for one that did not exist. */
  readonly versions: ReadonlyMap<string, number | undefined>;
  /** Those of them that are not the parent's own. */
  readonly others: readonly string[];
}

/** Of each store, for the depth that was asked for last: all ask for the same, but for a person who tries another. */
const remembered = new WeakMap<
  object,
  { readonly depthMax: number; readonly refused: Map<string, Refused> }
>();

function refusedIn(reads: object, depthMax: number): Map<string, Refused> {
  const last = remembered.get(reads);
  if (last?.depthMax === depthMax) return last.refused;
  const refused = new Map<string, Refused>();
  remembered.set(reads, { depthMax, refused });
  return refused;
}

const isAsItWas = (
  { version, versions }: Refused,
  place: ItemInTurn,
  projects: ReadonlyMap<string, number>,
): boolean =>
  version === place.version && [...versions].every(([id, of]) => projects.get(id) === of);
