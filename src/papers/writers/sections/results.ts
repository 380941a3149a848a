/** Results: what was compared, how raw values spread, figures and tables, and what goes to the appendix of data. */

import { groupBy } from '../../claims/group-by.ts';
import { isSetting } from '../../claims/labels.ts';
import type { Comparison, NamedClaim } from '../../claims/ledger.ts';
import { outcomeOf } from '../../claims/outcome.ts';
import { type Block, declared, type Inline } from '../../document.ts';
import {
  cited,
  type DraftContext,
  labelText,
  line,
  listOf,
  pathInline,
  splitScalars,
} from '../context.ts';
import type { FileTable } from './columns.ts';
import { comparisonSentence, isOfList, quantityName } from './comparison.ts';
import { caseFigures, lineFigures, sampleFigure } from './figures.ts';
import { scalarSentence, seriesOfOutcome } from './headline.ts';
import { createRepeated } from './repeated.ts';
import { replicationSentences } from './replication.ts';
import { distinctStatistics, spreadSentences, spreadTable } from './spread.ts';
import { resultTable, scalarTable } from './tables.ts';
import { trendSentences } from './trends.ts';

/** Single values said in a sentence; more than these get a table. */
const notableMax = 3;
/** Single values of one file that the results show; more go to the appendix. */
const scalarsShownMax = 12;
/** Rows of a table that the results show. */
const rowsMax = 12;
const trendsMax = 8;

/** The section, and the blocks of the appendix of data that go with it. */
interface Results {
  readonly blocks: Block[];
  readonly data: Block[];
}

/** Without any number, one paragraph that says so. */
export function writeResults(context: DraftContext, tables: readonly FileTable[]): Results {
  const { ledger } = context.input;
  if (ledger.results.length === 0) {
    const said =
      'No result file with numbers was found, so this paper reports no measured value. What can be said is what the decision record states; it is given in the conclusion.';
    return { blocks: [{ kind: 'paragraph', inlines: line(said) }], data: [] };
  }
  // What was registered comes first.
  const blocks: Block[] = [...sampleBlocks(context), ...replicationBlocks(context)];
  const shown = tables.filter(isShown);
  for (const { file, table } of shown)
    blocks.push(...resultTable(context, caption(file.public_path, table.pointer), table, false));
  const scalars = scalarsOf(context);
  blocks.push(
    ...comparisonBlocks(context, context.isPlain ? [] : ledger.comparisons, shown),
    ...scalars.flatMap((own) => scalarBlocks(context, own)),
  );
  const isRepeated = createRepeated(context);
  for (const { table } of tables)
    blocks.push(...lineFigures(context, table), ...caseFigures(context, table));
  const trends = context.isPlain
    ? []
    : tables.flatMap(({ table }) => trendSentences(table)).slice(0, trendsMax);
  if (trends.length > 0) blocks.push({ kind: 'list', items: trends });
  const data = tables
    .filter((entry) => !isShown(entry))
    .flatMap(({ file, table }) => {
      const rows = table.rows.filter(({ label, claims }) =>
        claims.some((claim) => claim !== null && !isRepeated(label ?? '', claim)),
      );
      if (rows.length === 0) return [];
      const own = { ...table, rows };
      return resultTable(context, caption(file.public_path, table.pointer, file.sha256), own, true);
    });
  if (blocks.length === 0) {
    const said = 'What the result files hold is in the appendix of data.';
    blocks.push({ kind: 'paragraph', inlines: line(said) });
  }
  return { blocks, data: [...data, ...scalars.flatMap((own) => scalarData(context, own))] };
}

/** What the second run found, where there was one. */
function replicationBlocks(context: DraftContext): Block[] {
  const inlines = replicationSentences(context);
  return inlines.length === 0 ? [] : [{ kind: 'paragraph', inlines }];
}

/** Small tables of named cases with several columns; a list of metrics is read in the appendix. */
function isShown({ table }: FileTable): boolean {
  const labelled = table.rows.some((row) => row.label !== null);
  return labelled && table.rows.length <= rowsMax && table.columns.length > 1;
}

/** `Records in …, at /variants.` with the beginning of the hash where rows lead to the file. */
function caption(path: string, pointer: string, sha256?: string): Inline[] {
  return line(
    'Records in ',
    pathInline(path),
    pointer === '' ? '' : line(', at ', declared(pointer, 'name', 'code')),
    sha256 === undefined
      ? ''
      : line(', ', declared(`sha256:${sha256.slice(0, 12)}…`, 'identifier', 'code')),
    '.',
  );
}

