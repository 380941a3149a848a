/** How the run was made: procedure, what was varied and held, on what, and what the gate saw of it. */
import { humanizeName, isSetting } from '../../claims/labels.ts';
import { outcomeOf } from '../../claims/outcome.ts';
import { type Claim, claimValue } from '../../claims/schema.ts';
import type { Block, Inline } from '../../document.ts';
import { parsePointer } from '../../json-pointer.ts';
import {
  cited,
  columnTitle,
  countInline,
  type DraftContext,
  label,
  labelText,
  line,
  listOf,
  quote,
  scalarName,
  splitScalars,
} from '../context.ts';
import { sectionsAbout } from '../notes.ts';
import { quotable } from './appendix.ts';
import { columnClaims, columnValues, type FileTable, isVaried } from './columns.ts';
import { caseName } from './comparison.ts';
import { observedSentences } from './observed.ts';
import { scalarTable } from './tables.ts';

const methodTopics =
  /method|design|setup|set-up|plan|approach|procedure|protocol|experiment|configuration|harness|environment/i;
/** Blocks taken from the notes for the method. */
const methodBlocksMax = 16;
/** Settings said in a sentence; more get a table. */
const settingsSaidMax = 14;
/** Cases named in a sentence. */
const casesMax = 8;
/** Sentences on what was varied. */
const variedMax = 8;
/** Statements of the result files told of one kind. */
const statementsMax = 8;

/** Procedure, settings, machine and what was observed from outside, each as far as it is recorded. */
export function methodBlocks(context: DraftContext, tables: readonly FileTable[]): Block[] {
  const { ledger } = context.input;
  const readings = ledger.claims.filter(({ kind }) => kind === 'measurement').length;
  const paragraphs = [
    line(
      'An automated agent planned the experiment and ran it in its own project folder. When the run had ended, its result files were copied and hashed',
      ledger.results.length === 0
        ? '.'
        : line(
            '; ',
            countInline(ledger.results.length, 'result file', 'result files', 'files'),
            ' with numbers gave ',
            countInline(readings, 'measurement claim', 'measurement claims', 'claims'),
            ', read from these copies.',
          ),
    ),
  ];
  const described = noteBlocks(
    context,
    methodTopics,
    methodBlocksMax,
    'The run notes describe the procedure:',
  );
  const stated = statementSentences(context);
  const settings = settingClaims(context);
  const blocks: Block[] = [
    ...paragraphs.map(toParagraph),
    ...described,
    ...[stated.method, stated.machine, variedSentences(context, tables), heldSentence(settings)]
      .filter((inlines) => inlines.length > 0)
      .map(toParagraph),
  ];
  if (settings.length > settingsSaidMax)
    blocks.push(...scalarTable(context, line('Settings that were held.'), settings));
  const observed = observedSentences(context);
  if (observed.length > 0) blocks.push(toParagraph(observed));
  return blocks;
}

const toParagraph = (inlines: readonly Inline[]): Block => ({ kind: 'paragraph', inlines });

/** Paragraphs and lists of the note sections on a topic, as far as they can be said. */
export function noteBlocks(
  context: DraftContext,
  topic: RegExp,
  blocksMax: number,
  /** Says what the notes are quoted for; stands before the first of them, if anything is. */
  lead: string | null,
): Block[] {
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
  const [first, ...others] = blocks;
  if (first === undefined || lead === null) return blocks;
  if (first.kind === 'paragraph') return [toParagraph(line(`${lead} `, first.inlines)), ...others];
  return [toParagraph(line(lead)), ...blocks];
}

/** `Varied: merge sort and insertion sort. Varied: learning rate, from 0.0001 [C1] to 0.03 [C6].` None twice. */
function variedSentences(context: DraftContext, tables: readonly FileTable[]): Inline[] {
  const ofTables = tables.flatMap(({ table }): Inline[][] => {
    const cases = table.rows.flatMap(({ label: name }) => (name === null ? [] : [name]));
    const isOfCases =
      new Set(cases).size > 1 &&
      new Set(cases).size <= casesMax &&
      (table.columns.length > 1 || new Set(cases).size < cases.length);
    const compared = isOfCases ? [listOf([...new Set(cases)].map((name) => [label(name)]))] : [];
    const varied = table.columns.flatMap((column, index) => {
      const values = isVaried(column) ? columnValues(table, index) : [];
      const claims = columnClaims(table, index);
      const [least, most] = [Math.min, Math.max].map((end) =>
        claims.find((claim) => claimValue(claim) === end(...(values ?? []))),
      );
      if (values === undefined || values.length < 2 || least === undefined || most === undefined)
        return [];
      if (least === most) return [];
      const name = labelText(columnTitle(column));
      return [line(name, ', from ', cited(least), ' to ', cited(most))];
    });
    return [...compared, ...varied];
  });
  return distinct([...comparedColumns(context), ...ofTables])
    .slice(0, variedMax)
    .flatMap((what, at) => line(at === 0 ? 'Varied: ' : ' Varied: ', what, '.'));
}

