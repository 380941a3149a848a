/** The kinds of entities that can be listed, and what is declared of each. */
import type { EntityTable } from '../entity.ts';
import type { EntityKind } from './all.ts';
import { tables } from './tables.ts';

/** Full-text search takes in these kinds and no others. */
export const entityKinds = Object.keys(tables) as readonly EntityKind[];

/** What is declared of a kind; undefined for kinds that have no list. */
export const tableOf = (kind: string): EntityTable | undefined =>
  Object.hasOwn(tables, kind) ? tables[kind as EntityKind] : undefined;
