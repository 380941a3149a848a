/** Figures of a paper: series over what they were taken at, and raw values with their median and interval. */
import { humanizeName } from '../../claims/labels.ts';
import type { ResultTable } from '../../claims/ledger.ts';
import { type Claim, claimValue } from '../../claims/schema.ts';
import type { Statistic } from '../../claims/statistics.ts';
import { type Block, declared, type Inline } from '../../document.ts';
import { axisOfUnit } from '../../evidence/units.ts';
import { isCleanName } from '../../lint/wording.ts';
import { inexpressibleName, isLogScale, orderLabel } from '../../render/plot.ts';
import { findStrangeCharacters } from '../../verify/characters.ts';
import { columnName, columnTitle, type DraftContext, labelText, line, listOf } from '../context.ts';
import { columnClaims, columnValues, isIndexName, positionColumn } from './columns.ts';
import { intervalName } from './headline.ts';
import { seriesTitle } from './spread.ts';
import { casesOf } from './trends.ts';

const figuresMax = 4;
const seriesPerFigure = 4;
const pointsMin = 3;
const pointsMax = 200;
/** Values that a drawing can hold side by side with others. */
const drawableMax = 1e12;

/** The series of a table over its position column, or over the places of the list; none of trials. */
export function lineFigures(context: DraftContext, table: ResultTable): Block[] {
  const x = positionColumn(table);
  const position = table.columns[x];
  const isList = table.columns.length === 1;
  const { length } = table.rows;
  if (table.rows.some((row) => row.label !== null) || length < pointsMin || length > pointsMax)
    return [];
  if (position === undefined ? !isList : isIndexName(position.name)) return [];
  const blocks: Block[] = [];
  for (const group of seriesGroups(table, x)) {
    if (context.numbering.figures >= figuresMax) break;
    blocks.push(lineFigure(context, table, x, group));
  }
  return blocks;
}

/** The raw values of cases that come back in a table, side by side; the first measured column alone. */
export function caseFigures(context: DraftContext, table: ResultTable): Block[] {
  const index = table.columns.findIndex(({ setting }) => !setting);
  const column = table.columns[index];
  const cases = [...casesOf(table)].map(([name, rows]) => ({
    name: drawable(`${columnTitle(column ?? noColumn)} (${humanizeName(name)})`),
    claims: columnClaims(rows, index),
  }));
  const values = cases.map(({ claims }) => claims.map((claim) => claimValue(claim) ?? Number.NaN));
  const isDrawable = values.every((own) => own.every((value) => Math.abs(value) < drawableMax));
  if (column === undefined || cases.length === 0 || !isDrawable) return [];
  if (context.numbering.figures >= figuresMax || table.rows.length > pointsMax) return [];
  const name = columnName(column);
  return [
    {
      kind: 'figure',
      ...nextFigure(context, line('Raw values of ', labelText(name), ', case by case.')),
      data: {
        kind: 'samples',
        xLabel: '',
        yLabel: drawable(name),
        x: null,
        series: cases.map((each, at) => ({ name: each.name, y: values[at] ?? [] })),
        threshold: null,
      },
      xIds: null,
      seriesIds: cases.map(({ claims }) => claims.map(({ id }) => id)),
      barIds: cases.map(() => null),
      thresholdId: null,
    },
  ];
}

const noColumn = { name: '', label: undefined, unit: undefined, setting: false };

