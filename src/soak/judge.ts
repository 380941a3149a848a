/**
 * The goals that figures must meet. A time within its goal holds on any machine, as a busy one can only
 * make it longer. A longer one is judged only in minutes in which the service had a processor when it
 * wanted one, and read against the idle neighbour of the same minute: a goal is broken only where the
 * service is many times slower than a process that does nothing. Minutes that cannot be judged are
 * counted, and where they are many the goal is not met.
 */
import type { CallClass, Minute } from './meters.ts';

/** The goals themselves, with the bounds below which a figure is not judged; times in ms. */
export const goals = {
  /** 99 of 100 answers of these classes come within this time, in every minute. */
  answerMsMax: 100,
  answerClasses: ['read', 'list', 'search', 'write'] as const satisfies readonly CallClass[],
  /** Fewer answers in a minute say nothing about one in a hundred. */
  answersMin: 100,
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
    ...minutes.filter(isFair).flatMap(judgeMinute),
    ...judgeGrowth('times', minutes.slice(1)),
    ...judgeGrowth('sizes', minutes.slice(1)),
    ...tooFewJudged(minutes, judged),
  ];
  return { broken, judged };
}

/** Not to know is not to have met a goal. */
function tooFewJudged(minutes: readonly Minute[], judged: Judgement['judged']): string[] {
  return timedFigures.flatMap((name) => {
    const known = minutes.filter((minute) => timeOf(minute, name) !== null).length;
    if (known > 0 && judged[name] >= known * goals.judgedShareMin) return [];
    return [
      `${name} could be judged in ${judged[name]} of ${minutes.length} minutes: use a machine with nothing else to do, or a slower --pace`,
    ];
  });
}

function countJudged(minutes: readonly Minute[]): Judgement['judged'] {
  const count = (name: TimedFigure): number =>
    minutes.filter((minute) => canJudge(minute, name)).length;
  return {
    read: count('read'),
    list: count('list'),
    search: count('search'),
    write: count('write'),
    loop: count('loop'),
    memory: minutes.filter(({ rss_mib: rss }) => rss !== null).length,
  };
}

/** The figure of a minute that its goal is about, in ms; null where there is none, or too little of it. */
function timeOf(minute: Minute, name: TimedFigure): number | null {
  if (name === 'loop') return minute.loop_max_ms;
  return hasEnough(minute, name) ? (minute.calls[name]?.p99_ms ?? null) : null;
}

function canJudge(minute: Minute, name: TimedFigure): boolean {
  const time = timeOf(minute, name);
  if (time === null) return false;
  return isFair(minute) || time <= (name === 'loop' ? goals.loopMsMax : goals.answerMsMax);
}

const hasEnough = ({ calls }: Minute, name: CallClass): boolean =>
  (calls[name]?.count ?? 0) >= goals.answersMin;

const isFair = ({ starved_pct: starved }: Minute): boolean =>
  starved !== null && starved <= goals.starvedPctMax;

function judgeMinute(minute: Minute): string[] {
  const broken: string[] = [];
  for (const name of goals.answerClasses) {
    const figures = minute.calls[name];
    if (figures === null || !hasEnough(minute, name)) continue;
    if (figures.p99_ms > allowed(goals.answerMsMax, minute.neighbour.p99_ms))
      broken.push(
        `minute ${minute.minute}: p99 of ${name} was ${figures.p99_ms} ms, the goal is ${goals.answerMsMax} (idle neighbour: ${minute.neighbour.p99_ms ?? 'unknown'} ms)`,
      );
  }
  const { loop_max_ms: loop, neighbour } = minute;
  if (loop !== null && loop > allowed(goals.loopMsMax, neighbour.loop_max_ms))
    broken.push(
      `minute ${minute.minute}: the loop stood ${loop} ms (second ${minute.loop_max_sec ?? 'unknown'}), the goal is ${goals.loopMsMax} (idle neighbour: ${neighbour.loop_max_ms ?? 'unknown'} ms)`,
    );
  return broken;
}

const allowed = (goal: number, neighbour: number | null): number =>
  Math.max(goal, (neighbour ?? 0) * goals.neighbourRatio);

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
      (minute) => (canJudge(minute, name) ? timeOf(minute, name) : null),
      { ratio: growthMax.answers, free: goals.answerMsMax / 2 },
    ),
  );
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((left, right) => left - right);
  return known[Math.floor(known.length / 2)] ?? null;
}
