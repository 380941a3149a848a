/** Results: what was compared, how raw values spread, figures and tables, and what goes to the appendix of data. */

import { isSetting } from '../../claims/labels.ts';
import type { Comparison } from '../../claims/ledger.ts';
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
import { caseFigures, lineFigures, sampleFigure } from './figures.ts';
import { comparisonSentence, quantityName, scalarSentence, seriesOfOutcome } from './headline.ts';
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
  const blocks: Block[] = [...sampleBlocks(context)];
  const shown = tables.filter(isShown);
  for (const { file, table } of shown)
    blocks.push(...resultTable(context, caption(file.public_path, table.pointer), table, false));
  const scalars = scalarBlocks(context);
  blocks.push(...comparisonBlocks(context, ledger.comparisons, shown), ...scalars.blocks);
  for (const { table } of tables)
    blocks.push(...lineFigures(context, table), ...caseFigures(context, table));
  const trends = tables.flatMap(({ table }) => trendSentences(table)).slice(0, trendsMax);
  if (trends.length > 0) blocks.push({ kind: 'list', items: trends });
  const data = tables
    .filter((entry) => !isShown(entry))
    .flatMap(({ file, table }) =>
      resultTable(context, caption(file.public_path, table.pointer, file.sha256), table, true),
    );
  if (blocks.length === 0) {
    const said = 'What the result files hold is in the appendix of data.';
    blocks.push({ kind: 'paragraph', inlines: line(said) });
  }
  return { blocks, data: [...data, ...scalars.data] };
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
  // A list of metrics compares what the series of raw values compare.
  const isOfList = ({ quantity }: Comparison): boolean =>
    quantity === 'value' && context.input.ledger.statistics.length > 0;
  const isTold = ({ operands }: Comparison): boolean =>
    operands.every(({ id }) => inTables.has(id));
  const items = [
    ...ratioLines(comparisons.filter(isTold)),
    ...comparisons
      .filter((comparison) => !isTold(comparison) && !isOfList(comparison))
      .map(comparisonSentence),
  ];
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** One sentence per subject: `Compared with baseline, routed has mean at a ratio of 0.82 [C37] and …` */
function ratioLines(comparisons: readonly Comparison[]): Inline[][] {
  const groups = new Map<string, Comparison[]>();
  for (const comparison of comparisons) {
    const key = `${comparison.baseline}\0${comparison.subject}`;
    groups.set(key, [...(groups.get(key) ?? []), comparison]);
  }
  return [...groups.values()].map((group) =>
    line(
      'Compared with ',
      labelText(group[0]?.baseline ?? ''),
      ', ',
      labelText(group[0]?.subject ?? ''),
      ' has ',
      listOf(
        group.map((comparison) =>
          line(quantityName(comparison), ` (${comparison.formula}) `, cited(comparison.claim)),
        ),
      ),
      '.',
    ),
  );
}

/** Numbers that are in no table, file by file. */
function scalarBlocks(context: DraftContext): { blocks: Block[]; data: Block[] } {
  const told = new Set(
    context.input.ledger.comparisons.flatMap(({ operands }) => operands.map(({ id }) => id)),
  );
  const blocks: Block[] = [];
  const data: Block[] = [];
  for (const result of context.input.ledger.results) {
    const measured = splitScalars(result, isSetting).measured.filter(
      ({ claim }) => !told.has(claim.id),
    );
    const path = pathInline(result.file.public_path);
    if (measured.length === 0) continue;
    if (measured.length <= notableMax)
      blocks.push({ kind: 'paragraph', inlines: scalarSentence(measured) });
    else if (measured.length <= scalarsShownMax)
      blocks.push(...scalarTable(context, line('Single values in ', path, '.'), measured));
    else data.push(...scalarTable(context, line('Single values in ', path, '.'), measured));
  }
  return { blocks, data };
}

/** The series of raw values: the registered one first, the others by unit; a table, figures, and what stands out. */
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
  const groups = new Map<string, typeof others>();
  for (const statistic of others) {
    const key = `${statistic.source.path} ${statistic.median.unit ?? ''} ${statistic.median.unit === undefined ? (statistic.median.quantity ?? '') : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), statistic]);
  }
  const isSameUnit =
    threshold !== undefined &&
    first !== undefined &&
    (threshold.unit === first.median.unit || first.median.unit === undefined);
  const sentences = spreadSentences(statistics);
  return [
    ...(first === undefined ? [] : sampleFigure(context, [first], isSameUnit ? threshold : null)),
    ...spreadTable(context, first === undefined ? others : [first, ...others]),
    ...(sentences.length === 0 ? [] : [{ kind: 'list', items: sentences } as const]),
    ...[...groups.values()].flatMap((group) => sampleFigure(context, group, null)),
  ];
}
