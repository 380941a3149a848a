/** Papers that say the truth in other ways: none of them may be blamed. */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from '../../src/domain/errors.ts';
import { humanizeName } from '../../src/papers/claims/labels.ts';
import type { Block, Inline, PaperDocument } from '../../src/papers/document.ts';
import { typeset } from '../../src/papers/pdf/typeset.ts';
import { type Base, createBase } from './base.ts';
import { createDice, type Dice } from './dice.ts';
import { addParagraph, changeInlines, words } from './edit.ts';
import { isTruePrint } from './lie.ts';
import { isFound } from './measure.ts';
import { judge, type Verdict } from './plant.ts';
import { generateProjects } from './projects.ts';

/** An honest variation and whether somebody blamed it. */
export interface Honest extends Verdict {
  readonly project: string;
  readonly says: string;
}

/** Names can hold digits, which a text that is no claim may not. */
const isSayable = (text: string): boolean => !/\p{N}/u.test(text);

/** True sentences about single values of tables and about comparisons, each with its citation. */
function trueSentences({ ledger, comparisons, ...base }: Base): (readonly Inline[])[] {
  const sentences: Inline[][] = [];
  for (const { tables } of ledger.results)
    for (const { columns, rows } of tables)
      for (const row of rows)
        for (const [at, claim] of row.claims.entries()) {
          const name = `${humanizeName(columns[at]?.name ?? '')} of ${humanizeName(row.label ?? '')}`;
          if (claim === null || row.label === null || !isSayable(name)) continue;
          const printed = claim.evidence_refs[0]?.quoted_value ?? '';
          const value: Inline = {
            kind: 'value',
            claimId: claim.id,
            printed,
            unit: claim.unit,
            cited: true,
          };
          sentences.push([words(`The ${name} is `), value, words('.')]);
        }
  for (const { claim, operands, subject, baseline, quantity } of comparisons) {
    const [a, b] = operands.map(({ id }) => base.valueOf(id) ?? 0);
    const direction = (a ?? 0) > (b ?? 0) ? 'higher' : 'lower';
    const text = `${subject} has a ${direction} ${quantity} than ${baseline} `;
    if (a !== b && isSayable(text))
      sentences.push([words(text), { kind: 'cite', ids: [claim.id] }, words('.')]);
  }
  return sentences;
}

/** True of every paper, and said of no number. */
export const plainSentences = [
  'The first of the runs served to warm up the machine, and one of its settings was left as it was.',
  'A third party could repeat the run from the files that are delivered.',
  'No comparison with other work is made, and none should be read into the numbers.',
  'The second half of this paper lists what limits the result.',
  'Whether the result holds elsewhere was not tried.',
  'The result may not carry over to other machines.',
  'It is open whether the method works on larger models.',
  'No earlier work was searched for.',
  'The method reads each file once and writes what it found to another.',
  'The settings were the same for every variant.',
  'Other machines were not tried.',
  'A reviewer will find the evidence beside the paper.',
  'When it is timed anew, the first calls should be left out.',
  'The design does not extend to several users.',
  'The checks say nothing of the design of the experiment.',
  'The result was not compared with production loads.',
  'The outcome may depend on the data of this run.',
  'The numbers are those of one machine.',
  'No reviewer has seen this paper.',
  'The text was written by a program.',
  'The settings were chosen by hand.',
  'Each file was read to its end before the next one was opened.',
  'Whether users of other machines see the same is unknown.',
  'A general statement would need further runs.',
  'Nothing here was examined by experts.',
  'The order of the rows carries no meaning.',
  'The queue is emptied before the system stops.',
  'The general idea is old, and its parts are known.',
  'Only one kind of load was tried, which need not be typical.',
  'The program stops when the queue is empty and returns its exit code.',
  'Time is saved where a file need not be read again.',
  'How the machine was set up stands in the notes.',
] as const;

/** Every number once more, with fewer digits where the rule allows it. */
function rerounded(base: Base, dice: Dice): PaperDocument {
  return changeInlines(base.document, ({ inline }) => {
    const value = inline.kind === 'value' ? base.valueOf(inline.claimId) : undefined;
    if (inline.kind !== 'value' || value === undefined || Number.isInteger(value)) return [inline];
    const printed = value.toPrecision(dice.whole(2, 3));
    const isFit = isTruePrint(printed, value) && !printed.includes('e');
    return [isFit ? { ...inline, printed } : inline];
  });
}

/** The items of every list and the rows of every table in another order. */
function reordered({ document }: Base, dice: Dice): PaperDocument {
  const shuffle = (block: Block): Block => {
    if (block.kind === 'list') return { ...block, items: dice.shuffle(block.items) };
    return block.kind === 'table' ? { ...block, rows: dice.shuffle(block.rows) } : block;
  };
  const sections = document.sections.map((section) => ({
    ...section,
    blocks: section.blocks.map(shuffle),
  }));
  return { ...document, sections };
}

interface Variation {
  readonly says: string;
  readonly document: PaperDocument;
  readonly hasPdf?: true;
}

function* variations(base: Base, dice: Dice): Generator<Variation> {
  const places = ['Introduction', 'Results', 'Limitations', 'Conclusion'] as const;
  for (let round = 0; round < 3; round += 1) {
    yield { says: 'numbers rounded by the rule', document: rerounded(base, dice) };
    yield { says: 'lists and rows in another order', document: reordered(base, dice) };
  }
  yield { says: 'the paper with its PDF', document: base.document, hasPdf: true };
  for (const text of plainSentences)
    yield { says: text, document: addParagraph(base.document, dice.pick(places), [words(text)]) };
  for (const inlines of dice.shuffle(trueSentences(base)).slice(0, 6)) {
    const says = inlines.map((inline) => ('text' in inline ? inline.text : '…')).join('');
    yield { says, document: addParagraph(base.document, dice.pick(places), inlines) };
  }
}

/**
 * Has the real writer write the variations, in a random order, and says what is found against each; of each project the
 * package as it was signed comes first.
 */
export async function measureHonest(
  seed: number,
  perProjectMax = Number.POSITIVE_INFINITY,
): Promise<Honest[]> {
  const measured: Honest[] = [];
  for (const project of generateProjects(seed)) {
    const base = await createBase(project);
    const dice = createDice(seed, project.kind, 'honest');
    const given = dice.shuffle([...variations(base, dice)]);
    const add = (says: string, verdict: Verdict): void => {
      measured.push({ project: project.kind, says, ...verdict });
    };
    add('the package as it was signed', judge(base.packageDir, { publicKey: base.publicKey }));
    for (const { says, document, hasPdf } of given.slice(0, perProjectMax))
      add(says, await judgeHonest(base, document, hasPdf));
    base.dispose();
  }
  return measured;
}

async function judgeHonest(base: Base, document: PaperDocument, hasPdf = false): Promise<Verdict> {
  try {
    const dir = await base.write(document, hasPdf ? typeset : undefined);
    const verdict = judge(dir);
    // A PDF that does not read as the drafts is left out.
    const isLeftOut = hasPdf && !existsSync(join(dir, 'paper.pdf'));
    rmSync(dirname(dirname(dir)), { recursive: true, force: true });
    return isLeftOut ? { ...verdict, program: 'the PDF was left out' } : verdict;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { program: error.message, standalone: null, byKey: null };
  }
}

export const blamed = (honest: readonly Honest[]): Honest[] =>
  honest.filter((one) => isFound(one) || one.byKey === true);
