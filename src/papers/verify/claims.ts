/** Computes every claim again from the bytes of its files. */
import { type Claim, type ClaimLedger, claimValue, expectedText } from '../claims/schema.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { resolvePointer } from '../json-pointer.ts';
import { findNumbers, standsFor } from '../numbers.ts';
import { toPlainLine } from '../text.ts';
import type { EvidenceReading } from './evidence.ts';
import { fileProblem, type Problem } from './problems.ts';

const ledgerFile = 'claim_ledger.json';

/** Values by claim id as the files give them; a claim that fails has none. */
export function checkClaims(
  ledger: ClaimLedger,
  bundle: EvidenceBundle,
  readings: ReadonlyMap<string, EvidenceReading>,
): { values: Map<string, number>; problems: Problem[] } {
  const problems: Problem[] = [];
  const values = new Map<string, number>();
  const add = (rule: string, message: string): void => {
    problems.push(fileProblem(rule, ledgerFile, message));
  };
  if (ledger.claims.length === 0) add('empty_claims', 'the ledger holds no claim');
  if (ledger.evidence_merkle_root !== bundle.merkle_root)
    add('merkle_root', 'the ledger was made from other evidence');
  if (ledger.paper_id !== bundle.paper_id || ledger.run_id !== bundle.run_id) {
    add('identity', 'the ledger and the bundle are of different papers');
  }
  const unsupported = ledger.claims.filter(
    (claim) => claim.support_status === 'unsupported',
  ).length;
  if (unsupported !== ledger.unsupported_claim_count) {
    add(
      'unsupported_count',
      `${unsupported} claims are unsupported, the ledger says ${ledger.unsupported_claim_count}`,
    );
  }
  const units = new Map(
    bundle.metrics.map((metric) => [`${metric.file}#${metric.pointer}`, metric.unit]),
  );
  ledger.claims.forEach((claim, index) => {
    const failures = checkClaim(claim, readings, units);
    if (claim.id !== `C${index + 1}`) failures.push(['claim_id', `stands at place ${index + 1}`]);
    for (const [rule, message] of failures) add(rule, `${claim.id}: ${message}`);
    const value = failures.length === 0 ? claimValue(claim) : undefined;
    if (value !== undefined) values.set(claim.id, value);
  });
  return { values, problems };
}

type Failure = [rule: string, message: string];

function checkClaim(
  claim: Claim,
  readings: ReadonlyMap<string, EvidenceReading>,
  units: ReadonlyMap<string, string | undefined>,
): Failure[] {
  // An outcome is computed again as a whole, in `outcome.ts`.
  if (claim.kind === 'outcome' || claim.kind === 'statistic') return [];
  const failures: Failure[] = [];
  if (claim.evidence_refs.length === 0)
    failures.push(['claim_without_evidence', 'has no reference']);
  for (const ref of claim.evidence_refs) {
    const reading = readings.get(ref.path);
    if (reading === undefined) {
      failures.push(['claim_file', `${ref.path} is not in the bundle`]);
      continue;
    }
    if (reading.sha256 !== ref.sha256)
      failures.push(['claim_hash', `${ref.path} hashes to ${reading.sha256}`]);
    const value = resolvePointer(reading.json, ref.pointer);
    if (value === undefined || value !== ref.recomputed_value) {
      failures.push(['claim_value', `${ref.path}${ref.pointer} holds ${JSON.stringify(value)}`]);
    }
    if (!quotes(ref.quoted_value, value) || !ref.match) {
      failures.push(['claim_quote', `${ref.quoted_value} is not what ${ref.pointer} holds`]);
    }
    if (claim.kind === 'measurement' && units.get(`${ref.path}#${ref.pointer}`) !== claim.unit) {
      failures.push(['claim_unit', `the bundle has another unit for ${ref.pointer}`]);
    }
  }
  failures.push(...checkDerived(claim));
  if (failures.length === 0 && claim.text !== expectedText(claim)) {
    failures.push(['claim_text', `should read: ${expectedText(claim)}`]);
  }
  return failures;
}

function checkDerived(claim: Claim): Failure[] {
  const { derived } = claim;
  if (claim.kind !== 'comparison')
    return derived === undefined ? [] : [['claim_kind', 'only comparisons are derived']];
  const [a, b] = claim.evidence_refs.map((ref) => ref.recomputed_value);
  if (
    derived === undefined ||
    claim.evidence_refs.length !== 2 ||
    typeof a !== 'number' ||
    typeof b !== 'number'
  ) {
    return [['claim_formula', 'a comparison needs two numbers and a formula']];
  }
  const value = derived.formula.startsWith('difference') ? a - b : a / b;
  if (value !== derived.recomputed_value)
    return [['claim_value', `the ${derived.formula} is ${value}`]];
  return quotes(derived.quoted_value, value) && derived.match
    ? []
    : [['claim_quote', `${derived.quoted_value} is not the ${derived.formula}`]];
}

/** True when the printed text is that value: to its precision for numbers, literally for words. */
function quotes(printed: string, value: unknown): boolean {
  if (typeof value === 'string') return toPlainLine(value) === printed;
  if (typeof value !== 'number') return String(value) === printed;
  const tokens = findNumbers(printed);
  const token = tokens[0];
  return tokens.length === 1 && token?.text === printed && standsFor(token, value);
}
