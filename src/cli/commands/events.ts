/** `orrery events`: the audit log, newest first. */
import type { RunCommand } from '../command.ts';
import { withConnection } from '../connection.ts';
import { printList } from '../list-pages.ts';
import { given, textOption } from '../options.ts';
import { formatAge } from '../output/age.ts';
import { cellOf } from '../output/rows.ts';

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
        { title: 'TYPE', cellsMin: 16 },
        { title: 'ABOUT', cellsMin: 12 },
        { title: 'BY', cellsMin: 6 },
        { title: 'WHAT', cellsMin: 16 },
      ],
      whenEmpty: 'No event matches.',
      toCells: (row, now) => [
        cellOf(row, 'event_id'),
        formatAge(row['created_at'], now),
        cellOf(row, 'event_type'),
        cellOf(row, 'entity_id'),
        cellOf(row, 'actor'),
        cellOf(row, 'summary'),
      ],
      fetch: (page) =>
        call((api) =>
          api.GET('/control/api/v1/events', { params: { query: { ...page, ...filters } } }),
        ),
    });
  });
