/** Method, Results and what the abstract takes from them. */

import { isSetting } from '../../claims/labels.ts';
import type { Comparison, NamedClaim, ResultFile, ResultTable } from '../../claims/ledger.ts';
import { claimPrint } from '../../claims/schema.ts';
import { type Block, declared, type Inline } from '../../document.ts';
import {
  cited,
  countInline,
  type DraftContext,
  label,
  labelText,
  line,
  pathInline,
  quote,
  scalarName,
  splitScalars,
} from '../context.ts';
import { sectionsAbout } from '../notes.ts';
import { columnValues, positionColumn, resultTable, scalarTable } from './tables.ts';

const methodTopics =
  /method|design|setup|set-up|plan|approach|procedure|protocol|experiment|configuration|harness|environment/i;
/** Blocks taken from the notes for the method. */
const methodBlocksMax = 16;

/**
 * How the run was made, in the words of the notes as far as they can be said, and the settings of
 * each result file.
 */
export function methodBlocks(context: DraftContext): Block[] {
  const { input } = context;
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      inlines: line(
        'The experiment was planned and run by an automated agent in its own project folder. ',
        'When the run had ended and the machine was idle, its result files were copied, hashed and read; ',
        'the numbers below were taken from those copies before any sentence was written.',
      ),
    },
  ];
  const described = noteBlocks(context, methodTopics, methodBlocksMax);
  if (described.length > 0) {
    blocks.push({
      kind: 'paragraph',
      inlines: line('The run notes describe the procedure as follows.'),
    });
    blocks.push(...described);
  } else {
    blocks.push({
      kind: 'paragraph',
      inlines: line(
        'The run notes hold no description of the procedure that could be taken over; what is known of it is what the result files record.',
      ),
    });
  }
  for (const result of input.ledger.results) {
    const { settings } = splitScalars(result, isSetting);
    blocks.push(
      ...scalarTable(
        context,
        line('Settings recorded in ', pathInline(result.file.public_path), '.'),
        settings,
      ),
    );
  }
  return blocks;
}

/** Paragraphs and lists of the note sections on a topic, as far as they can be said. */
export function noteBlocks(context: DraftContext, topic: RegExp, blocksMax: number): Block[] {
  const blocks: Block[] = [];
  let items: Inline[][] = [];
  const flush = (): void => {
    if (items.length > 0) blocks.push({ kind: 'list', items });
    items = [];
  };
  let taken = 0;
  for (const section of sectionsAbout(context.notes, topic)) {
    for (const block of section.blocks) {
      const inlines = quote(context, block.sentences.join(' '));
      if (inlines.length === 0 || taken >= blocksMax) continue;
      taken += 1;
      if (block.isItem) items.push(inlines);
      else {
        flush();
        blocks.push({ kind: 'paragraph', inlines });
      }
    }
  }
  flush();
  return blocks;
}

/**
 * Tables, figures and trends by result file, then all comparisons. Without any number, one
 * paragraph that says so.
 */
export function resultBlocks(context: DraftContext): Block[] {
  const { ledger, bundle } = context.input;
  if (ledger.results.length === 0) {
    return [
      {
        kind: 'paragraph',
        inlines: line(
          'No result file with numbers was found, so this paper reports no measured value. What can be said is what the decision record states; it is given in the conclusion.',
        ),
      },
    ];
  }
  const measured = ledger.claims.filter((claim) => claim.kind === 'measurement').length;
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      inlines: line(
        countInline(ledger.results.length, 'result file', 'result files', 'files'),
        ' of the run hold numbers, which gave ',
        countInline(measured, 'measurement claim', 'measurement claims', 'claims'),
        ledger.comparisons.length === 0
          ? ''
          : line(
              ' and ',
              countInline(ledger.comparisons.length, 'comparison', 'comparisons', 'claims'),
            ),
        '. Whole numbers are printed in full, others rounded; the citation after a number leads to its file, position and exact value in the claim ledger.',
      ),
    },
  ];
  for (const result of ledger.results) blocks.push(...fileBlocks(context, result));
  if (ledger.comparisons.length > 0) {
    blocks.push({ kind: 'heading', inlines: line('Comparisons') });
    blocks.push({
      kind: 'paragraph',
      inlines: line(
        'A ratio is the value divided by that of the baseline; a difference is the value minus that of the baseline. Both were computed from the unrounded numbers.',
      ),
    });
    blocks.push({ kind: 'list', items: comparisonLines(ledger.comparisons) });
  }
  if (bundle.telemetry !== null) {
    blocks.push({
      kind: 'paragraph',
      inlines: line(
        'The end of the run was decided by telemetry; the receipt of that decision is among the referenced artifacts and is not used as a result.',
      ),
    });
  }
  return blocks;
}

/** Single values said in a sentence; more than these get a table. */
const notableMax = 3;

