/**
 * Makes the claims of a run from its result files: one measurement per number, comparisons with a
 * named baseline by a stated formula, and what the decision record says. No prose exists yet.
 */
import type { ProjectDecision } from '../../domain/records.ts';
import type { BuiltBundle, EvidenceCopy } from '../evidence/bundle.ts';
import type { EvidenceFile, Metric } from '../evidence/schema.ts';
import { parsePointer } from '../json-pointer.ts';
import { printNumber } from '../numbers.ts';
import { toPlainLine } from '../text.ts';
import { workingOn } from '../work/working-on.ts';
import { findShapes, type TableShape } from './groups.ts';
import { humanizeName, isBaseline, isSetting } from './labels.ts';
import { outcomeClaims } from './outcome.ts';
import { type Claim, expectedText, type SupportStatus } from './schema.ts';

/** How a comparison follows from its operands `a` and `b`. */
const formulas = {
  ratio: (a: number, b: number) => a / b,
  difference: (a: number, b: number) => a - b,
} as const;
type Formula = keyof typeof formulas;

const worded = (claim: Claim): Claim => ({ ...claim, text: expectedText(claim) ?? '' });

/** Comparisons made of one run. */
const comparisonsMax = 40;

/**
 * A column of a result table. `setting`: by its name chosen before the run, not measured, so it is
 * never compared.
 */
export interface ResultColumn {
  readonly name: string;
  readonly unit: string | undefined;
  readonly setting: boolean;
}
/** A table of a result file with claims for cells. */
export interface ResultTable {
  readonly pointer: string;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly {
    readonly label: string | null;
    readonly claims: readonly (Claim | null)[];
  }[];
}
/** A number that is in no table, with the names on the way to it, outermost first. */
export interface NamedClaim {
  readonly path: readonly string[];
  readonly claim: Claim;
}
/** What one result file holds, by claim. */
export interface ResultFile {
  readonly file: EvidenceFile;
  readonly tables: readonly ResultTable[];
  readonly scalars: readonly NamedClaim[];
}
/**
 * A claim computed from two others: the subject's value is the first operand, the baseline's the
 * second. Names are readable ones.
 */
export interface Comparison {
  readonly claim: Claim;
  readonly formula: Formula;
  readonly subject: string;
  readonly baseline: string;
  readonly quantity: string;
  readonly operands: readonly [Claim, Claim];
}
/**
 * The claims of a run before there is any text; writers may print no other number. `finishLedger`
 * makes the ledger of it.
 */
export interface LedgerDraft {
  readonly claims: readonly Claim[];
  readonly results: readonly ResultFile[];
  readonly comparisons: readonly Comparison[];
  /** Observations and limitations of the decision record, by member name. */
  readonly fromDecision: ReadonlyMap<string, Claim>;
}

/** All claims of `built`, numbered C1, C2, … in the order of files and of their content. */
export function draftLedger(built: BuiltBundle, decision: ProjectDecision): LedgerDraft {
  const claims: Claim[] = [];
  const support = supportOf(decision);
  const results: ResultFile[] = [];
  for (const copy of built.copies) {
    workingOn(copy.file.path);
    const metrics = built.bundle.metrics.filter((metric) => metric.file === copy.file.public_path);
    if (metrics.length > 0) results.push(measureFile(copy, metrics, claims, support));
  }
  const comparisons = compareResults(results, claims, support);
  const fromDecision = observeDecision(built, claims, support);
  const ids = claims.length + 1;
  claims.push(...outcomeClaims(built, (at) => `C${ids + at}`));
  return { claims, results, comparisons, fromDecision };
}

/** Weak or unstated evidence never makes a strong claim; numbers themselves are read, not judged. */
function supportOf(decision: ProjectDecision): { measured: SupportStatus; judged: SupportStatus } {
  const enough = ['moderate', 'strong'].includes(decision.evidence_strength ?? '');
  const clear = ['supported', 'unsupported'].includes(decision.hypothesis_status);
  return {
    measured: enough ? 'supported' : 'weakly_supported',
    judged: enough && clear ? 'supported' : 'weakly_supported',
  };
}

