/**
 * Finds the tables in a result file: lists of records, records of records, lists of numbers side by
 * side. What is in no table is a scalar. Works on structure alone and keeps the order of the file.
 */
import { isRecord } from '../../lib/is-record.ts';
import { pointerToken } from '../json-pointer.ts';

/** A table as pointers; `null` marks a cell the file does not have. */
export interface TableShape {
  readonly kind: 'table';
  readonly pointer: string;
  /** Member names of the columns. */
  readonly columns: readonly string[];
  /** As many as `length`, each made when it is asked for: most of a large table is not. */
  readonly rows: Rows;
  /** Labels of the records that are rows, by the last part of their pointer; null where rows are places of lists. */
  readonly labelOf: ((token: string) => string | null | undefined) | null;
}
/** A row, whose pointers are written when they are asked for. */
interface TableRow {
  readonly label: string | null;
  readonly cells: readonly (string | null)[];
}
class Rows implements Iterable<TableRow> {
  readonly length: number;
  readonly #at: (index: number) => TableRow;

  constructor(length: number, at: (index: number) => TableRow) {
    this.length = length;
    this.#at = at;
  }

  *[Symbol.iterator](): Generator<TableRow> {
    for (let index = 0; index < this.length; index += 1) yield this.#at(index);
  }
}
interface ScalarShape {
  readonly kind: 'scalar';
  readonly pointer: string;
}
/** A table, or a number that is in none. */
export type Shape = TableShape | ScalarShape;

const columnsMax = 24;
const labelNames =
  /^(?:name|label|variant|method|model|optimizer|config|condition|system|policy|arm|case|task|dataset|benchmark|backend|mode|kind|id)$/i;

/** Shapes of `root` in document order. Every number is in exactly one shape. */
export function findShapes(root: unknown): Shape[] {
  const shapes: Shape[] = [];
  visit(root, '', shapes, 0);
  return shapes;
}

function visit(value: unknown, pointer: string, shapes: Shape[], depth: number): void {
  if (depth > 24) return;
  if (typeof value === 'number') {
    shapes.push({ kind: 'scalar', pointer });
  } else if (Array.isArray(value)) {
    visitList(value, pointer, shapes, depth);
  } else if (isRecord(value)) {
    visitRecord(value, pointer, shapes, depth);
  }
}

function visitList(
  list: readonly unknown[],
  pointer: string,
  shapes: Shape[],
  depth: number,
): void {
  if (list.length >= 2 && list.every((item) => typeof item === 'number')) {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    const rows = new Rows(list.length, (index) => ({
      label: null,
      cells: [`${pointer}/${index}`],
    }));
    const columns = [name === '' ? 'value' : name];
    shapes.push({ kind: 'table', pointer, columns, rows, labelOf: null });
    return;
  }
  const table = tableOf(pointer, list, null, 1);
  if (table === undefined) {
    for (const [index, item] of list.entries())
      if (typeof item === 'number' || typeof item === 'object')
        visit(item, `${pointer}/${index}`, shapes, depth + 1);
    return;
  }
  shapes.push(table.shape);
  if (!table.holdsMore) return;
  const columns = new Set(table.shape.columns);
  for (const [index, item] of list.entries())
    visitLeftOver(item, `${pointer}/${index}`, columns, shapes, depth);
}

function visitRecord(
  record: Record<string, unknown>,
  pointer: string,
  shapes: Shape[],
  depth: number,
): void {
  const side = sideBySide(record, pointer);
  if (side !== undefined) shapes.push(side.table);
  const entries = Object.entries(record).filter(([name]) => side?.names.includes(name) !== true);
  const named = entries.filter(([, item]) => isRecord(item));
  const names = named.map(([name]) => name);
  const items = named.map(([, item]) => item);
  const table = tableOf(pointer, items, names, 2)?.shape;
  const inTable = new Set(table === undefined ? [] : names);
  const columns = new Set(table?.columns);
  let shown = false;
  for (const [name, item] of entries) {
    const path = `${pointer}/${pointerToken(name)}`;
    if (table !== undefined && inTable.has(name)) {
      if (!shown) shapes.push(table);
      shown = true;
      visitLeftOver(item, path, columns, shapes, depth);
    } else {
      visit(item, path, shapes, depth + 1);
    }
  }
}

/** Visits what a row's record holds beyond the cells of its table. */
function visitLeftOver(
  item: unknown,
  path: string,
  columns: ReadonlySet<string>,
  shapes: Shape[],
  depth: number,
): void {
  if (!isRecord(item)) return;
  for (const [name, member] of Object.entries(item)) {
    if (columns.has(name) && isCell(member)) continue;
    visit(member, `${path}/${pointerToken(name)}`, shapes, depth + 1);
  }
}

