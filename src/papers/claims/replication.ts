/**
 * What a replication comes to against the run that it did again, computed of the result files of both. The rule is
 * the same for every paper: the verdicts are the same, seed and values are the second run's own (`second-run.ts`), and
 * where both have an interval these overlap.
 */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import {
  type ReplicationRun,
  replicationPath,
  replicationRunSchema,
} from '../evidence/replication.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { printNumber } from '../text/numbers.ts';
import type { ClaimEvidence } from './evidence.ts';
import { callText, type Source, sourceText } from './formula/grammar.ts';
import { type Made, makeReading, makeStatistic, measuredRoles, refTo } from './make.ts';
import { type Measured, measure } from './measure.ts';
import { verdictOf, verdictWords } from './outcome.ts';
import type { Claim, ClaimBody } from './schema.ts';
import { areSameValues, compareSeeds, findSeeds, type Seed } from './second-run.ts';
import { intervalEnds } from './statistics.ts';

type Replication = NonNullable<Claim['replication']>;

/** Seeds of the second run that get claims of their own; the others are looked at as well. */
const seedsStatedMax = 3;

/**
 * The claim of the replication and, where its result is taken of a series, how many values that has and the
 * ends of their interval, then the first seeds that its result files record, in this order; none where the bundle
 * holds no replication. They depend on the bundle and the bytes of its files alone, so the verifier makes them again.
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
  const ofSeries =
    series === null
      ? []
      : [
          ...bodiesOf(makeStatistic(evidence, callText('count', sourceText(series)))),
          ...intervalEnds(evidence, series, evaluation.statistic).flatMap(bodiesOf),
        ];
  const ofSeeds = seedsOfSecond(again, evidence, bundle)
    .slice(0, seedsStatedMax)
    .flatMap((seed) => bodiesOf(makeReading(evidence, seed)));
  const bodies = [head, ...ofSeries, ...ofSeeds];
  return bodies.map(({ text, kind, ...rest }, at) => ({
    id: nextId(at),
    text,
    kind,
    support_status: 'supported',
    ...rest,
    used_in: [],
  }));
}

/** The file that a value was taken of. */
const pathOf = (measured: Measured): string | undefined =>
  'missing' in measured ? undefined : measured.refs[0]?.path;

type SeedPlace = Seed & Source;
const seedsIn = (path: string, evidence: ClaimEvidence): SeedPlace[] =>
  findSeeds(evidence.file(path)?.json).map((seed) => ({ ...seed, path }));

/**
 * What the file of the value calls seeds and, of other numbers, what the other files of the second run do; none where
 * nothing was measured.
 */
function seedsOfSecond(
  again: Measured,
  evidence: ClaimEvidence,
  bundle: EvidenceBundle,
): SeedPlace[] {
  const path = pathOf(again);
  if (path === undefined) return [];
  const own = seedsIn(path, evidence);
  const known = new Set(own.map(({ value }) => value));
  const further = seedsIn(descriptionOf(bundle)?.public_path ?? '', evidence);
  return [...own, ...further.filter(({ value }) => !known.has(value))];
}

/** The file that says which run did it again. */
const descriptionOf = ({ files }: EvidenceBundle): EvidenceBundle['files'][number] | undefined =>
  files.find(({ path }) => path === replicationPath);

const bodiesOf = (made: Made): ClaimBody[] => (made.ok ? [made.body] : []);

/** The run that did it again, as its file says; null where there is none. */
function replicationRun(bundle: EvidenceBundle, evidence: ClaimEvidence): ReplicationRun | null {
  const file = descriptionOf(bundle);
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
  const replication = judge(evaluation, both, evidence, bundle);
  const about = descriptionOf(bundle)?.public_path ?? '';
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
  bundle: EvidenceBundle,
): Replication {
  const [verdict, first_verdict] = [verdictOf(evaluation, again), verdictOf(evaluation, first)];
  const ofRun = (measured: Measured): Interval =>
    intervalOf(measured, evidence, evaluation.statistic);
  const intervals = compareIntervals(ofRun(first), ofRun(again));
  const seed = compareSeeds(seedsOfFirst(bundle, evidence), seedsOfSecond(again, evidence, bundle));
  const copied = copiedOf(first, again, evidence, bundle);
  const isOwn = seed !== 'same' && copied === 'no';
  const isSame = verdict !== 'not_measured' && verdict === first_verdict && intervals !== 'apart';
  return {
    run_id: run.run_id,
    number: run.number,
    worker: run.worker,
    verdict,
    first_verdict,
    intervals,
    seed,
    copied,
    agrees: isSame && isOwn,
  };
}