function nextId(claims: readonly Claim[]): string {
  return `C${claims.length + 1}`;
}

function measureFile(
  copy: EvidenceCopy,
  metrics: readonly Metric[],
  claims: Claim[],
  support: ReturnType<typeof supportOf>,
): ResultFile {
  const byPointer = new Map(metrics.map((metric) => [metric.pointer, metric]));
  const toClaim = (pointer: string): Claim | null => {
    const metric = byPointer.get(pointer);
    if (metric === undefined) return null;
    const claim = measurement(copy.file, metric, nextId(claims), support.measured);
    claims.push(claim);
    return claim;
  };
  const tables: ResultTable[] = [];
  const scalars: NamedClaim[] = [];
  for (const shape of findShapes(copy.json)) {
    if (shape.kind === 'table') {
      tables.push(toTable(shape, byPointer, toClaim));
    } else {
      const claim = toClaim(shape.pointer);
      if (claim !== null) scalars.push({ path: parsePointer(shape.pointer) ?? [], claim });
    }
  }
  return { file: copy.file, tables, scalars };
}

function measurement(file: EvidenceFile, metric: Metric, id: string, status: SupportStatus): Claim {
  const quoted = printNumber(metric.value);
  return worded({
    id,
    text: '',
    kind: 'measurement',
    support_status: status,
    ...(metric.unit === undefined ? {} : { unit: metric.unit }),
    evidence_refs: [
      {
        path: metric.file,
        sha256: file.sha256,
        pointer: metric.pointer,
        quoted_value: quoted,
        recomputed_value: metric.value,
        match: true,
      },
    ],
    used_in: [],
  });
}

function toTable(
  shape: TableShape,
  byPointer: ReadonlyMap<string, Metric>,
  toClaim: (pointer: string) => Claim | null,
): ResultTable {
  const columns = shape.columns.map((name, index) => {
    const pointer = shape.rows.find((row) => row.cells[index] !== null)?.cells[index];
    return { name, unit: byPointer.get(pointer ?? '')?.unit, setting: isSetting(name) };
  });
  // Rows beyond the numbers that are kept have nothing to show; the bundle says how many those are.
  const kept = shape.rows.filter((row) =>
    row.cells.some((pointer) => pointer !== null && byPointer.has(pointer)),
  );
  const rows = kept.map((row) => ({
    label: row.label,
    claims: row.cells.map((pointer) => (pointer === null ? null : toClaim(pointer))),
  }));
  return { pointer: shape.pointer, columns, rows };
}

/** Every other row of a table against its baseline row, and `x` against `baseline_x` in one record. */
function compareResults(
  results: readonly ResultFile[],
  claims: Claim[],
  support: ReturnType<typeof supportOf>,
): Comparison[] {
  const comparisons: Comparison[] = [];
  const add = (pair: Omit<Comparison, 'claim' | 'formula'>): void => {
    if (comparisons.length >= comparisonsMax) return;
    const claim = derive(pair, nextId(claims), support.judged);
    if (claim === undefined) return;
    claims.push(claim);
    const formula = claim.derived?.formula.startsWith('difference') ? 'difference' : 'ratio';
    comparisons.push({ ...pair, claim, formula });
  };
  for (const result of results) {
    for (const table of result.tables) compareRows(table, add);
    compareScalars(result.scalars, add);
  }
  return comparisons;
}

type AddPair = (pair: Omit<Comparison, 'claim' | 'formula'>) => void;

function compareRows(table: ResultTable, add: AddPair): void {
  const baselines = table.rows.filter((row) => row.label !== null && isBaseline(row.label));
  const baseline = baselines[0];
  if (baseline === undefined || baselines.length > 1 || table.rows.length > 8) return;
  for (const row of table.rows) {
    if (row === baseline || row.label === null) continue;
    for (const [index, column] of table.columns.entries()) {
      const own = row.claims[index];
      const other = baseline.claims[index];
      if (own == null || other == null || column.setting) continue;
      add({
        subject: humanizeName(row.label),
        baseline: humanizeName(baseline.label ?? ''),
        quantity: humanizeName(column.name),
        operands: [own, other],
      });
    }
  }
}

