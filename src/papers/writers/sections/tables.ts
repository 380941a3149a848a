/** Tables of a paper, made of claims: as many columns side by side as a page holds. */
import type { NamedClaim, ResultColumn, ResultTable } from '../../claims/ledger.ts';
import { type Claim, claimPrint } from '../../claims/schema.ts';
import { type Block, declared, type Inline, type TableRow, text } from '../../document.ts';
import {
  columnName,
  type DraftContext,
  label,
  labelText,
  line,
  printableUnit,
  scalarNames,
} from '../context.ts';
import { positionColumn } from './columns.ts';

/** Number columns side by side; wider tables continue in a further table. */
const columnsPerTable = 5;
/** Rows shown of one table; the others are in the ledger. */
const rowsShownMax = 40;

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

/**
 * One table of a result file, in as many parts as its width needs. In the appendix a row is what the
 * citations of its claims lead to.
 */
export function resultTable(
  context: DraftContext,
  caption: readonly Inline[],
  read: ResultTable,
  isTarget: boolean,
): Block[] {
  const columns = read.columns.map((column, at) => ({ ...column, unit: sharedUnit(read, at) }));
  const table = { ...read, columns };
  const labelled = table.rows.some((row) => row.label !== null);
  const shown = table.rows.slice(0, rowsShownMax);
  // A claim is the target of its citations in one place alone.
  const x = labelled || isTarget ? -1 : positionColumn(table);
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
      isTarget,
    });
  }
  blocks.push(...restNote(table.rows.length - shown.length));
  return blocks;
}

/** The unit of a column whose values all have it; those of others show their own. */
function sharedUnit(table: ResultTable, at: number): string | undefined {
  const units = new Set(
    table.rows.flatMap(({ claims }) => (claims[at] == null ? [] : [claims[at].unit])),
  );
  return units.size === 1 ? [...units][0] : undefined;
}

/** The file's own name with the member's, where the first does not say what the claims are values of. */
function headOf(column: ResultColumn | undefined): Inline {
  if (column === undefined) return text('');
  return labelText(columnName(column));
}

interface Cell {
  readonly claim: Claim | null;
  /** Unit of the column, said in its heading. */
  readonly unit: string | undefined;
}

function toRow(rowLabel: string | null, labelled: boolean, row: readonly Cell[]): TableRow {
  const head = labelled ? [[rowLabel === null ? text('–') : label(rowLabel)]] : [];
  return numberRow(head, row);
}

/** Cells of text, then values, then what they are cited by. */
export function numberRow(head: readonly (readonly Inline[])[], row: readonly Cell[]): TableRow {
  const cells = row.map(({ claim, unit }) => [claim === null ? text('–') : bare(claim, unit)]);
  const present = row.flatMap(({ claim }) => (claim === null ? [] : [claim]));
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