/** Measured columns that can share an axis: the same unit and the same last word. */
function seriesGroups(table: ResultTable, x: number): number[][] {
  const groups = new Map<string, number[]>();
  table.columns.forEach((column, index) => {
    const values = columnValues(table, index);
    if (index === x || column.setting || values === undefined) return;
    if (!values.every((value) => Math.abs(value) < drawableMax)) return;
    const key = `${column.unit ?? ''} ${humanizeName(column.name).split(' ').at(-1) ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  return [...groups.values()].map((group) => group.slice(0, seriesPerFigure));
}

function lineFigure(
  context: DraftContext,
  table: ResultTable,
  x: number,
  group: readonly number[],
): Block {
  const xColumn = table.columns[x];
  const xLabel = xColumn === undefined ? orderLabel : columnName(xColumn);
  const xValues = xColumn === undefined ? null : (columnValues(table, x) ?? null);
  const columns = group.flatMap((index) => table.columns[index] ?? []);
  const names = columns.map((column) => drawable(columnName(column)));
  const ids = (index: number): string[] => table.rows.map((row) => row.claims[index]?.id ?? '');
  return {
    kind: 'figure',
    ...nextFigure(
      context,
      line(
        'Recorded ',
        listOf(names.map((name) => [labelText(name)])),
        ' over ',
        labelText(xLabel),
        xValues !== null && isLogScale(xValues) ? ' on a logarithmic axis' : '',
        '.',
      ),
    ),
    data: {
      kind: 'line',
      xLabel: drawable(xLabel),
      yLabel: axisLabel(names, columns[0]?.unit),
      x: xValues,
      series: group.map((index, at) => ({
        name: names[at] ?? '',
        y: columnValues(table, index) ?? [],
      })),
      threshold: null,
    },
    xIds: xColumn === undefined ? null : ids(x),
    seriesIds: group.map(ids),
    barIds: group.map(() => null),
    thresholdId: null,
  };
}

/** The raw values of up to four series of one unit, each with its median and interval. */
export function sampleFigure(
  context: DraftContext,
  statistics: readonly Statistic[],
  threshold: Claim | null,
): Block[] {
  const drawn = statistics.slice(0, seriesPerFigure).flatMap((statistic) => {
    const claims = rawClaims(context, statistic);
    const values = claims.map((claim) => claimValue(claim) ?? Number.NaN);
    const isDrawable =
      claims.length >= pointsMin &&
      claims.length <= pointsMax &&
      values.every((value) => Math.abs(value) < drawableMax);
    return isDrawable ? [{ statistic, claims, values }] : [];
  });
  const [first] = drawn;
  if (first === undefined || context.numbering.figures >= figuresMax) return [];
  const names = drawn.map(({ statistic }) => drawable(seriesTitle(statistic)));
  const hasBars = drawn.some(({ statistic }) => statistic.interval !== null);
  return [
    {
      kind: 'figure',
      ...nextFigure(
        context,
        line(
          'Raw values of ',
          listOf(names.map((name) => [labelText(name)])),
          hasBars ? line('; the bars show the median and its ', intervalName()) : '',
          threshold === null ? '' : '; the dashed line is the registered threshold',
          '.',
        ),
      ),
      data: {
        kind: 'samples',
        xLabel: '',
        yLabel: axisLabel(names, first.statistic.median.unit),
        x: null,
        series: drawn.map(({ statistic: { median, interval }, values }, at) => ({
          name: names[at] ?? '',
          y: values,
          ...(interval === null
            ? {}
            : {
                median: claimValue(median) ?? Number.NaN,
                interval: [
                  claimValue(interval[0]) ?? Number.NaN,
                  claimValue(interval[1]) ?? Number.NaN,
                ],
              }),
        })),
        threshold: threshold === null ? null : (claimValue(threshold) ?? null),
      },
      xIds: null,
      seriesIds: drawn.map(({ claims }) => claims.map(({ id }) => id)),
      barIds: drawn.map(({ statistic: { median, interval } }) =>
        interval === null ? null : [median.id, interval[0].id, interval[1].id],
      ),
      thresholdId: threshold?.id ?? null,
    },
  ];
}

/** The readings that a statistic was taken of; none where not all of them are kept. */
function rawClaims({ input: { ledger } }: DraftContext, { source, count }: Statistic): Claim[] {
  const wanted = source.pointer.split('/');
  const claims = ledger.claims.filter(({ kind, evidence_refs: [ref] }) => {
    if (kind !== 'measurement' || ref?.path !== source.path) return false;
    const parts = ref.pointer.split('/');
    return (
      parts.length === wanted.length &&
      wanted.every((part, at) => part === '*' || part === parts[at])
    );
  });
  return claims.length === claimValue(count) ? claims : [];
}

/** Next to the axis: the name of the only series, else what the unit of them all measures. */
function axisLabel(names: readonly string[], unit: string | undefined): string {
  const [only, second] = names;
  if (second === undefined) return only ?? '';
  return drawable(axisOfUnit(unit));
}

function nextFigure(
  context: DraftContext,
  caption: readonly Inline[],
): { id: string; caption: readonly Inline[] } {
  context.numbering.figures += 1;
  const { figures: number } = context.numbering;
  return {
    id: `figure-${String.fromCharCode(96 + number)}`,
    caption: line(declared(`Figure ${number}`, 'figure_number', 'strong'), '. ', caption),
  };
}

/** A name as it can stand in a drawing, where it cannot be set as code. */
function drawable(name: string): string {
  const clean = isCleanName(name) && findStrangeCharacters(name).length === 0;
  return clean ? name : inexpressibleName;
}
