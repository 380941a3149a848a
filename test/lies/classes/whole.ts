/** Lies that take the whole paper: one honestly made from forged evidence, and a PDF that says something else. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { typeset } from '../../../src/papers/pdf/typeset.ts';
import { renderTypst } from '../../../src/papers/render/typst.ts';
import { type Base, createBase } from '../base.ts';
import type { Dice } from '../dice.ts';
import type { Lie, LieClass } from '../lie.ts';
import { numberClasses } from './numbers.ts';
import { wordClasses } from './words.ts';

/** A result file with other numbers before the paper is written: no reader of the folder alone can tell. */
async function* forgedThroughout(base: Base, dice: Dice): AsyncGenerator<Lie | null> {
  for (const [path, text] of Object.entries(base.project.files)) {
    const number = dice.shuffle([...text.matchAll(/(?<=: )\d+\.\d+/g)])[0];
    if (!path.endsWith('.json') || number === undefined) continue;
    const other = (Number(number[0]) * 1.5).toFixed(3);
    const forged = `${text.slice(0, number.index)}${other}${text.slice(number.index + number[0].length)}`;
    const made = await createBase({
      ...base.project,
      files: { ...base.project.files, [path]: forged },
    });
    try {
      yield {
        says: `${other} in ${path}, and a paper honestly written of it`,
        truth: number[0],
        grades: ['repaired'],
        alter: (dir) => {
          rmSync(dir, { recursive: true });
          cpSync(made.packageDir, dir, { recursive: true });
        },
      };
    } finally {
      made.dispose();
    }
  }
}

/** Lies of other classes in `paper.pdf` alone, beside honest drafts; nothing where no PDF can be made. */
const inPdf = (classes: readonly LieClass[], eachMax: number): LieClass['lies'] =>
  function* (base, dice) {
    for (const { lies } of classes) {
      let told = 0;
      for (const lie of lies(base, dice) as Iterable<Lie | null>) {
        if (lie?.document === undefined) continue;
        const pdf = typeset(renderTypst(lie.document, about));
        if (!pdf.ok) return;
        yield {
          says: `paper.pdf: ${lie.says}`,
          truth: lie.truth,
          alter: (dir) => writeFileSync(join(dir, 'paper.pdf'), pdf.bytes),
        };
        told += 1;
        if (told >= eachMax) break;
      }
    }
  };

const named = (classes: readonly LieClass[], ...ids: readonly string[]): LieClass[] =>
  classes.filter(({ id }) => ids.includes(id));

const about = { title: 'Lies', generatedAt: '2026-01-01T00:00:00.000Z', generator: 'Orrery' };

/** Rows as data. */
export const wholeClasses: readonly LieClass[] = [
  {
    id: 'forged_throughout',
    about: 'evidence was forged before the paper was written',
    lies: forgedThroughout,
  },
  {
    id: 'pdf',
    about: 'the PDF holds another number than the drafts',
    lies: inPdf(named(numberClasses, 'digit'), 1),
  },
  {
    id: 'pdf_words',
    about: 'the PDF holds other words than the drafts',
    lies: inPdf(named(wordClasses, 'direction', 'outcome', 'notice', 'unearned_words'), 2),
  },
];
