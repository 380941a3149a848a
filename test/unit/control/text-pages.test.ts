/** Pages of runs, papers and projects made of texts are, byte for byte, the pages made of objects. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { inList, toPaperRow, toProjectRow, toRunRow } from '../../../src/control/reading/rows.ts';
import {
  readPaperPage,
  readProjectPage,
  readRunPage,
} from '../../../src/control/reading/text-pages.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { excerptCharsMax } from '../../../src/lib/excerpt.ts';
import { initialPaper } from '../../../src/machines/paper/context.ts';
import { initialRun } from '../../../src/machines/run/machine.ts';
import type { EntityRow, ListQuery, Page } from '../../../src/store/ports/read-models.ts';
import { project } from '../../support/control-context.ts';
import {
  commitAll,
  listQuery,
  openTestStore,
  someTime,
  stateTurn,
} from '../../support/store-fixtures.ts';

type Row = Readonly<Record<string, unknown>>;
const times = { created_at: someTime, updated_at: someTime };

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('"tags":[]', '\\"', '","version":1}', '{[', '', '\u2028'),
  fc.constantFrom(excerptCharsMax, excerptCharsMax + 1).map((length) => 'x'.repeat(length)),
  // Long as JSON writes it, and short as it is.
  fc.constant('\n'.repeat(excerptCharsMax - 1)),
);
const tags = fc.array(
  fc.oneof(text, fc.constantFrom('intake:0123456789abcdef', 'title:0123456789abcdef', 'gpu')),
  { maxLength: 4 },
);
/** Members that no machine of today writes, and internals. */
const more = fc.dictionary(
  fc.constantFrom('a', 'z', 'x"tags', 'resume_status', 'machine_state', 'truncated'),
  fc.oneof(text, fc.integer(), fc.record({ tags }), fc.constant(null)),
  { maxKeys: 3 },
);

interface Kind {
  readonly state: fc.Arbitrary<Row>;
  readonly toRow: (context: ControlContext, row: EntityRow) => Row;
  readonly readPage: (context: ControlContext, query: ListQuery) => Promise<Page<string>>;
}
const kinds: Readonly<Record<'run' | 'paper' | 'project', Kind>> = {
  run: {
    state: fc
      .tuple(fc.constantFrom('prepared', 'running', 'reconciled'), more)
      .map(([status, other]) => ({
        ...initialRun('id'),
        project_id: 'p',
        status,
        ...times,
        ...other,
      })),
    toRow: toRunRow,
    readPage: readRunPage,
  },
  paper: {
    state: fc.tuple(text, more).map(([last_error, other]) => ({
      ...initialPaper('id'),
      run_id: 'r',
      project_id: 'p',
      status: 'eligible',
      last_error,
      ...times,
      ...other,
    })),
    toRow: toPaperRow,
    readPage: readPaperPage,
  },
  project: {
    state: fc.tuple(text, fc.option(tags), more, more).map(([prompt, own, before, other]) => ({
      ...before,
      ...project('id', { prompt }),
      tags: own,
      ...other,
    })),
    toRow: (_context, row) => toProjectRow(row),
    readPage: readProjectPage,
  },
};

it.each(['run', 'paper', 'project'] as const)('are those of a %s', async (kind) => {
  const { state, toRow, readPage } = kinds[kind];
  const property = fc.asyncProperty(
    fc.array(state, { minLength: 1, maxLength: 5 }),
    async (all) => {
      const { journal, reads } = openTestStore();
      // All that a page asks of its context.
      const clock = createManualClock(Date.UTC(2026, 0, 2));
      const settings = { staleAfterMs: 3_600_000 };
      const context = { reads, clock, settings } as unknown as ControlContext;
      const turns = all.map((one, index) => stateTurn(kind, `id-${index}`, 1, one));
      await commitAll(journal, turns);
      const query = listQuery({ pageSize: 4 });
      const objects = await reads.list(kind, query);
      const page = await readPage(context, query);
      expect(page).toEqual({
        rows: objects.rows.map((row) => JSON.stringify(inList(toRow(context, row)))),
        nextCursor: objects.nextCursor,
      });
      await journal.close();
    },
  );
  await fc.assert(property, propertyOptions(60));
});
