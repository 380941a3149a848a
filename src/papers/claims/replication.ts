/**
 * What a replication comes to against the run that it did again, computed of the result files of both. The
 * rule was written before either: the verdicts are the same, and where both have an interval these overlap.
 */
import { type Evaluation, isMet } from '../../domain/entities/evaluation.ts';
import {
  type ReplicationRun,
  replicationPath,
  replicationRunSchema,
} from '../evidence/replication.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { printNumber } from '../numbers.ts';
import type { ClaimEvidence } from './evidence.ts';
import { callText, sourceText } from './formula/grammar.ts';
import { type Made, makeStatistic, measuredRoles, refTo } from './make.ts';
import { type Measured, measure } from './measure.ts';
import type { Claim, ClaimBody } from './schema.ts';
import { intervalEnds } from './statistics.ts';

type Replication = NonNullable<Claim['replication']>;

/**
 * The claim of the replication and, where its result is taken of a series, how many values that has and the
 * ends of their interval, in this order; none where the bundle holds no replication. They depend on the bundle
 * and the bytes of its files alone, so the verifier makes them again.
 */
export function replicationClaims(
  bundle: EvidenceBundle,
  evidence: ClaimEvidence,
  nextId: (at: number) => string,
): Claim[] {
  const evaluation = bundle.registration?.evaluation;
  const run = replicationRun(bundle, evidence);
  if (evaluation === undefined || run === null) return [];
  const first = measuredIn(bundle, evidence, evaluation, measuredRoles);
  const again = measuredIn(bundle, evidence, evaluation, ['replication']);
  const head = replicationBody(evaluation, { run, first, again }, evidence, bundle);
  const series = 'missing' in again ? null : again.series;
  const bodies =
    series === null
      ? [head]
      : [
          head,
          ...bodiesOf(makeStatistic(evidence, callText('count', sourceText(series)))),
          ...intervalEnds(evidence, series).flatMap(bodiesOf),
        ];
  return bodies.map(({ text, kind, ...rest }, at) => ({
    id: nextId(at),
    text,
    kind,
    support_status: 'supported',
    ...rest,
    used_in: [],
  }));
}

const bodiesOf = (made: Made): ClaimBody[] => (made.ok ? [made.body] : []);

/** The run that did it again, as its file says; null where there is none. */
function replicationRun(bundle: EvidenceBundle, evidence: ClaimEvidence): ReplicationRun | null {
  const file = bundle.files.find(({ path }) => path === replicationPath);
  const parsed = replicationRunSchema.safeParse(
    file === undefined ? undefined : evidence.file(file.public_path)?.json,
  );
  return parsed.success ? parsed.data : null;
}

function measuredIn(
  bundle: EvidenceBundle,
  evidence: ClaimEvidence,
  evaluation: Evaluation,
  roles: readonly string[],
): Measured {
  const files = bundle.files
    .filter(({ role, path }) => roles.includes(role) && path !== replicationPath)
    .map((file) => ({
      // The criterion names the file as the run wrote it.
      file: { ...file, path: file.path.replace(/^replication\//, '') },
      json: evidence.file(file.public_path)?.json,
    }));
  return measure(files, evidence, evaluation);
}

interface Both {
  readonly run: ReplicationRun;
  readonly first: Measured;
  readonly again: Measured;
}

function replicationBody(
  evaluation: Evaluation,
  both: Both,
  evidence: ClaimEvidence,
  bundle: EvidenceBundle,
): ClaimBody {
  const { run, again } = both;
  const replication = judge(evaluation, both, evidence);
  const about = bundle.files.find(({ path }) => path === replicationPath)?.public_path ?? '';
  const file = evidence.file(about);
  const isMeasured = !('missing' in again);
  return {
    text: textOf(evaluation, again, replication),
    kind: 'replication',
    ...(isMeasured && again.unit !== undefined ? { unit: again.unit } : {}),
    quantity: evaluation.metric,
    ...(isMeasured ? { n: again.n } : {}),
    evidence_refs: isMeasured
      ? again.refs
      : file === undefined
        ? []
        : [refTo(file, '/run_id', run.run_id)],
    ...(isMeasured && again.derived !== undefined ? { derived: again.derived } : {}),
    replication,
  };
}

function judge(
  evaluation: Evaluation,
  { run, first, again }: Both,
  evidence: ClaimEvidence,
): Replication {
  const [verdict, first_verdict] = [verdictOf(evaluation, again), verdictOf(evaluation, first)];
  const intervals = compareIntervals(intervalOf(first, evidence), intervalOf(again, evidence));
  return {
    run_id: run.run_id,
    number: run.number,
    verdict,
    first_verdict,
    intervals,
    agrees: verdict !== 'not_measured' && verdict === first_verdict && intervals !== 'apart',
  };
}

const verdictOf = (evaluation: Evaluation, measured: Measured): Replication['verdict'] => {
  if ('missing' in measured) return 'not_measured';
  return isMet(evaluation, measured.value) ? 'met' : 'not_met';
};

type Interval = readonly [low: number, high: number] | null;

/** Null where the value is of no series, or in another unit than the series. */
function intervalOf(measured: Measured, evidence: ClaimEvidence): Interval {
  if ('missing' in measured || measured.series === null) return null;
  if (measured.derived?.formula.startsWith('convert(') === true) return null;
  const [low, high] = intervalEnds(evidence, measured.series).map((made) =>
    made.ok ? made.body.derived?.recomputed_value : undefined,
  );
  return low === undefined || high === undefined ? null : [low, high];
}

function compareIntervals(one: Interval, other: Interval): Replication['intervals'] {
  if (one === null || other === null) return 'none';
  return one[0] <= other[1] && other[0] <= one[1] ? 'overlap' : 'apart';
}

const verdictWords = { met: 'met', not_met: 'not met', not_measured: 'not measured' } as const;
const intervalWords = {
  overlap: 'the intervals overlap',
  apart: 'the intervals are apart',
  none: 'not both have an interval',
} as const;

/** `again, speedup is 9.8 x: met, as before; the intervals overlap: it agrees`. */
function textOf(evaluation: Evaluation, again: Measured, replication: Replication): string {
  const { verdict, first_verdict, intervals, agrees } = replication;
  const value =
    'missing' in again
      ? `${evaluation.metric} was not measured`
      : `${evaluation.metric} is ${printNumber(again.value)}${again.unit === undefined ? '' : ` ${again.unit}`}`;
  return `again, ${value}: ${verdictWords[verdict]}, the first run ${verdictWords[first_verdict]}; ${intervalWords[intervals]}: ${agrees ? 'it agrees' : 'it does not agree'}`;
}

/** The claims of a paper that are about its replication; all undefined where there is none. */
export function replicationOf(claims: readonly Claim[]): {
  readonly replication: Claim | undefined;
  readonly count: Claim | undefined;
  readonly interval: readonly [low: Claim, high: Claim] | null;
} {
  const at = claims.findIndex(({ kind }) => kind === 'replication');
  if (at < 0) return { replication: undefined, count: undefined, interval: null };
  const [replication, count, low, high] = claims.slice(at, at + 4);
  const isCount = count?.derived?.formula.startsWith('count(') === true;
  const isInterval = /^(?:boot|t)_low\(/.test(low?.derived?.formula ?? '');
  return {
    replication,
    count: isCount ? count : undefined,
    interval: isCount && isInterval && low !== undefined && high !== undefined ? [low, high] : null,
  };
}