/** The cases whose raw values stand side by side in columns, where the ledger compares them. */
function comparedColumns({ input: { ledger } }: DraftContext): Inline[][] {
  const ofSeries = ledger.comparisons.filter(({ operands: [own] }) => own.derived !== undefined);
  const names = distinct(
    ofSeries.flatMap(({ operands: [own, other], subject, baseline }) => [
      caseName(other, baseline),
      caseName(own, subject),
    ]),
  );
  return names.length === 0 || names.length > casesMax ? [] : [listOf(names)];
}

/** Each text once. */
function distinct(runs: readonly Inline[][]): Inline[][] {
  const textOf = (run: readonly Inline[]): string => JSON.stringify(run);
  const texts = runs.map(textOf);
  return runs.filter((run, at) => texts.indexOf(textOf(run)) === at);
}

interface SettingClaim {
  readonly path: readonly string[];
  readonly claim: Claim;
}

/**
 * Numbers that were set before the run, by the idea or in a result file; none twice. The criterion is none of them,
 * nor what names an edition or a time, nor a scale of one.
 */
function settingClaims({ input: { ledger } }: DraftContext): SettingClaim[] {
  const { threshold } = outcomeOf(ledger.claims);
  const limit = threshold === undefined ? undefined : claimValue(threshold);
  const isHeld = (setting: SettingClaim): boolean => {
    const name = scalarName(setting, 1);
    const value = claimValue(setting.claim);
    if (/(?:^| )(?:version|timestamp)$/i.test(name)) return false;
    if (/(?:^| )scale$/i.test(name)) return value !== 1;
    return value !== limit || !/(?:^| )(?:threshold|target)$/i.test(name);
  };
  const inFiles = ledger.results.flatMap((result) => splitScalars(result, isSetting).settings);
  const ofIdea = ledger.claims
    .filter(({ setting, evidence_refs: [ref] }) =>
      setting?.source === 'idea' ? ref?.pointer.startsWith('/settings/') === true : false,
    )
    .map((claim) => ({ path: parsePointer(claim.evidence_refs[0]?.pointer ?? '') ?? [], claim }));
  const seen = new Set<string>();
  return [...ofIdea, ...inFiles].filter(({ path, claim }) => {
    const key = `${path.at(-1)} ${claimValue(claim)}`;
    if (seen.has(key) || claimValue(claim) === undefined || !isHeld({ path, claim })) return false;
    seen.add(key);
    return true;
  });
}

function heldSentence(settings: readonly SettingClaim[]): Inline[] {
  if (settings.length === 0 || settings.length > settingsSaidMax) return [];
  const said = settings.map((setting) =>
    line(labelText(scalarName(setting, 1)), ' ', cited(setting.claim)),
  );
  return line('Held fixed: ', listOf(said), '.');
}

/** Names of records that say on what it was measured. */
const machineNames = /^(?:environment|env|hardware|device|gpu|cpu|platform|software)$/i;

/** What the result files say in words: how it was measured, and on what. */
function statementSentences({ input: { ledger } }: DraftContext): {
  method: Inline[];
  machine: Inline[];
} {
  const seen = new Set<string>();
  const statements = ledger.claims.flatMap((claim) => {
    const [ref] = claim.evidence_refs;
    const isText = typeof ref?.recomputed_value === 'string';
    if (ref === undefined || !isText || !(claim.kind === 'method' || claim.kind === 'setting'))
      return [];
    const said = quotable(ref.quoted_value);
    const path = parsePointer(ref.pointer) ?? [];
    const name = humanizeName(path.at(-1) ?? '');
    const key = `${name} ${ref.quoted_value}`;
    if (said === undefined || seen.has(key)) return [];
    seen.add(key);
    const cite: Inline = { kind: 'cite', ids: [claim.id] };
    const isMachine = claim.kind === 'method' && path.some((part) => machineNames.test(part));
    return [{ isMachine, said: line(labelText(name), ' ', said, ' ', cite) }];
  });
  const sentence = (start: string, isMachine: boolean): Inline[] => {
    const own = statements.filter((statement) => statement.isMachine === isMachine);
    if (own.length === 0) return [];
    return line(start, listOf(own.slice(0, statementsMax).map(({ said }) => said)), '.');
  };
  return {
    method: sentence('The result files state: ', false),
    machine: sentence('Of the machine, the result files state: ', true),
  };
}
