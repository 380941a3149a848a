/** Tables and figures of the results, made of claims. */

import { humanizeName } from '../../claims/labels.ts';
import type { NamedClaim, ResultColumn, ResultTable } from '../../claims/ledger.ts';
import { type Claim, claimPrint, claimValue } from '../../claims/schema.ts';
import { type Block, declared, type Inline, type TableRow, text } from '../../document.ts';
import { isCleanName } from '../../lint/wording.ts';
import { inexpressibleName, isLogScale } from '../../render/plot.ts';
import { findStrangeCharacters } from '../../verify/characters.ts';
import {
  columnName,
  type DraftContext,
  label,
  labelText,
  line,
  printableUnit,
  scalarNames,
} from '../context.ts';

/** Number columns side by side; wider tables continue in a further table. */
const columnsPerTable = 5;
/** Rows shown of one table; the others are in the ledger. */
const rowsShownMax = 40;
const figuresMax = 6;
const seriesPerFigure = 4;

/** `Table 3. ` */
export function tableNumber(context: DraftContext): Inline[] {
  context.numbering.tables += 1;
  return line(declared(`Table ${context.numbering.tables}`, 'table_number', 'strong'), '. ');
}

/** Scalars as rows of name and value. */
export function scalarTable(
  context: DraftContext,
  caption: readonly Inline[],
  scalars: readonly NamedClaim[],
): Block[] {
  if (scalars.length === 0) return [];
  const shown = scalars.slice(0, rowsShownMax);
  const names = scalarNames(scalars);
  const rows = shown.map((scalar, at) => ({
    cells: [[labelText(names[at] ?? '')], [bare(scalar.claim, undefined)], [cite([scalar.claim])]],
  }));
  const table: Block = {
    kind: 'table',
    caption: [...tableNumber(context), ...caption],
    textColumnCount: 1,
    header: [[text('Quantity')], [text('Value')], [text('Claim')]],
    rows,
    isTarget: false,
  };
  return [table, ...restNote(scalars.length - shown.length)];
}

/** One table of a result file, in as many parts as its width needs, with figures where it has series. */
export function resultTable(
  context: DraftContext,
  caption: readonly Inline[],
  read: ResultTable,
): Block[] {
  const columns = read.columns.map((column, at) => ({ ...column, unit: sharedUnit(read, at) }));
  const table = { ...read, columns };
  const labelled = table.rows.some((row) => row.label !== null);
  const shown = table.rows.slice(0, rowsShownMax);
  const x = labelled ? -1 : positionColumn(table);
  const blocks: Block[] = [];
  for (const part of columnParts(table.columns.length, x)) {
    const rows = shown.map((row) =>
      toRow(
        row.label,
        labelled,
        part.map((at) => ({ claim: row.claims[at] ?? null, unit: table.columns[at]?.unit })),
      ),
    );
    const heads = part.map((at) => [headOf(table.columns[at])]);
    blocks.push({
      kind: 'table',
      caption: [...tableNumber(context), ...caption],
      textColumnCount: labelled ? 1 : 0,
      header: [...(labelled ? [[text('Case')]] : []), ...heads, [text('Claims')]],
      rows,
      isTarget: false,
    });
  }
  blocks.push(...restNote(table.rows.length - shown.length), ...figures(context, table, x));
  return blocks;
}

/** The unit of a column whose values all have it; those of others show their own. */
function sharedUnit(table: ResultTable, at: number): string | undefined {
  const units = new Set(
    table.rows.flatMap(({ claims }) => (claims[at] == null ? [] : [claims[at].unit])),
  );
  return units.size === 1 ? [...units][0] : undefined;
}

function headOf(column: ResultColumn | undefined): Inline {
  return column === undefined ? text('') : labelText(columnName(column));
}

interface Cell {
  readonly claim: Claim | null;
  /** Unit of the column, said in its heading. */
  readonly unit: string | undefined;
}

function toRow(rowLabel: string | null, labelled: boolean, row: readonly Cell[]): TableRow {
  const cells = row.map(({ claim, unit }) => [claim === null ? text('–') : bare(claim, unit)]);
  const present = row.flatMap(({ claim }) => (claim === null ? [] : [claim]));
  const head = labelled ? [[rowLabel === null ? text('–') : label(rowLabel)]] : [];
  return { cells: [...head, ...cells, present.length === 0 ? [text('–')] : [cite(present)]] };
}

/** The value without citation; its row cites. A unit said in the heading is not repeated. */
function bare(claim: Claim, said: string | undefined): Inline {
  const unit = claim.unit === said ? undefined : printableUnit(claim.unit);
  return { kind: 'value', claimId: claim.id, printed: claimPrint(claim), unit, cited: false };
}

