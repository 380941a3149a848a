/** `orrery events`: the audit log, newest first. */
import type { RunCommand } from '../command.ts';
import { withConnection } from '../connection.ts';
import { printList } from '../list-pages.ts';
import { given, textOption } from '../options.ts';
import { formatAge } from '../output/age.ts';
import { cellOf, type Row, rowOf } from '../output/rows.ts';

/** Members of every payload that say nothing to a reader of a table. */
const innerMembers: readonly string[] = ['change'];

export const run: RunCommand = (input) =>
  withConnection(input, ({ call }) => {
    const filters = given({
      event_type: textOption(input, 'type'),
      entity_type: textOption(input, 'entityType'),
      entity_id: textOption(input, 'entity'),
    });
    return printList(input, {
      columns: [
        { title: 'EVENT', align: 'right' },
        { title: 'WHEN' },
        { title: 'TYPE', cellsMin: 20 },
        { title: 'ABOUT', cellsMin: 16 },
        { title: 'BY', cellsMin: 8 },
        { title: 'WHAT', cellsMin: 10 },
      ],
      whenEmpty: 'No event matches.',
      toCells: (row, now) => [
        cellOf(row, 'event_id'),
        formatAge(row['created_at'], now),
        cellOf(row, 'event_type'),
        cellOf(row, 'entity_id'),
        cellOf(row, 'actor'),
        describePayload(rowOf(row['payload'])),
      ],
      fetch: (page) =>
        call((api) =>
          api.GET('/control/api/v1/events', { params: { query: { ...page, ...filters } } }),
        ),
    });
  });

/** A payload in one line: its plain members, long texts left to the event itself. */
export function describePayload(payload: Row): string {
  return Object.entries(payload)
    .filter(([name, value]) => !innerMembers.includes(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
    .slice(0, 300);
}
