/**
 * Pages of runs, papers and projects as text, as `queue-page.ts` makes those of the queue: row for row
 * the same as `toRunRow`, `toPaperRow`, `toProjectRow` and `inList` make.
 */

import { excerptCharsMax } from '../../lib/excerpt.ts';
import type { ListQuery, Page, TextRow } from '../../store/ports/read-models.ts';
import type { ControlContext } from '../common/index.ts';
import { named, printRow } from './queue-page.ts';
import {
  hiddenOf,
  paperRowExtras,
  paperRowMembers,
  projectRowExtras,
  runRowExtras,
  runRowMembers,
} from './rows.ts';

/** A page of runs, each row as JSON text. Throws `ListQueryError`. */
export const readRunPage = pageOf('run', runRowMembers, runRowExtras);
/** A page of papers, each row as JSON text. Throws `ListQueryError`. */
export const readPaperPage = pageOf('paper', paperRowMembers, paperRowExtras);

/** `extras` makes the further members of a row from its stored `members`. */
function pageOf<Member extends string, Stored extends Readonly<Record<Member, unknown>>>(
  kind: 'run' | 'paper',
  members: readonly Member[],
  extras: (context: ControlContext, stored: Stored) => object,
) {
  // Their status has another name in lists, and comes behind.
  const shape = {
    hide: [...hiddenOf(kind), 'status'],
    pick: members,
    textCharsMax: excerptCharsMax,
  };
  return async (context: ControlContext, query: ListQuery): Promise<Page<string>> => {
    const { rows, nextCursor } = await context.reads.listTexts(kind, query, shape);
    const print = (row: TextRow): string =>
      printRow(row, extras(context, named<Stored>(members, row)));
    return { rows: rows.map(print), nextCursor };
  };
}

const projectShape = {
  hide: hiddenOf('project'),
  pick: ['project_id'],
  textCharsMax: excerptCharsMax,
};

/** A page of projects, each row as JSON text. Throws `ListQueryError`. */
export async function readProjectPage(
  { reads }: Pick<ControlContext, 'reads'>,
  query: ListQuery,
): Promise<Page<string>> {
  const { rows, nextCursor } = await reads.listTexts('project', query, projectShape);
  const print = (row: TextRow): string =>
    printRow(row, projectRowExtras({ project_id: row.picked[0] }));
  return { rows: rows.map(print), nextCursor };
}
