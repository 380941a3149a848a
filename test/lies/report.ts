/** What was measured as a table for people, and as JSON. */
import type { Honest } from './honest.ts';
import { blamed } from './honest.ts';
import { type Grade, grades } from './lie.ts';
import { isFound, lieClasses, type Measured, type Told } from './measure.ts';

/** One class in one grade: how many were told and found, and one that nobody found. */
interface Cell {
  readonly planted: number;
  readonly found: number;
  readonly by_program: number;
  readonly by_verify_mjs: number;
  readonly missed: Pick<Told, 'project' | 'says' | 'truth'> | null;
}
/** A class with its cells; null in a grade in which such a lie cannot be told. */
export interface ClassRow {
  readonly id: string;
  readonly about: string;
  readonly grades: Readonly<Record<Grade, Cell | null>>;
}

/** Everything that `npm run lies` keeps. */
export interface LieReport {
  readonly seed: number;
  /** Of one class in one paper, at most. */
  readonly places: number;
  readonly planted: number;
  readonly found: number;
  readonly thrown_away: number;
  readonly classes: readonly ClassRow[];
  readonly honest: { readonly told: number; readonly blamed: readonly Honest[] };
}

export function summarise(
  { seed, placesMax }: { readonly seed: number; readonly placesMax: number },
  measured: Measured,
  honest: readonly Honest[],
): LieReport {
  const { told } = measured;
  return {
    seed,
    places: placesMax,
    planted: told.length,
    found: told.filter(isFound).length,
    thrown_away: measured.thrownAway,
    classes: lieClasses.map(({ id, about }) => {
      const own = told.filter(({ classId }) => classId === id);
      const cells = grades.map((grade) => [
        grade,
        cellOf(own.filter((lie) => lie.grade === grade)),
      ]);
      return { id, about, grades: Object.fromEntries(cells) as ClassRow['grades'] };
    }),
    honest: { told: honest.length, blamed: blamed(honest) },
  };
}

function cellOf(told: readonly Told[]): Cell | null {
  if (told.length === 0) return null;
  const missed = told.find((lie) => !isFound(lie));
  return {
    planted: told.length,
    found: told.filter(isFound).length,
    by_program: told.filter(({ program }) => program !== null).length,
    by_verify_mjs: told.filter(({ standalone }) => standalone !== null).length,
    missed:
      missed === undefined
        ? null
        : { project: missed.project, says: missed.says, truth: missed.truth },
  };
}

const inline = (text: string): string =>
  text
    .replace(/[|\r\n]+/g, ' ')
    .replace(/[<>`*_[\]\\&]/g, '\\$&')
    .slice(0, 160);

/** The table, the blind spots with an example each, and the honest papers, as Markdown. */
export function toMarkdown(report: LieReport): string {
  const say = (cell: Cell | null): string =>
    cell === null ? '–' : `${cell.found}/${cell.planted}`;
  const rows = report.classes.map(
    ({ id, about, grades: cells }) =>
      `| \`${id}\` | ${about} | ${grades.map((grade) => say(cells[grade])).join(' | ')} |`,
  );
  const blind = report.classes.flatMap(({ id, grades: cells }) =>
    grades.flatMap((grade) => {
      const cell = cells[grade];
      if (cell?.missed == null) return [];
      const { planted, found, missed } = cell;
      return [
        `- \`${id}\`, ${gradeWords[grade]}: ${planted - found} of ${planted} pass. One of them (${missed.project.replaceAll('_', ' ')}): ${inline(missed.says)}; true is: ${inline(missed.truth)}.`,
      ];
    }),
  );
  return [
    `${report.found} of ${report.planted} lies are found (seed ${report.seed}, at most ${report.places} places of a class in one paper); ${report.thrown_away} candidates would have said nothing false and were thrown away. Of ${report.honest.told} honest variations ${report.honest.blamed.length} are blamed.`,
    '',
    `| Class | What is false | ${grades.map((grade) => gradeWords[grade]).join(' | ')} |`,
    '| --- | --- | ---: | ---: | ---: |',
    ...rows,
    '',
    blind.length === 0 ? 'No class has a blind spot.' : 'Blind spots, with one example each:',
    '',
    ...blind,
  ]
    .join('\n')
    .trimEnd();
}

const gradeWords: Readonly<Record<Grade, string>> = {
  edited: 'files edited',
  repaired: 'hashes repaired',
  writer: 'the writer lies',
};