/** Roles of what the first run recorded, and of what was set for it. */
const seedRoles: readonly string[] = [...measuredRoles, 'idea'];

const seedsOfFirst = (bundle: EvidenceBundle, evidence: ClaimEvidence): Seed[] =>
  bundle.files
    .filter(({ role }) => seedRoles.includes(role))
    .flatMap(({ public_path: path }) => seedsIn(path, evidence));

/** What of the second run's result is the first one's. */
function copiedOf(
  first: Measured,
  again: Measured,
  evidence: ClaimEvidence,
  bundle: EvidenceBundle,
): NonNullable<Replication['copied']> {
  const file = evidence.file(pathOf(again) ?? '');
  if (file === undefined) return 'no';
  const isFile = bundle.files.some(
    ({ role, public_path: path }) =>
      measuredRoles.includes(role) && evidence.file(path)?.sha256 === file.sha256,
  );
  if (isFile) return 'file';
  const [one, other] = [first, again].map((measured) => {
    if ('missing' in measured || measured.series === null) return undefined;
    return { source: measured.series, json: evidence.file(measured.series.path)?.json };
  });
  return one !== undefined && other !== undefined && areSameValues(one, other) ? 'values' : 'no';
}

type Interval = readonly [low: number, high: number] | null;

/** Null where the value is of no series, or in another unit than the series. */
function intervalOf(
  measured: Measured,
  evidence: ClaimEvidence,
  statistic: Evaluation['statistic'],
): Interval {
  if ('missing' in measured || measured.series === null) return null;
  if (measured.derived?.formula.startsWith('convert(') === true) return null;
  const [low, high] = intervalEnds(evidence, measured.series, statistic).map((made) =>
    made.ok ? made.body.derived?.recomputed_value : undefined,
  );
  return low === undefined || high === undefined ? null : [low, high];
}

function compareIntervals(one: Interval, other: Interval): Replication['intervals'] {
  if (one === null || other === null) return 'none';
  return one[0] <= other[1] && other[0] <= one[1] ? 'overlap' : 'apart';
}

const intervalWords = {
  overlap: 'the intervals overlap',
  apart: 'the intervals are apart',
  none: 'not both have an interval',
} as const;

const copiedWords = {
  no: '',
  file: '; its result file is that of the first run',
  values: '; its raw values are those of the first run',
} as const;

/** `again, speedup is 9.8 x: met, the first run met; the intervals overlap: it agrees`. */
function textOf(evaluation: Evaluation, again: Measured, replication: Replication): string {
  const { verdict, first_verdict, intervals, seed, copied = 'no', agrees } = replication;
  const isOwn = `${seed === 'same' ? '; its seed is that of the first run' : ''}${copiedWords[copied]}`;
  const value =
    'missing' in again
      ? `${evaluation.metric} was not measured`
      : `${evaluation.metric} is ${printNumber(again.value)}${again.unit === undefined ? '' : ` ${again.unit}`}`;
  return `again, ${value}: ${verdictWords[verdict]}, the first run ${verdictWords[first_verdict]}; ${intervalWords[intervals]}${isOwn}: ${agrees ? 'it agrees' : 'it does not agree'}`;
}

/** What a seed is stated as, by its name. */
const readKinds: readonly Claim['kind'][] = ['setting', 'measurement'];

/** The claims of a paper that are about its replication; none and undefined where there is none. */
export function replicationOf(claims: readonly Claim[]): {
  readonly replication: Claim | undefined;
  readonly count: Claim | undefined;
  readonly interval: readonly [low: Claim, high: Claim] | null;
  /** Of the second run, as its result files record them. */
  readonly seeds: readonly Claim[];
} {
  const at = claims.findIndex(({ kind }) => kind === 'replication');
  if (at < 0) return { replication: undefined, count: undefined, interval: null, seeds: [] };
  const [replication, count, low, high] = claims.slice(at, at + 4);
  const isCount = count?.derived?.formula.startsWith('count(') === true;
  const isInterval = /^(?:boot|t)_low\(/.test(low?.derived?.formula ?? '');
  return {
    replication,
    count: isCount ? count : undefined,
    interval: isCount && isInterval && low !== undefined && high !== undefined ? [low, high] : null,
    // All else behind the replication is computed.
    seeds: claims
      .slice(at + 1)
      .filter(({ kind, derived }) => derived === undefined && readKinds.includes(kind)),
  };
}