function cite(claims: readonly Claim[]): Inline {
  return { kind: 'cite', ids: claims.map((claim) => claim.id) };
}

function restNote(count: number): Block[] {
  if (count <= 0) return [];
  const said = 'The further rows of this table can be found in the claim ledger.';
  return [{ kind: 'paragraph', inlines: line(said) }];
}

/** Column numbers per part; the position column is repeated in each. */
function columnParts(count: number, x: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= columnsPerTable) return [all];
  const rest = all.filter((index) => index !== x);
  const size = x < 0 ? columnsPerTable : columnsPerTable - 1;
  const parts: number[][] = [];
  for (let start = 0; start < rest.length; start += size) {
    parts.push([...(x < 0 ? [] : [x]), ...rest.slice(start, start + size)]);
  }
  return parts;
}

/** The column that says where a row stands: growing throughout, a setting if there is one; or -1. */
export function positionColumn(table: ResultTable): number {
  if (table.columns.length < 2 || table.rows.length < 2) return -1;
  const growing = table.columns
    .map((column, index) => ({ column, index }))
    .filter(({ index }) => {
      const values = columnValues(table, index);
      return values?.every((value, at) => at === 0 || value > (values[at - 1] ?? value)) === true;
    });
  return (
    (growing.find(({ column }) => column.setting) ?? growing.find(({ index }) => index === 0))
      ?.index ?? -1
  );
}

/** All values of a column, or undefined when a cell is empty. */
export function columnValues(table: ResultTable, index: number): number[] | undefined {
  const values = table.rows.map((row) => {
    const claim = row.claims[index];
    return claim == null ? undefined : claimValue(claim);
  });
  return values.some((value) => value === undefined)
    ? undefined
    : values.filter((value) => value !== undefined);
}

function figures(context: DraftContext, table: ResultTable, x: number): Block[] {
  const single = table.columns.length === 1;
  const labelled = table.rows.some((row) => row.label !== null);
  if (labelled || table.rows.length < 3 || table.rows.length > 200 || (x < 0 && !single)) return [];
  const blocks: Block[] = [];
  for (const group of seriesGroups(table, x)) {
    if (context.numbering.figures >= figuresMax) break;
    blocks.push(figure(context, table, x, group));
  }
  return blocks;
}

/** Measured columns that can share an axis: the same unit and the same last word. */
function seriesGroups(table: ResultTable, x: number): number[][] {
  const groups = new Map<string, number[]>();
  table.columns.forEach((column, index) => {
    const values = columnValues(table, index);
    if (index === x || column.setting || values === undefined) return;
    if (!values.every((value) => Math.abs(value) < 1e12)) return;
    const key = `${column.unit ?? ''} ${humanizeName(column.name).split(' ').at(-1) ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  return [...groups.values()].map((group) => group.slice(0, seriesPerFigure));
}

function figure(
  context: DraftContext,
  table: ResultTable,
  x: number,
  group: readonly number[],
): Block {
  context.numbering.figures += 1;
  const { figures: number } = context.numbering;
  const xColumn = table.columns[x];
  const xLabel = xColumn === undefined ? 'position in the list' : columnName(xColumn);
  const xValues = xColumn === undefined ? null : (columnValues(table, x) ?? null);
  const names = group.map((index) => {
    const column = table.columns[index];
    return column === undefined ? '' : drawable(columnName(column));
  });
  const ids = (index: number): string[] => table.rows.map((row) => row.claims[index]?.id ?? '');
  return {
    kind: 'figure',
    id: `figure-${String.fromCharCode(96 + number)}`,
    caption: line(
      declared(`Figure ${number}`, 'figure_number', 'strong'),
      '. ',
      'Plot of ',
      names.flatMap((name, at) => line(at === 0 ? '' : ', ', labelText(name))),
      ' against ',
      labelText(xLabel),
      xValues !== null && isLogScale(xValues) ? ' (logarithmic horizontal axis)' : '',
      '; the values are those of the table above.',
    ),
    data: {
      kind: 'line',
      xLabel: drawable(xLabel),
      yLabel: names[0] ?? '',
      x: xValues,
      threshold: null,
      series: group.map((index, at) => ({
        name: names[at] ?? '',
        y: columnValues(table, index) ?? [],
      })),
    },
    xIds: xColumn === undefined ? null : ids(x),
    seriesIds: group.map(ids),
    barIds: group.map(() => null),
    thresholdId: null,
  };
}

/** A name as it can stand in a drawing, where it cannot be set as code. */
function drawable(name: string): string {
  const clean = isCleanName(name) && findStrangeCharacters(name).length === 0;
  return clean ? name : inexpressibleName;
}
