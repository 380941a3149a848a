/** Heads of columns, labels of axes and the title in the metadata: what stands outside of sentences. */
import type { Claim, FigureRecord } from '../claims/schema.ts';
import { axisOfUnit } from '../evidence/units.ts';
import { inexpressibleName, orderLabel } from '../render/plot.ts';
import { findStrangeCharacters } from './characters.ts';
import { isKnownName } from './declared-kinds.ts';
import { wordsOf } from './names.ts';
import { misnamed } from './naming.ts';
import { fileProblem, type Problem } from './problems.ts';
import type { PaperReading } from './reading.ts';
import type { RuleId } from './rules.ts';
import { convertUnit, isUnitWord } from './unit-table.ts';

/** What is wrong with the unit in brackets at the end of a head or label; undefined where nothing is. */
export function headUnitProblem(head: string, claim: Claim): string | undefined {
  const said = / \(([^()]+)\)$/.exec(head.trim())?.[1];
  if (said === undefined || said === claim.unit || !isUnitWord(said)) return undefined;
  // A case may be called as a unit is: `trials (x)`.
  if (said === claim.subject) return undefined;
  if (claim.unit !== undefined && convertUnit(1, claim.unit, said) === 1) return undefined;
  return `“${head.trim()}”: the values of [${claim.id}] are in ${claim.unit ?? 'no unit'}`;
}

/** Axes and series of the figures must be called what their claims are values of. */
export function checkFigureLabels(reading: PaperReading): Problem[] {
  return reading.ledger.figures.flatMap((figure) => [
    ...(figure.kind === 'samples' && figure.x_label === ''
      ? []
      : checkLabel(figure.file, figure.x_label, figure.x?.[0], reading)),
    ...(isSharedUnit(figure, reading)
      ? []
      : checkLabel(figure.file, figure.y_label, figure.series[0]?.y[0], reading)),
    ...figure.series.flatMap(({ name, y }) => checkLabel(figure.file, name, y[0], reading)),
  ]);
}

/** Several series that name themselves share an axis by what their unit measures, or by being values. */
function isSharedUnit({ series, y_label: label }: FigureRecord, { claims }: PaperReading): boolean {
  const units = new Set(series.flatMap(({ y }) => y.map((id) => claims.get(id)?.unit)));
  const [unit] = units;
  return series.length > 1 && units.size === 1 && label === axisOfUnit(unit);
}

function checkLabel(
  file: string,
  label: string,
  id: string | undefined,
  reading: PaperReading,
): Problem[] {
  if (label === inexpressibleName || (label === orderLabel && id === undefined)) return [];
  const claim = reading.claims.get(id ?? '');
  const add = (rule: RuleId, message: string): Problem => fileProblem(rule, file, message);
  const found = findStrangeCharacters(label).map((message) => add('strange_character', message));
  if (!isKnownName(label, reading.names))
    found.push(add('name', `“${label}” is no name of a result file`));
  if (claim === undefined) return found;
  const misname = misnamed(claim, new Set(wordsOf(label)), reading, [], 'column');
  if (misname !== undefined) found.push(add('name', `“${label}”: [${claim.id}] ${misname}`));
  const unit = headUnitProblem(label, claim);
  if (unit !== undefined) found.push(add('unit', unit));
  return found;
}

/** The metadata must bear the title of the draft, and no text of it may hide anything. */
export function checkMetadataTitle(
  metadata: Readonly<Record<string, unknown>>,
  title: string | undefined,
): Problem[] {
  const file = 'metadata.json';
  const problems = Object.values(metadata)
    .filter((value) => typeof value === 'string')
    .flatMap((value) => findStrangeCharacters(value))
    .map((message) => fileProblem('strange_character', file, message));
  if (typeof metadata.title !== 'string') return problems;
  if (metadata.title.replace(/\s+/gu, ' ').trim() === title) return problems;
  return [...problems, fileProblem('title', file, `the draft is called “${title ?? ''}”`)];
}
