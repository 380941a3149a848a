/** Projects of one title, however it is written: one word stands for it, which full text finds. */
import { fingerprint } from '../../lib/hash.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { normalizeTitle } from './idea-titles.ts';

const pageRows = 50;

/** What a project keeps as its `title_key`. */
export function titleKey(title: string): string {
  return `title:${fingerprint(normalizeTitle(title)).slice(0, 16)}`;
}

/** The first `limit` of them by id. Others in which the word stands are passed over. */
export async function projectsOfTitle(
  { reads }: Needs<'reads'>,
  title: string,
  limit: number,
): Promise<readonly EntityRow[]> {
  const key = titleKey(title);
  const query = { pageSize: pageRows, sort: 'project_id', filters: {}, search: key };
  const found: EntityRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await reads.list('project', { ...query, cursor });
    found.push(...page.rows.filter((row) => row['title_key'] === key));
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < limit);
  return found.slice(0, limit);
}
