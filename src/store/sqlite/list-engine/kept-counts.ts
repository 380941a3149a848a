/** Counts from `actor_counts`, which every write keeps; see its migration for the facets. */
import type { EntityKind } from '../../../domain/entities/all.ts';
import { queueGroups } from '../../../domain/statuses.ts';
import type { PrepareCached } from '../reads/statement-cache.ts';
import type { ListRequest } from './request.ts';

/** Rows of one status that have the same facets. */
export interface KeptCount {
  readonly status: string;
  readonly facet: string;
  readonly count: number;
}

/** Kinds whose counts are kept; those of other kinds are counted. */
const countedKinds: readonly EntityKind[] = [
  'queue_item',
  'project',
  'run',
  'paper',
  'paper_review',
  'corpus_entry',
];

/** Letters of the facets. */
export const facets = {
  flagged: 'f',
  withoutPaper: 'n',
  positive: 'p',
  unlinted: 'l',
  unaudited: 'a',
} as const;

/** Every count of a kind that is not 0; undefined for a kind whose counts are not kept. */
export function readKept(
  prepare: PrepareCached,
  kind: EntityKind,
): readonly KeptCount[] | undefined {
  if (!countedKinds.includes(kind)) return undefined;
  return prepare<KeptCount>(
    'SELECT status, facet, count FROM actor_counts WHERE kind = ? AND count <> 0',
  ).all(kind);
}

/** Sum of those for which `wanted` holds. */
export function sumOf(
  counts: readonly KeptCount[],
  wanted: (count: KeptCount) => boolean = () => true,
): number {
  return counts.reduce((sum, count) => sum + (wanted(count) ? count.count : 0), 0);
}

/** The number of matching rows; undefined where the filters ask for more than the facets say. */
export function countKept(prepare: PrepareCached, request: ListRequest): number | undefined {
  const { ids, projectIds, seconds, conditions, flagged, statuses, queueGroup } = request;
  const asksMore = conditions.length > (flagged ? 1 : 0);
  if (asksMore || ids !== undefined || projectIds !== undefined || seconds !== undefined) {
    return undefined;
  }
  const counts = readKept(prepare, request.kind);
  if (counts === undefined) return undefined;
  const isFlagged = ({ facet }: KeptCount): boolean => facet.includes(facets.flagged);
  const group: readonly string[] | undefined =
    queueGroup === undefined || queueGroup === 'all' ? undefined : queueGroups[queueGroup];
  return sumOf(
    counts,
    (count) =>
      (statuses === undefined || statuses.includes(count.status)) &&
      (!flagged || isFlagged(count)) &&
      (group === undefined ||
        group.includes(count.status) ||
        (queueGroup === 'blocked' && isFlagged(count))),
  );
}
