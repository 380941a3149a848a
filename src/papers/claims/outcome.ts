/**
 * The outcome of a run: what the criterion registered before it comes to in its result files. It is
 * computed of them alone; what the agent says of it is held against it, never taken for it.
 */
import { directionWords, type Evaluation, isMet } from '../../domain/entities/evaluation.ts';
import { assert } from '../../lib/assert.ts';
import type { BuiltBundle } from '../evidence/bundle.ts';
import { registrationPath } from '../evidence/registration.ts';
import type { BundleRegistration, EvidenceRole } from '../evidence/schema.ts';
import { printNumber } from '../numbers.ts';
import type { ResultJson } from './find-measure.ts';
import { type Measured, measure } from './measure.ts';
import type { Claim } from './schema.ts';

/** Files that an outcome may be measured in. */
export const measuredRoles: readonly EvidenceRole[] = ['metrics', 'result'];

/**
 * The threshold, the outcome of the run and, where it was taken of a series, how many values that has, in
 * this order; none where nothing was registered. They depend on the registration and the bytes of the
 * result files, and on nothing else.
 */
export function outcomeClaims(
  { bundle, copies }: BuiltBundle,
  nextId: (at: number) => string,
): Claim[] {
  const { registration } = bundle;
  if (registration === null || registration === undefined) return [];
  const files = copies.filter(({ file }) => measuredRoles.includes(file.role));
  const file = bundle.files.find(({ path }) => path === registrationPath);
  assert(file !== undefined, 'a registration lies among the evidence');
  return claimsOf({ registration, file, files }, nextId);
}

/** What an outcome is made of; `file` holds the registration beside the paper. */
export interface OutcomeBasis {
  readonly registration: BundleRegistration;
  readonly file: ResultJson['file'];
  readonly files: readonly ResultJson[];
}

/** The claims as they must be, with ids by place; the verifier makes them again from the finished folder. */
export function claimsOf(
  { registration, file, files }: OutcomeBasis,
  nextId: (at: number) => string,
): [threshold: Claim, outcome: Claim, ...count: Claim[]] {
  const { evaluation } = registration;
  const { metric, threshold, unit } = evaluation;
  const printed = printNumber(threshold);
  const ofUnit = unit === undefined ? {} : { unit };
  const { public_path: path, sha256 } = file;
  const stated = { path, sha256, match: true };
  const thresholdClaim: Claim = {
    id: nextId(0),
    text: `${path} sets ${printed}${unit === undefined ? '' : ` ${unit}`} at /evaluation/threshold`,
    kind: 'setting',
    support_status: 'supported',
    ...ofUnit,
    label: 'threshold',
    quantity: metric,
    evidence_refs: [
      {
        ...stated,
        pointer: '/evaluation/threshold',
        quoted_value: printed,
        recomputed_value: threshold,
      },
    ],
    setting: { source: 'idea' },
    used_in: [],
  };
  const measured = measure(files, evaluation);
  const isMeasured = !('missing' in measured);
  const verdict = isMeasured ? verdictOf(evaluation, measured.value) : 'not_measured';
  return [
    thresholdClaim,
    {
      id: nextId(1),
      text: outcomeText(evaluation, measured),
      kind: 'outcome',
      support_status: isMeasured ? 'supported' : 'weakly_supported',
      ...(isMeasured && measured.unit !== undefined ? { unit: measured.unit } : {}),
      quantity: metric,
      ...(isMeasured
        ? {
            n: measured.n,
            evidence_refs: [measured.ref],
            ...(measured.formula === null
              ? {}
              : {
                  derived: {
                    formula: measured.formula,
                    quoted_value: printNumber(measured.value),
                    recomputed_value: measured.value,
                    match: true,
                  },
                }),
          }
        : {
            evidence_refs: [
              {
                ...stated,
                pointer: '/evaluation/metric',
                quoted_value: metric,
                recomputed_value: metric,
              },
            ],
          }),
      outcome: {
        metric,
        direction: evaluation.direction,
        threshold,
        ...ofUnit,
        verdict,
        registration: { event_id: registration.event_id, sha256: registration.sha256 },
      },
      used_in: [],
    },
    ...(isMeasured && measured.ref.pointer.split('/').includes('*')
      ? [countClaim(nextId(2), metric, measured)]
      : []),
  ];
}

/** How many values the outcome was taken of. */
function countClaim(
  id: string,
  metric: string,
  { ref, n }: Extract<Measured, { n: number }>,
): Claim {
  const formula = `count(${JSON.stringify(`${ref.path}#${ref.pointer}`)})`;
  return {
    id,
    text: `${formula} is ${printNumber(n)}`,
    kind: 'statistic',
    support_status: 'supported',
    quantity: metric,
    n,
    evidence_refs: [ref],
    derived: { formula, quoted_value: printNumber(n), recomputed_value: n, match: true },
    used_in: [],
  };
}

const verdictOf = (evaluation: Evaluation, value: number): 'met' | 'not_met' =>
  isMet(evaluation, value) ? 'met' : 'not_met';

const verdictWords = { met: 'met', not_met: 'not met', not_measured: 'not measured' } as const;

/** `speedup is 0.54 x, registered was at least 2 x: not met`. */
function outcomeText(evaluation: Evaluation, measured: Measured): string {
  const { metric, direction, threshold, unit } = evaluation;
  const withUnit = (value: number, own: string | undefined): string =>
    `${printNumber(value)}${own === undefined ? '' : ` ${own}`}`;
  const registered = `registered was ${directionWords(direction)} ${withUnit(threshold, unit)}`;
  if ('missing' in measured)
    return `${metric} was not measured (${measured.missing}), ${registered}: not measured`;
  const verdict = verdictWords[verdictOf(evaluation, measured.value)];
  return `${metric} is ${withUnit(measured.value, measured.unit)}, ${registered}: ${verdict}`;
}

/** The outcome among the claims of a paper; undefined where nothing was registered. */
export const outcomeOf = (claims: readonly Claim[]): Claim | undefined =>
  claims.find(({ kind }) => kind === 'outcome');
