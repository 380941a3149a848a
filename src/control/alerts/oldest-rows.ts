/** The rows of a kind that need a person, the oldest first. */
import { limits } from '../../domain/limits.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';

/** What a stored row is read with. */
interface Schema<Value> {
  safeParse(
    row: unknown,
  ): { readonly success: true; readonly data: Value } | { readonly success: false };
}

/**
 * At most `limits.reasonRowsMax`. A row that cannot be read is told by the check of its actor; it must not keep all
 * else from being told.
 */
export async function readOldest<Value>(
  { reads }: Needs<'reads'>,
  kind: 'queue_item' | 'paper',
  filters: Readonly<Record<string, string>>,
  schema: Schema<Value>,
): Promise<readonly Value[]> {
  const page = await reads.list(kind, {
    ...firstPage,
    pageSize: limits.reasonRowsMax,
    sort: 'updated_at',
    filters,
  });
  return page.rows.flatMap((row): Value[] => {
    const read = schema.safeParse(row);
    return read.success ? [read.data] : [];
  });
}