function fileBlocks(context: DraftContext, result: ResultFile): Block[] {
  const { measured } = splitScalars(result, isSetting);
  const path = pathInline(result.file.public_path);
  const blocks: Block[] = [];
  const trends: Inline[][] = [];
  const tables =
    measured.length <= notableMax
      ? []
      : scalarTable(context, line('Single values in ', path, '.'), measured);
  for (const table of result.tables) {
    const at = table.pointer === '' ? [] : line(', at ', declared(table.pointer, 'name', 'code'));
    tables.push(...resultTable(context, line('Records in ', path, at, '.'), table));
    trends.push(...trendLines(table));
  }
  if (tables.length === 0 && measured.length === 0) return [];
  blocks.push({ kind: 'heading', inlines: line('Results in ', path) });
  if (measured.length > 0 && measured.length <= notableMax) {
    blocks.push({
      kind: 'paragraph',
      inlines: line('The file records ', listOf(measured.map(scalarPhrase)), '.'),
    });
  }
  blocks.push(...tables);
  if (trends.length > 0) blocks.push({ kind: 'list', items: trends.slice(0, 8) });
  return blocks;
}

/** First and last value of each measured column of a series, in words. */
function trendLines(table: ResultTable): Inline[][] {
  const x = positionColumn(table);
  if (x < 0 || table.rows.length < 3 || table.rows.some((row) => row.label !== null)) return [];
  const lines: Inline[][] = [];
  table.columns.forEach((column, index) => {
    const values = columnValues(table, index);
    const first = table.rows[0];
    const last = table.rows.at(-1);
    const [a, b] = [first?.claims[index], last?.claims[index]];
    const [start, end] = [first?.claims[x], last?.claims[x]];
    if (values === undefined || index === x || column.setting || a == null || b == null) return;
    if (start == null || end == null) return;
    lines.push(
      line(
        label(column.name),
        ' goes from ',
        cited(a),
        ' at ',
        labelText(xName(table, x)),
        ' ',
        cited(start),
        ' to ',
        cited(b),
        ' at ',
        cited(end),
        '.',
      ),
    );
  });
  return lines;
}

function xName(table: ResultTable, x: number): string {
  return (table.columns[x]?.name ?? 'position').replaceAll('_', ' ');
}

/** `latency 8.1 ms [C3] against 10.2 ms [C1] (ratio 0.794 [C20])` */
function comparisonPhrase(comparison: Comparison): Inline[] {
  return line(
    labelText(comparison.quantity),
    ' ',
    cited(comparison.operands[0]),
    ' against ',
    cited(comparison.operands[1]),
    ` (${comparison.formula} `,
    cited(comparison.claim),
    ')',
  );
}

/** One sentence per subject: `Compared with baseline, routed records …`. */
function comparisonLines(comparisons: readonly Comparison[]): Inline[][] {
  const groups = new Map<string, Comparison[]>();
  for (const comparison of comparisons) {
    const key = `${comparison.baseline}\0${comparison.subject}`;
    groups.set(key, [...(groups.get(key) ?? []), comparison]);
  }
  return [...groups.values()].map((group) =>
    line(
      'Compared with ',
      labelText(group[0]?.baseline ?? ''),
      ', ',
      labelText(group[0]?.subject ?? ''),
      ' records ',
      listOf(group.map(comparisonPhrase)),
      '.',
    ),
  );
}

function scalarPhrase(scalar: NamedClaim): Inline[] {
  return line(labelText(scalarName(scalar)), ' ', cited(scalar.claim));
}

/** `a, b and c` */
export function listOf(items: readonly (readonly Inline[])[]): Inline[] {
  return items.flatMap((item, at) => {
    const joint = at === 0 ? '' : at === items.length - 1 ? ' and ' : ', ';
    return line(joint, item);
  });
}

/** The first quantity of up to three subjects, or the first three quantities of the only one. */
function mostTelling(comparisons: readonly Comparison[]): Comparison[] {
  const firsts = comparisons.filter(
    (comparison, at) =>
      comparisons.findIndex((other) => other.subject === comparison.subject) === at,
  );
  return (firsts.length > 1 ? firsts : comparisons).slice(0, 3);
}

/** The few results that stand for the rest: comparisons first, else single values, else none. */
export function headline(context: DraftContext): Inline[] {
  const { ledger } = context.input;
  const telling = ledger.comparisons.filter(
    ({ operands }) => claimPrint(operands[0]) !== claimPrint(operands[1]),
  );
  if (telling.length > 0) {
    const lines = comparisonLines(mostTelling(telling));
    return lines.flatMap((sentence, at) => line(at === 0 ? '' : ' ', sentence));
  }
  const first = ledger.results
    .map((result) => splitScalars(result, isSetting).measured)
    .find((list) => list.length > 0);
  if (first !== undefined)
    return line('The result files record ', listOf(first.slice(0, 4).map(scalarPhrase)), '.');
  const trend = ledger.results.flatMap((result) => result.tables.flatMap(trendLines))[0];
  return trend === undefined ? [] : line('In the recorded series, ', trend);
}
