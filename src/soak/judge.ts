/**
 * The goals that figures must meet. A time within its goal holds on any machine, as a busy one can only
 * make it longer. A longer one is judged only in minutes in which the service had a processor when it
 * wanted one, and read against the idle neighbour of the same minute: a goal is broken only where the
 * service is many times slower than a process that does nothing. Minutes that cannot be judged are
 * counted, and where they are many the goal is not met. Answers of a class that is seldom asked are
 * judged over as many minutes as it takes to have enough of them.
 */
import type { CallClass, Minute, Stretch } from './meters.ts';

/** The goals themselves, with the bounds below which a figure is not judged; times in ms. */
export const goals = {
  /** 99 of 100 answers of these classes come within this time, in every minute. */
  answerMsMax: 100,
  answerClasses: ['read', 'list', 'search', 'write'] as const satisfies readonly CallClass[],
  loopMsMax: 100,
  /** A figure above its goal counts only beyond this many times the neighbour's. */
  neighbourRatio: 5,
  /** A minute in which the loop waited longer for a processor is the machine's, not the service's. */
  starvedPctMax: 25,
  /** Of the minutes that have a figure, so many are judged at least, or nothing is known of it. */
  judgedShareMin: 0.9,
  /** Of the last third of the minutes after the first, to the first third of them. */
  growthMax: { rss: 1.25, answers: 2, wal: 1.5 },
  /** Growth below this is none. */
  growthFreeMib: 32,
  minutesForGrowth: 4,
} as const;

/** What came of the figures of a soak; the report of the command prints it. */
export interface Judgement {
  /** One sentence for each broken goal; none when all hold. */
  readonly broken: readonly string[];
  /** Minutes in which each figure was judged, of `minutes`. */
  readonly judged: Readonly<Record<JudgedFigure, number>>;
}
type TimedFigure = (typeof goals.answerClasses)[number] | 'loop';
type JudgedFigure = TimedFigure | 'memory';
const timedFigures: readonly TimedFigure[] = [...goals.answerClasses, 'loop'];

/** Judges whole minutes. A figure that could be judged in too few of them is a broken goal, too. Pure. */
export function judgeFigures(minutes: readonly Minute[]): Judgement {
  const judged = countJudged(minutes);
  const broken = [
    ...minutes.flatMap(judgeMinute),
    ...judgeGrowth('times', minutes.slice(1)),
    ...judgeSizes(minutes),
    ...tooFewJudged(minutes, judged),
  ];
  return { broken, judged };
}

/** The goals that a busy machine does not move: what the service keeps in memory and in its log. Pure. */
export const judgeSizes = (minutes: readonly Minute[]): string[] =>
  judgeGrowth('sizes', minutes.slice(1));

/** Not to know is not to have met a goal. */
function tooFewJudged(minutes: readonly Minute[], judged: Judgement['judged']): string[] {
  return timedFigures.flatMap((name) => {
    const known = sum(minutes, (minute) => readingOf(minute, name)?.minutes ?? 0);
    if (known > 0 && judged[name] >= known * goals.judgedShareMin) return [];
    return [
      `${name} could be judged in ${judged[name]} of ${minutes.length} minutes: use a machine with nothing else to do, or a slower --pace`,
    ];
  });
}

function countJudged(minutes: readonly Minute[]): Judgement['judged'] {
  const count = (name: TimedFigure): number =>
    sum(minutes, (minute) => {
      const reading = readingOf(minute, name);
      return reading !== null && canJudge(reading) ? reading.minutes : 0;
    });
  return {
    read: count('read'),
    list: count('list'),
    search: count('search'),
    write: count('write'),
    loop: count('loop'),
    memory: minutes.filter(({ rss_mib: rss }) => rss !== null).length,
  };
}

const sum = (minutes: readonly Minute[], of: (minute: Minute) => number): number =>
  minutes.reduce((total, minute) => total + of(minute), 0);

/** A figure that came to be known with a minute, with the goal that it has; times in ms. */
interface Reading {
  /** So many minutes it is of, the last one being the one that it was read from. */
  readonly minutes: number;
  readonly ms: number;
  readonly goalMs: number;
  readonly neighbourMs: number | null;
  readonly starvedPct: number | null;
}

/** Null where a minute has no such figure, or ends no stretch of enough answers. */
function readingOf(minute: Minute, name: TimedFigure): Reading | null {
  if (name !== 'loop') return readingOfStretch(minute.stretches[name]);
  const { loop_max_ms: ms, neighbour, starved_pct: starvedPct } = minute;
  if (ms === null) return null;
  const neighbourMs = neighbour.loop_max_ms;
  return { minutes: 1, ms, goalMs: goals.loopMsMax, neighbourMs, starvedPct };
}

function readingOfStretch(stretch: Stretch | null): Reading | null {
  if (stretch === null) return null;
  return {
    minutes: stretch.minutes,
    ms: stretch.p99_ms,
    goalMs: goals.answerMsMax,
    neighbourMs: stretch.neighbour_p99_ms,
    starvedPct: stretch.starved_pct,
  };
}

const isFair = ({ starvedPct: starved }: Reading): boolean =>
  starved !== null && starved <= goals.starvedPctMax;
const canJudge = (reading: Reading): boolean => isFair(reading) || reading.ms <= reading.goalMs;

function judgeMinute(minute: Minute): string[] {
  return timedFigures.flatMap((name) => {
    const reading = readingOf(minute, name);
    if (reading === null || !isFair(reading)) return [];
    const { ms, goalMs, neighbourMs } = reading;
    if (ms <= Math.max(goalMs, (neighbourMs ?? 0) * goals.neighbourRatio)) return [];
    const than = `the goal is ${goalMs} (idle neighbour: ${neighbourMs ?? 'unknown'} ms)`;
    if (name === 'loop')
      return [
        `minute ${minute.minute}: the loop stood ${ms} ms (second ${minute.loop_max_sec ?? 'unknown'}), ${than}`,
      ];
    const first = minute.minute - reading.minutes + 1;
    const when =
      first === minute.minute ? `minute ${first}` : `minutes ${first} to ${minute.minute}`;
    return [`${when}: p99 of ${name} was ${ms} ms, ${than}`];
  });
}

function judgeGrowth(of: 'times' | 'sizes', minutes: readonly Minute[]): string[] {
  if (minutes.length < goals.minutesForGrowth) return [];
  const third = Math.floor(minutes.length / 3) || 1;
  const grew = (
    what: string,
    unit: string,
    read: (minute: Minute) => number | null,
    { ratio, free }: { readonly ratio: number; readonly free: number },
  ): string[] => {
    const first = median(minutes.slice(0, third).map(read));
    const last = median(minutes.slice(-third).map(read));
    if (first === null || last === null || last <= first * ratio || last - first <= free) return [];
    return [`${what} grew from ${first} to ${last} ${unit} over the soak`];
  };
  const { growthMax, growthFreeMib: free } = goals;
  if (of === 'sizes')
    return [
      ...grew('memory', 'MiB', (minute) => minute.rss_mib, { ratio: growthMax.rss, free }),
      ...grew('the log of the store', 'MiB', (minute) => minute.wal_mib, {
        ratio: growthMax.wal,
        free,
      }),
    ];
  return goals.answerClasses.flatMap((name) =>
    grew(
      `p99 of ${name}`,
      'ms',
      (minute) => {
        const reading = readingOf(minute, name);
        return reading !== null && canJudge(reading) ? reading.ms : null;
      },
      { ratio: growthMax.answers, free: goals.answerMsMax / 2 },
    ),
  );
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((left, right) => left - right);
  return known[Math.floor(known.length / 2)] ?? null;
}
