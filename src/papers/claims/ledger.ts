/**
 * Makes the claims of a run from its files: every number of a result file, comparisons with a named
 * baseline, what the decision record says, statistics over raw samples, what was set and how it was
 * measured, and the outcome against what was registered. No prose exists yet.
 */
import type { ProjectDecision } from '../../domain/records.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { BuiltBundle, EvidenceCopy } from '../evidence/bundle.ts';
import type { Metric } from '../evidence/schema.ts';
import { parsePointer } from '../json-pointer.ts';
import { workingOn } from '../work/working-on.ts';
import { compareResults, compareStatistics } from './comparisons.ts';
import { type ClaimEvidence, createClaimEvidence } from './evidence.ts';
import { groupBy } from './group-by.ts';
import type { TableShape } from './groups.ts';
import { makeObservation, makeReading } from './make.ts';
import { outcomeClaims } from './outcome.ts';
import { replicationClaims } from './replication.ts';
import type { AddClaim, Comparison, NamedClaim, ResultFile, ResultTable } from './results.ts';
import type { Claim, SupportStatus } from './schema.ts';
import { stateSettings } from './settings.ts';
import { drawStatistics, type Statistic } from './statistics.ts';

export type { Comparison, NamedClaim, ResultColumn, ResultFile, ResultTable } from './results.ts';

/**
 * The claims of a run before there is any text; writers may print no other number. `finishLedger`
 * makes the ledger of it.
 */
export interface LedgerDraft {
  readonly claims: readonly Claim[];
  readonly results: readonly ResultFile[];
  readonly comparisons: readonly Comparison[];
  /** Of raw samples, series by series. */
  readonly statistics: readonly Statistic[];
  /** Observations and limitations of the decision record, by member name. */
  readonly fromDecision: ReadonlyMap<string, Claim>;
}

/** All claims of `built`, numbered C1, C2, … in the order of files and of their content. */
export function draftLedger(built: BuiltBundle, decision: ProjectDecision): LedgerDraft {
  const claims: Claim[] = [];
  const support = supportOf(decision);
  const add: AddClaim = (made, level) => {
    if (!made.ok) return undefined;
    const { text, kind, ...rest } = made.body;
    const id = `C${claims.length + 1}`;
    const claim = { id, text, kind, support_status: support[level], ...rest, used_in: [] };
    claims.push(claim);
    return claim;
  };
  const evidence = evidenceOf(built);
  const results: ResultFile[] = [];
  const metrics = groupBy(built.bundle.metrics, (metric) => metric.file);
  for (const copy of built.copies) {
    workingOn(copy.file.path);
    const own = metrics.get(copy.file.public_path);
    if (own !== undefined) results.push(readResults(copy, own, evidence, add));
  }
  const compared = compareResults(results, evidence, add);
  const fromDecision = observeDecision(built, evidence, add);
  const statistics = drawStatistics(built, evidence, add);
  const comparisons = [
    ...compared,
    ...compareStatistics(statistics, compared.length, evidence, add),
  ];
  stateSettings(built, evidence, add);
  const ids = claims.length + 1;
  claims.push(...outcomeClaims(built.bundle, evidence, (at) => `C${ids + at}`));
  const further = claims.length + 1;
  claims.push(...replicationClaims(built.bundle, evidence, (at) => `C${further + at}`));
  return { claims, results, comparisons, statistics, fromDecision };
}

function evidenceOf({ copies }: BuiltBundle): ClaimEvidence {
  return createClaimEvidence(
    copies.map(({ file, json }) => ({
      path: file.public_path,
      sha256: file.sha256,
      role: file.role,
      json,
    })),
  );
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

function readResults(
  copy: EvidenceCopy,
  metrics: readonly Metric[],
  evidence: ClaimEvidence,
  add: AddClaim,
): ResultFile {
  const path = copy.file.public_path;
  /** Numbers that have no claim yet; when there are none, nothing further is looked at. */
  const left = new Set(metrics.map((metric) => metric.pointer));
  const toClaim = (pointer: string): Claim | null =>
    left.delete(pointer)
      ? (add(makeReading(evidence, { path, pointer }), 'measured') ?? null)
      : null;
  const tables: ResultTable[] = [];
  const scalars: NamedClaim[] = [];
  for (const shape of evidence.shapesOf(path)) {
    if (left.size === 0) break;
    if (shape.kind === 'table') {
      tables.push(toTable(shape, left, toClaim));
    } else {
      const claim = toClaim(shape.pointer);
      if (claim !== null) scalars.push({ path: parsePointer(shape.pointer) ?? [], claim });
    }
  }
  return { file: copy.file, tables, scalars };
}

function toTable(
  shape: TableShape,
  left: ReadonlySet<string>,
  toClaim: (pointer: string) => Claim | null,
): ResultTable {
  const rows: ResultTable['rows'][number][] = [];
  for (const { label, cells } of shape.rows) {
    if (left.size === 0) break;
    const claims = cells.map((pointer) => (pointer === null ? null : toClaim(pointer)));
    // Rows beyond the numbers that are kept have nothing to show; the bundle says how many those are.
    if (claims.some((claim) => claim !== null)) rows.push({ label, claims });
  }
  const columns = shape.columns.map((name, index) => {
    const own = rows.flatMap((row) => row.claims[index] ?? []);
    const [first] = own;
    const isLabelled = own.every((claim) => claim.label === first?.label);
    return {
      name,
      label: isLabelled ? first?.label : undefined,
      unit: first?.unit,
      setting: first?.kind === 'setting',
    };
  });
  return { pointer: shape.pointer, columns, rows };
}

const decisionMembers = [
  ['hypothesis_status', 'observation'],
  ['research_outcome', 'observation'],
  ['project_decision', 'observation'],
  ['evidence_strength', 'observation'],
  ['scale_limits', 'limitation'],
] as const;

/** The decision's own words, each pointing at the member of the record that says it. */
function observeDecision(
  built: BuiltBundle,
  evidence: ClaimEvidence,
  add: AddClaim,
): Map<string, Claim> {
  const found = new Map<string, Claim>();
  const copy = built.copies.find((entry) => entry.file.role === 'decision');
  if (copy === undefined || !isRecord(copy.json)) return found;
  for (const [name, kind] of decisionMembers) {
    const value = copy.json[name];
    if (typeof value !== 'string' || value.trim() === '') continue;
    const source = { path: copy.file.public_path, pointer: `/${name}` };
    const claim = add(makeObservation(evidence, source, kind), 'judged');
    if (claim !== undefined) found.set(name, claim);
  }
  return found;
}
