/** Plants lies of all classes into generated papers and counts what is found. */
import { renderMarkdown } from '../../src/papers/render/markdown.ts';
import { createBase } from './base.ts';
import { fileClasses } from './classes/files.ts';
import { numberClasses } from './classes/numbers.ts';
import { wholeClasses } from './classes/whole.ts';
import { wordClasses } from './classes/words.ts';
import { createDice } from './dice.ts';
import { type Grade, grades, type Lie, type LieClass } from './lie.ts';
import { canPlant, plant, type Verdict } from './plant.ts';
import { generateProjects } from './projects.ts';

/** Every class, in the order of the report. */
export const lieClasses: readonly LieClass[] = [
  ...numberClasses,
  ...wordClasses,
  ...fileClasses,
  ...wholeClasses,
];

/** One lie that was told, and who found it. */
export interface Told extends Verdict {
  readonly classId: string;
  readonly grade: Grade;
  readonly project: string;
  readonly says: string;
  readonly truth: string;
}
/** `thrownAway`: candidates that would have said nothing false. */
export interface Measured {
  readonly told: readonly Told[];
  readonly thrownAway: number;
}
interface Options {
  readonly seed: number;
  /** Places of one class in one paper. */
  readonly placesMax: number;
  /** Places of one class in all papers together. */
  readonly placesInAllMax?: number;
  /** Which classes a project is used for. */
  readonly uses?: (classId: string, project: number) => boolean;
  /** Nobody is asked any more about a lie that somebody found. */
  readonly isQuick?: boolean;
  readonly onProject?: (kind: string, planted: number) => void;
}

/** Every lie is told in every grade in which it can be. */
export async function measure({
  seed,
  placesMax,
  placesInAllMax = Number.POSITIVE_INFINITY,
  uses,
  isQuick,
  onProject,
}: Options): Promise<Measured> {
  const told: Told[] = [];
  let thrownAway = 0;
  const placesOf = new Map<string, number>();
  for (const [at, project] of generateProjects(seed).entries()) {
    const base = await createBase(project);
    const honest = renderMarkdown(base.document);
    const isFalse = (lie: Lie | null): lie is Lie =>
      lie !== null && (lie.document === undefined || changesText(lie, honest));
    try {
      for (const { id, lies } of lieClasses.filter((entry) => uses?.(entry.id, at) ?? true)) {
        let places = 0;
        const before = placesOf.get(id) ?? 0;
        if (before >= placesInAllMax) continue;
        for await (const lie of lies(base, createDice(seed, project.kind, id))) {
          if (!isFalse(lie)) {
            thrownAway += 1;
            continue;
          }
          for (const grade of grades.filter((entry) => canPlant(lie, entry))) {
            const verdict = await plant(base, lie, grade, isQuick);
            told.push({
              classId: id,
              grade,
              project: project.kind,
              says: lie.says,
              truth: lie.truth,
              ...verdict,
            });
          }
          places += 1;
          placesOf.set(id, before + places);
          if (places >= placesMax || before + places >= placesInAllMax) break;
        }
      }
    } finally {
      base.dispose();
    }
    onProject?.(project.kind, told.length);
  }
  return { told, thrownAway };
}

/** A figure is no text: another drawing always says something else. */
function changesText({ document, says }: Lie, honest: string): boolean {
  return (
    document !== undefined && (says.startsWith('figure-') || renderMarkdown(document) !== honest)
  );
}

export const isFound = ({ program, standalone }: Verdict): boolean =>
  program !== null || standalone !== null;
