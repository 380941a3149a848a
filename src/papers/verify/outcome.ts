/** Holds an outcome claim against what was registered and against the number that it rests on. */
import type { ClaimEvidence } from '../claims/evidence.ts';
import { unitOfFormula } from '../claims/formula/unit-of.ts';
import { type Claim, claimValue } from '../claims/schema.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';

type Failure = [rule: string, message: string];
type Outcome = NonNullable<Claim['outcome']>;

const holds: Readonly<Record<Outcome['direction'], (value: number, threshold: number) => boolean>> =
  {
    at_least: (value, threshold) => value >= threshold,
    at_most: (value, threshold) => value <= threshold,
    above: (value, threshold) => value > threshold,
    below: (value, threshold) => value < threshold,
  };

/** Where the claim says something else than the bundle's registration and its own evidence. */
export function checkOutcome(
  claim: Claim,
  { registration }: EvidenceBundle,
  evidence: ClaimEvidence,
): Failure[] {
  const { outcome, derived } = claim;
  if (outcome === undefined) return [['claim_outcome', 'has no outcome']];
  const failures: Failure[] = [];
  const add = (message: string): void => {
    failures.push(['claim_outcome', message]);
  };
  if (registration == null) return [['claim_outcome', 'nothing was registered before the run']];
  const { evaluation, event_id: eventId, sha256 } = registration;
  for (const name of ['metric', 'direction', 'threshold', 'unit'] as const) {
    if (outcome[name] !== evaluation[name])
      add(`${name} is ${String(outcome[name])}, registered was ${String(evaluation[name])}`);
  }
  if (outcome.registration?.event_id !== eventId || outcome.registration.sha256 !== sha256)
    add(`the registration is event ${eventId} with ${sha256}`);
  if (derived !== undefined) {
    const result = evidence.formulas.evaluate(derived.formula);
    if (!result.ok) add(result.reason);
    else if (result.value !== derived.recomputed_value)
      add(`${derived.formula} is ${result.value}`);
  }
  const value = claimValue(claim);
  const unit = unitOfClaim(claim, evidence);
  const verdict =
    value === undefined
      ? 'not_measured'
      : holds[outcome.direction](value, outcome.threshold)
        ? 'met'
        : 'not_met';
  if (outcome.verdict !== verdict)
    add(`the verdict is ${outcome.verdict} and should be ${verdict}`);
  if (value !== undefined && (unit === false || claim.unit !== unit))
    add(
      `unit is ${claim.unit ?? 'absent'} and should be ${unit === false ? 'one' : (unit ?? 'absent')}`,
    );
  if (value !== undefined && outcome.unit !== undefined && claim.unit !== outcome.unit)
    add(`the value is in ${claim.unit ?? 'no unit'}, the threshold in ${outcome.unit}`);
  return failures;
}

/** Of its number; false where the parts of its formula have no unit together. */
function unitOfClaim(claim: Claim, evidence: ClaimEvidence): string | undefined | false {
  const [ref] = claim.evidence_refs;
  if (claim.derived === undefined)
    return ref === undefined ? undefined : evidence.factsOf(ref).unit;
  const unit = unitOfFormula(claim.derived.formula, (source) => evidence.factsOf(source).unit);
  return unit.ok && unit.unit;
}
