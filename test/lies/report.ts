/** What was measured as a table for people, and as JSON. */
import type { Answered } from './answers.ts';
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
  /** Known by the key of the installation; null where nothing was changed after its signature. */
  readonly by_key: number | null;
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
  readonly answers: Answered;
}

export function summarise(
  { seed, placesMax }: { readonly seed: number; readonly placesMax: number },
  measured: Measured,
  { honest, answers }: { readonly honest: readonly Honest[]; readonly answers: Answered },
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
    answers,
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
    by_key: told.every(({ byKey }) => byKey === null)
      ? null
      : told.filter(({ byKey }) => byKey === true).length,
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
  const rows = report.classes.map(({ id, about, grades: cells }) => {
    const { edited, repaired } = cells;
    const alone = repaired === null ? '–' : `${repaired.by_verify_mjs}/${repaired.planted}`;
    const shares = [...grades.map((grade) => say(cells[grade])), alone, byKey(edited, repaired)];
    return `| \`${id}\` | ${about} | ${shares.join(' | ')} |`;
  });
  const blind = report.classes.flatMap(({ id, grades: cells }) => {
    const examples = new Map<string, string[]>();
    for (const grade of grades) {
      const cell = cells[grade];
      if (cell?.missed == null) continue;
      const { planted, found, missed } = cell;
      const example = `One of them (${missed.project.replaceAll('_', ' ')}): ${inline(missed.says)}; true is: ${inline(missed.truth)}.`;
      const spot = `${gradeWords[grade]}: ${planted - found} of ${planted} pass`;
      examples.set(example, [...(examples.get(example) ?? []), spot]);
    }
    return [...examples].map(([example, spots]) => `- \`${id}\`, ${spots.join('; ')}. ${example}`);
  });
  return [
    `${report.found} of ${report.planted} lies are found (seed ${report.seed}, at most ${report.places} places of a class in one paper); ${report.thrown_away} candidates would have said nothing false and were thrown away. Of ${report.honest.told} honest variations ${report.honest.blamed.length} are blamed.`,
    '',
    answersText(report.answers),
    '',
    `| Class | What is false | ${grades.map((grade) => gradeWords[grade]).join(' | ')} | by \`verify.mjs\` alone | with the key |`,
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
    blind.length === 0 ? 'No class has a blind spot.' : 'Blind spots, with one example each:',
    '',
    ...blind,
  ]
    .join('\n')
    .trimEnd();
}

function answersText({ answers, sentences, papers, worded, unverified }: Answered): string {
  return `Of ${answers} generated answers of a model ${sentences} sentences stand, and of ${papers} papers made of such answers ${worded} are worded by it, the others by the deterministic writer; ${unverified.length} numbers or marks stand in them that are not verified.`;
}

/** Of the lies in which files were changed, whatever else was made to fit. */
function byKey(...cells: readonly (Cell | null)[]): string {
  const changed = cells.filter((cell) => cell !== null);
  const sum = (count: (cell: Cell) => number): number =>
    changed.reduce((all, cell) => all + count(cell), 0);
  return `${sum(({ by_key: known }) => known ?? 0)}/${sum(({ planted }) => planted)}`;
}

const gradeWords: Readonly<Record<Grade, string>> = {
  edited: 'files edited',
  repaired: 'hashes repaired',
  writer: 'the writer lies',
};
