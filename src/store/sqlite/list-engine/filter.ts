/** What a filter of a list is held against. Which filters there are is declared with the members, in `domain/entities/`. */
import type { DeclaredFilter } from '../../../domain/entity.ts';

/** The condition's side of the row, and which values it takes. */
export interface Filter {
  /** SQL of the compared value; for `each`, what finds the member's values in `member_values AS m`. */
  readonly sql: string;
  readonly type: DeclaredFilter['type'];
  /** Statuses that rows of a value can be in, which indexes lead to; a value that is not named may have any. */
  readonly statuses?: Readonly<Record<string, readonly string[]>>;
  /** Index that the value leads, where a value belongs to few rows: those are fetched and sorted. */
  readonly index?: string | undefined;
  /** The only values there are; undefined for any text. */
  readonly values: readonly string[] | undefined;
}