interface FoundTable {
  readonly shape: TableShape;
  /** True where a record holds lists or records beside its cells. */
  readonly holdsMore: boolean;
}

/** A table of `rowsMin` or more records that share at least half of their numeric members; `names` are null in a list. */
function tableOf(
  pointer: string,
  items: readonly unknown[],
  names: readonly string[] | null,
  rowsMin: number,
): FoundTable | undefined {
  if (items.length < rowsMin || !items.every(isRecord)) return undefined;
  const records = items;
  /** By name, how many records have it as a number; in the order in which they were met. */
  const counts = new Map<string, number>();
  let holdsMore = false;
  for (const record of records) {
    for (const name of Object.keys(record)) {
      const member = record[name];
      if (isCell(member)) counts.set(name, (counts.get(name) ?? 0) + 1);
      else if (typeof member === 'object' && member !== null) holdsMore = true;
    }
  }
  const union = [...counts.keys()];
  const shared = union.filter((name) => counts.get(name) === records.length);
  if (records.length === 1 && union.length < 2) return undefined;
  if (shared.length === 0 || shared.length * 2 < union.length || union.length > columnsMax) {
    return undefined;
  }
  const labelKey = names === null ? labelMember(records) : undefined;
  const labelAt = (index: number): string | null =>
    names?.[index] ?? (labelKey === undefined ? null : String(records[index]?.[labelKey]));
  const rows = new Rows(records.length, (index) => {
    const path = `${pointer}/${names === null ? index : pointerToken(names[index] as string)}`;
    const record = records[index] as Record<string, unknown>;
    const cells = union.map((column) =>
      isCell(record[column]) ? cellPointer(path, column, record[column]) : null,
    );
    return { label: labelAt(index), cells };
  });
  const places = names === null ? null : new Map(names.map((name, at) => [pointerToken(name), at]));
  const labelOf = (token: string): string | null | undefined => {
    const index = places === null ? Number(token) : places.get(token);
    const isRow = index !== undefined && index < records.length;
    return isRow && (places !== null || String(index) === token) ? labelAt(index) : undefined;
  };
  return { shape: { kind: 'table', pointer, columns: union, rows, labelOf }, holdsMore };
}

function isCell(value: unknown): boolean {
  return typeof value === 'number' || (isRecord(value) && isMeasure(value));
}

/** Texts that may stand beside the number of a measure. */
const aboutMeasure = ['unit', 'units', 'label', 'name', 'description', 'better', 'goal'];

/** `{value, unit}`: a number with what is said of it, and no other number. */
function isMeasure(value: Record<string, unknown>): boolean {
  if (typeof value.value !== 'number') return false;
  const names = Object.keys(value);
  return (
    names.length <= aboutMeasure.length + 1 &&
    names.every(
      (name) =>
        name === 'value' || (aboutMeasure.includes(name) && typeof value[name] === 'string'),
    )
  );
}

function cellPointer(path: string, name: string, value: unknown): string {
  const own = `${path}/${pointerToken(name)}`;
  return isRecord(value) && isMeasure(value) ? `${own}/value` : own;
}

function labelMember(records: readonly Record<string, unknown>[]): string | undefined {
  const first = records[0] ?? {};
  const strings = Object.keys(first).filter((name) =>
    records.every((record) => Object.hasOwn(record, name) && typeof record[name] === 'string'),
  );
  const known = strings.find((name) => labelNames.test(name));
  if (known !== undefined) return known;
  return strings.find(
    (name) => new Set(records.map((record) => record[name])).size === records.length,
  );
}

/** Two or more number lists of one length in one record are the columns of a table. */
function sideBySide(
  record: Record<string, unknown>,
  pointer: string,
): { table: TableShape; names: readonly string[] } | undefined {
  const lists = Object.entries(record).filter(
    (entry): entry is [string, number[]] =>
      Array.isArray(entry[1]) &&
      entry[1].length >= 2 &&
      entry[1].every((item) => typeof item === 'number'),
  );
  const length = lists[0]?.[1].length;
  const columns = lists.filter(([, list]) => list.length === length).map(([name]) => name);
  if (length === undefined || columns.length < 2 || columns.length > columnsMax) return undefined;
  const rows = new Rows(length, (index) => ({
    label: null,
    cells: columns.map((name) => `${pointer}/${pointerToken(name)}/${index}`),
  }));
  return { table: { kind: 'table', pointer, columns, rows, labelOf: null }, names: columns };
}
