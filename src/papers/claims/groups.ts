/**
 * Finds the tables in a result file: lists of records, records of records, lists of numbers side by
 * side. What is in no table is a scalar. Works on structure alone and keeps the order of the file.
 */
import { isRecord, pointerToken } from '../json-pointer.ts';

/** A table as pointers; `null` marks a cell the file does not have. */
export interface TableShape {
  readonly kind: 'table';
  readonly pointer: string;
  /** Member names of the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}
/** A row, whose pointers are only written when they are asked for: most of a large table is not. */
interface TableRow {
  readonly label: string | null;
  /** Pointer of the row's record; null where rows are places of lists. */
  readonly path: string | null;
  readonly cells: readonly (string | null)[];
}
class Row implements TableRow {
  readonly label: string | null;
  readonly path: string | null;
  readonly #cells: () => (string | null)[];

  constructor(label: string | null, path: string | null, cells: () => (string | null)[]) {
    this.label = label;
    this.path = path;
    this.#cells = cells;
  }

  get cells(): readonly (string | null)[] {
    return this.#cells();
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
    const rows = list.map((_, index) => new Row(null, null, () => [`${pointer}/${index}`]));
    shapes.push({ kind: 'table', pointer, columns: [name === '' ? 'value' : name], rows });
    return;
  }
  const records = list.map((item, index) => ({ path: `${pointer}/${index}`, name: null, item }));
  const table = tableOf(pointer, records, 1);
  if (table === undefined) {
    for (const record of records) visit(record.item, record.path, shapes, depth + 1);
    return;
  }
  shapes.push(table);
  const columns = new Set(table.columns);
  for (const record of records) visitLeftOver(record.item, record.path, columns, shapes, depth);
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
  const named = entries
    .filter(([, item]) => isRecord(item))
    .map(([name, item]) => ({ path: `${pointer}/${pointerToken(name)}`, name, item }));
  const table = tableOf(pointer, named, 2);
  const inTable = new Set(table === undefined ? [] : named.map((entry) => entry.name));
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

interface RowSource {
  readonly path: string;
  readonly name: string | null;
  readonly item: unknown;
}

/** A table of `rowsMin` or more records that share at least half of their numeric members. */
function tableOf(
  pointer: string,
  sources: readonly RowSource[],
  rowsMin: number,
): TableShape | undefined {
  if (sources.length < rowsMin) return undefined;
  const records: (RowSource & { item: Record<string, unknown> })[] = [];
  for (const source of sources) {
    if (!isRecord(source.item)) return undefined;
    records.push({ ...source, item: source.item });
  }
  /** By name, how many records have it as a number; in the order in which they were met. */
  const counts = new Map<string, number>();
  for (const { item } of records) {
    for (const name of Object.keys(item)) {
      if (isCell(item[name])) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const union = [...counts.keys()];
  const shared = union.filter((name) => counts.get(name) === records.length);
  if (records.length === 1 && union.length < 2) return undefined;
  if (shared.length === 0 || shared.length * 2 < union.length || union.length > columnsMax) {
    return undefined;
  }
  const labelKey = labelMember(records.map((record) => record.item));
  const rows = records.map(({ path, name, item }) => {
    const label = name ?? (labelKey === undefined ? null : String(item[labelKey]));
    return new Row(label, path, () =>
      union.map((column) =>
        isCell(item[column]) ? cellPointer(path, column, item[column]) : null,
      ),
    );
  });
  return { kind: 'table', pointer, columns: union, rows };
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
  const rows = Array.from(
    { length },
    (_, index) =>
      new Row(null, null, () => columns.map((name) => `${pointer}/${pointerToken(name)}/${index}`)),
  );
  return { table: { kind: 'table', pointer, columns, rows }, names: columns };
}
