/**
 * The outcome of a run: what the criterion registered before it comes to in its result files. It is
 * computed of them alone; what the agent says of it is held against it, never taken for it.
 */
import { directionWords, type Evaluation, isMet } from '../../domain/entities/evaluation.ts';
import { assert } from '../../lib/assert.ts';
import { registrationPath } from '../evidence/registration.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { printNumber } from '../text/numbers.ts';
import type { ClaimEvidence } from './evidence.ts';
import { type Made, makeReading, makeStatistic, measuredRoles, refTo } from './make.ts';
import { type Measured, measure } from './measure.ts';
import type { Claim, ClaimBody } from './schema.ts';
import { intervalEnds } from './statistics.ts';

type Outcome = NonNullable<Claim['outcome']>;
const thresholdPointer = '/evaluation/threshold';

/**
 * The threshold, the outcome of the run and, where it was taken of a series, how many values that has and, of a
 * mean, the ends of its interval, in this order; none where nothing was registered. They depend on the registration and the bytes of the
 * result files, and on nothing else, so the verifier makes them again of a finished folder.
 */
export function outcomeClaims(
  bundle: EvidenceBundle,
  evidence: ClaimEvidence,
  nextId: (at: number) => string,
): Claim[] {
  const { registration } = bundle;
  const file = bundle.files.find(({ path }) => path === registrationPath);
  const copy = file === undefined ? undefined : evidence.file(file.public_path);
  if (registration == null || copy === undefined) return [];
  const { evaluation } = registration;
  const files = bundle.files
    .filter(({ role }) => measuredRoles.includes(role))
    .map((each) => ({ file: each, json: evidence.file(each.public_path)?.json }));
  const measured = measure(files, evidence, evaluation);
  const threshold = bodyOf(makeReading(evidence, { path: copy.path, pointer: thresholdPointer }));
  const refs =
    'missing' in measured ? [refTo(copy, '/evaluation/metric', evaluation.metric)] : measured.refs;
  const outcome = outcomeBody(evaluation, measured, refs, {
    event_id: registration.event_id,
    sha256: registration.sha256,
  });
  const isMeasured = !('missing' in measured);
  const series = isMeasured ? measured.series : null;
  const bodies: [ClaimBody, Claim['support_status']][] = [
    [threshold, 'supported'],
    [outcome, isMeasured ? 'supported' : 'weakly_supported'],
  ];
  if (series !== null) {
    const place = JSON.stringify(`${series.path}#${series.pointer}`);
    bodies.push([bodyOf(makeStatistic(evidence, `count(${place})`)), 'supported']);
    // That of a median is among the statistics of its series. One value has none.
    const ends = evaluation.statistic === 'mean' ? intervalEnds(evidence, series, 'mean') : [];
    if (ends.every(({ ok }) => ok))
      bodies.push(...ends.map((end): [ClaimBody, 'supported'] => [bodyOf(end), 'supported']));
  }
  return bodies.map(([{ text, kind, ...rest }, support_status], at) => ({
    id: nextId(at),
    text,
    kind,
    support_status,
    ...rest,
    used_in: [],
  }));
}

function bodyOf(made: Made): ClaimBody {
  assert(made.ok, 'what was registered and what was counted can be read');
  return made.body;
}

function outcomeBody(
  evaluation: Evaluation,
  measured: Measured,
  refs: ClaimBody['evidence_refs'],
  registration: Outcome['registration'],
): ClaimBody {
  const { metric, direction, threshold, unit } = evaluation;
  const isMeasured = !('missing' in measured);
  return {
    text: outcomeText(evaluation, measured),
    kind: 'outcome',
    ...(isMeasured && measured.unit !== undefined ? { unit: measured.unit } : {}),
    quantity: metric,
    ...(isMeasured ? { n: measured.n } : {}),
    evidence_refs: refs,
    ...(isMeasured && measured.derived !== undefined ? { derived: measured.derived } : {}),
    outcome: {
      metric,
      direction,
      threshold,
      ...(unit === undefined ? {} : { unit }),
      verdict: verdictOf(evaluation, measured),
      registration,
    },
  };
}

/** What a measurement says of a registered evaluation. */
export const verdictOf = (evaluation: Evaluation, measured: Measured): Outcome['verdict'] => {
  if ('missing' in measured) return 'not_measured';
  return isMet(evaluation, measured.value) ? 'met' : 'not_met';
};

/** The verdicts as texts have them. */
export const verdictWords = {
  met: 'met',
  not_met: 'not met',
  not_measured: 'not measured',
} as const;

/** `speedup is 0.54 x, registered was at least 2 x: not met`. */
function outcomeText(evaluation: Evaluation, measured: Measured): string {
  const { metric, direction, threshold, unit } = evaluation;
  const withUnit = (value: number, own: string | undefined): string =>
    `${printNumber(value)}${own === undefined ? '' : ` ${own}`}`;
  const registered = `registered was ${directionWords(direction)} ${withUnit(threshold, unit)}`;
  const verdict = verdictWords[verdictOf(evaluation, measured)];
  return 'missing' in measured
    ? `${metric} was not measured (${measured.missing}), ${registered}: ${verdict}`
    : `${metric} is ${withUnit(measured.value, measured.unit)}, ${registered}: ${verdict}`;
}

/** The claims of a paper that are about its outcome; all undefined where nothing was registered. */
export function outcomeOf(claims: readonly Claim[]): {
  readonly outcome: Claim | undefined;
  readonly threshold: Claim | undefined;
  /** How many values it was taken of; undefined where it was taken of one. */
  readonly count: Claim | undefined;
  /** Of a mean of several values; null for others. */
  readonly interval: readonly [low: Claim, high: Claim] | null;
} {
  const at = claims.findIndex(({ kind }) => kind === 'outcome');
  if (at < 0) return { outcome: undefined, threshold: undefined, count: undefined, interval: null };
  const [before, outcome, after] = [claims[at - 1], claims[at], claims[at + 1]];
  const [low, high] = claims.slice(at + 2, at + 4);
  return {
    outcome,
    threshold: before?.evidence_refs[0]?.pointer === thresholdPointer ? before : undefined,
    count: after?.derived?.formula.startsWith('count(') === true ? after : undefined,
    interval:
      low?.derived?.formula.startsWith('t_low(') === true && high !== undefined
        ? [low, high]
        : null,
  };
}
