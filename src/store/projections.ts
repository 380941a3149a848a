/**
 * Which members of a product state are kept as columns, so that lists can be sorted, counted and
 * constrained by an index. The entities say which; the migrations make the columns and indexes.
 */
import type { ProjectedColumn, Projections } from '../actors/journal/projection.ts';
import { tables } from '../domain/entities/tables.ts';
import type { EntityTable } from '../domain/entity.ts';
import { activeQueueStatuses } from '../domain/statuses.ts';

/** Missing values become the smallest one, which sorts first as NULL does but can be compared in a keyset. */
const smallest = { text: "''", fixed: "''", number: '-1.7976931348623157e308' } as const;

const isActive = `status IN (${activeQueueStatuses.map((status) => `'${status}'`).join(', ')})`;

const columnsOf = ({ columns }: EntityTable): ProjectedColumn[] =>
  columns.map(({ name, form }) => {
    const value = `@state->>'$.${name}'`;
    return {
      name,
      value: form === 'plain' ? value : `coalesce(${value}, ${smallest[form]})`,
      fixed: form === 'fixed',
    };
  });

/** By kind. A lane holds one active queue item: `one_active_item_per_lane` refuses the turn of a second. */
export const projections: Projections = Object.fromEntries(
  Object.entries(tables).map(([kind, entity]) => [
    kind,
    {
      columns: columnsOf(entity),
      ...(kind === 'queue_item'
        ? { unique: [{ name: 'one_active_item_per_lane', columns: ['lane'], where: isActive }] }
        : {}),
    },
  ]),
);