function compareScalars(scalars: readonly NamedClaim[], add: AddPair): void {
  const parents = scalars.map(({ path }) => path.slice(0, -1).join('\0'));
  for (const [at, base] of scalars.entries()) {
    const name = base.path.at(-1) ?? '';
    const rest = /^(?:baseline|control|reference|vanilla)([_-].+)$/i.exec(name)?.[1];
    if (rest === undefined || isSetting(rest.slice(1))) continue;
    for (const [place, other] of scalars.entries()) {
      const otherName = other.path.at(-1) ?? '';
      const sameParent = parents[place] === parents[at];
      if (other === base || !sameParent || !otherName.endsWith(rest)) continue;
      if (/ratio|delta|diff|change|speedup/i.test(otherName)) continue;
      add({
        subject: humanizeName(otherName.slice(0, -rest.length)),
        baseline: 'the baseline',
        quantity: humanizeName(rest.slice(1)),
        operands: [other.claim, base.claim],
      });
    }
  }
}

/**
 * A ratio where the baseline is not zero and the quantity is no percentage, else a difference.
 * Undefined for operands of different units, which cannot be compared.
 */
function derive(
  pair: Omit<Comparison, 'claim' | 'formula'>,
  id: string,
  status: SupportStatus,
): Claim | undefined {
  const [first, second] = pair.operands.map((claim) => claim.evidence_refs[0]);
  if (first === undefined || second === undefined) return undefined;
  const [a, b] = [Number(first.recomputed_value), Number(second.recomputed_value)];
  const { unit } = pair.operands[0];
  // Milliseconds are not compared with a ratio, though both stand in one column.
  if (unit !== pair.operands[1].unit) return undefined;
  const formula: Formula = b === 0 || unit === '%' ? 'difference' : 'ratio';
  const value = formulas[formula](a, b);
  if (!Number.isFinite(value)) return undefined;
  const quoted = printNumber(value);
  const sources = [first, second].map(({ path, pointer }) => JSON.stringify(`${path}#${pointer}`));
  return worded({
    id,
    text: '',
    kind: 'comparison',
    support_status: status,
    ...(formula === 'difference' && unit !== undefined ? { unit } : {}),
    evidence_refs: [first, second],
    derived: {
      formula: `${formula}(${sources.join(',')})`,
      quoted_value: quoted,
      recomputed_value: value,
      match: true,
    },
    used_in: [],
  });
}

const decisionMembers = [
  ['hypothesis_status', 'observation', 'judged'],
  ['research_outcome', 'observation', 'judged'],
  ['project_decision', 'observation', 'judged'],
  ['evidence_strength', 'observation', 'judged'],
  ['scale_limits', 'limitation', 'judged'],
] as const;

/** The decision's own words, each pointing at the member of the record that says it. */
function observeDecision(
  built: BuiltBundle,
  claims: Claim[],
  support: ReturnType<typeof supportOf>,
): Map<string, Claim> {
  const found = new Map<string, Claim>();
  const copy = built.copies.find((entry) => entry.file.role === 'decision');
  const record = copy?.json;
  if (copy === undefined || typeof record !== 'object' || record === null) return found;
  for (const [name, kind, level] of decisionMembers) {
    const value = (record as Record<string, unknown>)[name];
    if (typeof value !== 'string' || value.trim() === '') continue;
    const claim: Claim = {
      id: nextId(claims),
      text: `the decision record states ${name}`,
      kind,
      support_status: support[level],
      evidence_refs: [
        {
          path: copy.file.public_path,
          sha256: copy.file.sha256,
          pointer: `/${name}`,
          quoted_value: toPlainLine(value),
          recomputed_value: value,
          match: true,
        },
      ],
      used_in: [],
    };
    claims.push(claim);
    found.set(name, claim);
  }
  return found;
}
