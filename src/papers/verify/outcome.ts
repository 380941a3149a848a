/** Computes the outcome of a paper again from its files: registration, threshold, value, verdict, and the record against it. */
import { projectDecisionSchema } from '../../domain/records.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { fingerprint } from '../../lib/hash.ts';
import { contradictionOf } from '../claims/contradiction.ts';
import { claimsOf, measuredRoles } from '../claims/outcome.ts';
import type { Claim, ClaimLedger } from '../claims/schema.ts';
import { registrationPath } from '../evidence/registration.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import type { EvidenceReading } from './evidence.ts';
import { fileProblem, type Problem } from './problems.ts';

/**
 * What is wrong with the outcome of a paper. A bundle of an earlier edition has no registration, and
 * such a paper no outcome.
 */
export function checkOutcome(
  ledger: ClaimLedger,
  bundle: EvidenceBundle,
  readings: ReadonlyMap<string, EvidenceReading>,
): Problem[] {
  const problems: Problem[] = [];
  const add = (rule: string, file: string, message: string): void => {
    problems.push(fileProblem(rule, file, message));
  };
  const outcomes = ledger.claims.filter(({ kind }) => kind === 'outcome');
  const registration = bundle.registration ?? null;
  if (registration === null) {
    for (const { id } of outcomes)
      add('outcome_unregistered', 'claim_ledger.json', `${id}: nothing was registered`);
    return problems;
  }
  const file = bundle.files.find(({ path }) => path === registrationPath);
  if (file === undefined) {
    add('registration', 'evidence_bundle.json', `${registrationPath} is not among its files`);
    return problems;
  }
  const reading = readings.get(file.public_path);
  if (canonicalJson(reading?.json ?? null) !== canonicalJson(registration))
    add('registration', 'evidence_bundle.json', `is not what ${registrationPath} holds`);
  if (fingerprint(registration.evaluation) !== registration.sha256)
    add('registration', 'evidence_bundle.json', 'its hash is not that of its evaluation');
  const [stated, ...more] = outcomes;
  if (stated === undefined || more.length > 0) {
    const message = `states ${outcomes.length} outcomes, one was registered`;
    add('outcome_count', 'claim_ledger.json', message);
    return problems;
  }
  const files = bundle.files
    .filter(({ role }) => measuredRoles.includes(role))
    .map((each) => ({ file: each, json: readings.get(each.public_path)?.json }));
  const [, expected] = claimsOf({ registration, file, files }, () => stated.id);
  if (bare(stated) !== bare(expected))
    add('outcome', 'claim_ledger.json', `${stated.id}: the files give: ${expected.text}`);
  const record = bundle.files.find(({ role }) => role === 'decision')?.public_path ?? '';
  const decision = projectDecisionSchema.safeParse(readings.get(record)?.json);
  const contradiction = decision.success ? contradictionOf(expected, decision.data) : null;
  if (contradiction !== null) add('outcome_contradicted', record, contradiction);
  return problems;
}

/** Where a claim is used is checked elsewhere. */
const bare = ({ used_in: _, ...claim }: Claim): string => canonicalJson(claim);