/** Comparisons whose values stand in a table give their ratio alone. */
function comparisonBlocks(
  context: DraftContext,
  comparisons: readonly Comparison[],
  shown: readonly FileTable[],
): Block[] {
  const inTables = new Set(
    shown.flatMap(({ table }) =>
      table.rows.flatMap((row) =>
        row.claims.flatMap((claim) => (claim === null ? [] : [claim.id])),
      ),
    ),
  );
  const { statistics } = context.input.ledger;
  const isTold = ({ operands }: Comparison): boolean =>
    operands.every(({ id }) => inTables.has(id));
  const items = [
    ...ratioLines(comparisons.filter(isTold)),
    ...comparisons
      .filter((comparison) => !isTold(comparison) && !isOfList(comparison, statistics))
      .map((comparison) => comparisonSentence([comparison])),
  ];
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** One sentence per subject: `Compared with baseline, routed has ratios of 0.82 [C37] in mean and …` */
function ratioLines(comparisons: readonly Comparison[]): Inline[][] {
  const groups = groupBy(comparisons, ({ baseline, subject }) => `${baseline}\0${subject}`);
  return [...groups.values()].map((group) =>
    line(
      'Compared with ',
      labelText(group[0]?.baseline ?? ''),
      ', ',
      labelText(group[0]?.subject ?? ''),
      ' has ',
      listOf(
        [...groupBy(group, ({ formula }) => formula)].map(([formula, own]) =>
          line(
            own.length === 1 ? `a ${formula} of ` : `${formula}s of `,
            listOf(
              own.map((comparison) =>
                line(cited(comparison.claim), ' in ', quantityName(comparison)),
              ),
            ),
          ),
        ),
      ),
      '.',
    ),
  );
}

/** Measured numbers of one file that are in no table, not in that of series either, and in no comparison. */
interface Scalars {
  readonly file: FileTable['file'];
  readonly measured: readonly NamedClaim[];
}

function scalarsOf(context: DraftContext): Scalars[] {
  const { ledger } = context.input;
  const told = new Set(ledger.comparisons.flatMap(({ operands }) => operands.map(({ id }) => id)));
  const isRepeated = createRepeated(context);
  return ledger.results.map((result) => ({
    file: result.file,
    measured: splitScalars(result, isSetting).measured.filter(
      ({ path, claim }) => !told.has(claim.id) && !isRepeated(path.join(' '), claim),
    ),
  }));
}

function scalarBlocks(context: DraftContext, { file, measured }: Scalars): Block[] {
  if (measured.length === 0 || measured.length > scalarsShownMax) return [];
  if (measured.length <= notableMax)
    return [{ kind: 'paragraph', inlines: scalarSentence(measured) }];
  const where = line('Single values in ', pathInline(file.public_path), '.');
  return scalarTable(context, where, measured);
}

function scalarData(context: DraftContext, { file, measured }: Scalars): Block[] {
  if (measured.length <= scalarsShownMax) return [];
  return scalarTable(context, caption(file.public_path, '', file.sha256), measured, true);
}

/**
 * The series of raw values by file and unit, those of the registered one first: a figure each, a table of them all, and
 * what stands out.
 */
function sampleBlocks(context: DraftContext): Block[] {
  const statistics = distinctStatistics(context);
  if (statistics.length === 0) return [];
  const { threshold } = outcomeOf(context.input.ledger.claims);
  const registered = seriesOfOutcome(context);
  const first = statistics.find(
    ({ source }) =>
      source.pointer === registered?.source.pointer && source.path === registered.source.path,
  );
  const others = statistics.filter((statistic) => statistic !== first);
  const ordered = first === undefined ? others : [first, ...others];
  const groups = [
    ...groupBy(ordered, ({ source, median: { unit, quantity } }) =>
      [source.path, unit, unit === undefined ? quantity : ''].join(' '),
    ).values(),
  ];
  const leading = first === undefined ? [] : (groups.shift() ?? []);
  const isSameUnit =
    threshold !== undefined &&
    first !== undefined &&
    (threshold.unit === first.median.unit || first.median.unit === undefined);
  const sentences = context.isPlain ? [] : spreadSentences(statistics);
  return [
    ...sampleFigure(context, leading, isSameUnit ? threshold : null),
    ...spreadTable(context, ordered),
    ...(sentences.length === 0 ? [] : [{ kind: 'list', items: sentences } as const]),
    ...groups.flatMap((group) => sampleFigure(context, group, null)),
  ];
}
