/**
 * Makes the outcome of a paper again from its files: registration, threshold, value, verdict, and the record
 * against it. A paper without any result does not pass either.
 */
import { isDeepStrictEqual } from 'node:util';
import { projectDecisionSchema } from '../../domain/records.ts';
import { contradictionOf, unmeasuredOf } from '../claims/contradiction.ts';
import type { ClaimEvidence } from '../claims/evidence.ts';
import { outcomeClaims, outcomeOf } from '../claims/outcome.ts';
import { replicationClaims } from '../claims/replication.ts';
import type { Claim, ClaimLedger } from '../claims/schema.ts';
import { registrationPath } from '../evidence/registration.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { fileProblem, type Problem } from './problems.ts';
import type { RuleId } from './rules.ts';

type Failure = [rule: RuleId, message: string];

/** What is wrong with the outcome that a ledger states, or that it states none. */
export function checkOutcome(
  ledger: ClaimLedger,
  bundle: EvidenceBundle,
  evidence: ClaimEvidence,
): Failure[] {
  const stated = ledger.claims.filter(({ kind }) => kind === 'outcome');
  const registration = bundle.registration ?? null;
  if (registration === null)
    return stated.map(({ id }) => [
      'claim_outcome',
      `${id}: nothing was registered before the run`,
    ]);
  const file = bundle.files.find(({ path }) => path === registrationPath);
  const json = file === undefined ? undefined : evidence.file(file.public_path)?.json;
  if (!isDeepStrictEqual(json, registration))
    return [['registration', `the registration is not what ${registrationPath} holds`]];
  const [claim, ...more] = stated;
  if (claim === undefined || more.length > 0)
    return [['claim_outcome', `${stated.length} outcomes are stated, one was registered`]];
  const { outcome: right } = outcomeOf(outcomeClaims(bundle, evidence, () => claim.id));
  const failures: Failure[] = [];
  if (right === undefined || !isDeepStrictEqual(bare(claim), bare(right)))
    failures.push(['claim_outcome', `${claim.id}: the files give: ${right?.text ?? 'nothing'}`]);
  const record = bundle.files.find(({ role }) => role === 'decision')?.public_path ?? '';
  const decision = projectDecisionSchema.safeParse(evidence.file(record)?.json);
  const contradiction = decision.success ? contradictionOf(right, decision.data) : null;
  if (contradiction !== null) failures.push(['outcome_contradicted', contradiction]);
  return failures;
}

/** That the paper has a result: its claims are each made again elsewhere, so that what they say of their kind holds. */
export function checkMeasured({ claims }: ClaimLedger, bundle: EvidenceBundle): Problem[] {
  const unmeasured = claims.length === 0 ? null : unmeasuredOf(claims, bundle);
  return unmeasured === null ? [] : [fileProblem('not_measured', 'claim_ledger.json', unmeasured)];
}

/** What is wrong with the replication that a ledger states, or that it states none although there was one. */
export function checkReplication(
  ledger: ClaimLedger,
  bundle: EvidenceBundle,
  evidence: ClaimEvidence,
): Failure[] {
  const stated = ledger.claims.filter(({ kind }) => kind === 'replication');
  const [right] = replicationClaims(bundle, evidence, () => stated[0]?.id ?? 'C1');
  const [claim, ...more] = stated;
  if (right === undefined && claim === undefined) return [];
  if (right === undefined || claim === undefined || more.length > 0)
    return [
      [
        'claim_replication',
        `${stated.length} replications are stated, the files hold ${right === undefined ? 'none' : 'one'}`,
      ],
    ];
  return isDeepStrictEqual(bare(claim), bare(right))
    ? []
    : [['claim_replication', `${claim.id}: the files give: ${right.text}`]];
}

/** Where a claim is used is checked elsewhere. */
const bare = ({ used_in: _, ...claim }: Claim): object => claim;
