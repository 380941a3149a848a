/** What a filter of a list is held against. Which filters there are is declared with the members, in `domain/entities/`. */
import type { DeclaredFilter } from '../../../domain/entity.ts';

/** The condition's side of the row, and which values it takes. */
export interface Filter {
  /** SQL of the compared value; for `each`, what finds the member's values in `member_values AS m`. */
  readonly sql: string;
  readonly type: DeclaredFilter['type'];
  /** The only values there are; undefined for any text. */
  readonly values: readonly string[] | undefined;
}
