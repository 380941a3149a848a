/**
 * Of every listed entity what readers and the store need to know: plain data. The build writes it as such into the
 * bundles of threads (`tools/build.mjs`), which then make no schema at their start.
 */
import type { EntityTable } from '../entity.ts';
import { type EntityKind, entities } from './all.ts';

const tableOf = ({
  id,
  statusName,
  defaultSort,
  hidden,
  columns,
  sorts,
  filters,
}: EntityTable): EntityTable => ({ id, statusName, defaultSort, hidden, columns, sorts, filters });

/** By the kind of its actor. */
export const tables = Object.fromEntries(
  Object.entries<EntityTable>(entities).map(([kind, entity]) => [kind, tableOf(entity)]),
) as Readonly<Record<EntityKind, EntityTable>>;
