/**
 * What a soak measures, by the minute: how long answers took by class, how long the service's loop
 * stood, its memory, its log and its disk, and the same of an idle neighbour.
 */

/** Kinds of calls whose times are counted apart, as a user would tell them apart. */
export const callClasses = [
  'read',
  'list',
  'search',
  'write',
  'dispatch',
  'paper',
  'callback',
] as const;
/** The class a call counts in; whoever asks says which. */
export type CallClass = (typeof callClasses)[number];

/** One minute; null where nothing was measured. Times are milliseconds, sizes MiB. */
export interface Minute {
  readonly minute: number;
  readonly calls: Readonly<Record<CallClass, CallFigures | null>>;
  /** Of each class the stretch that ended with this minute; null where none did. */
  readonly stretches: Readonly<Record<CallClass, Stretch | null>>;
  /** Calls of all classes that a fault of the control plane overlapped; they are not in the figures. */
  readonly disturbed: number;
  readonly loop_max_ms: number | null;
  /** When the longest stand was read, seconds from the start of the load; null where none was. */
  readonly loop_max_sec: number | null;
  readonly rss_mib: number | null;
  readonly wal_mib: number | null;
  readonly disk_mib: number | null;
  /**
   * Share of the time in which the service's loop had something to do and got no processor: what
   * others on this machine, the load included, cost it. Percent.
   */
  readonly starved_pct: number | null;
  readonly neighbour: { readonly p99_ms: number | null; readonly loop_max_ms: number | null };
  readonly faults: number;
}
interface CallFigures {
  readonly count: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
}

/** Fewer answers say nothing about one in a hundred. */
const answersOfStretch = 100;
/** So many minutes in a row as it takes to have enough answers to judge one in a hundred by. */
export interface Stretch {
  readonly minutes: number;
  readonly count: number;
  readonly p99_ms: number;
  /** The highest of its minutes; null where one is unknown. */
  readonly starved_pct: number | null;
  /** What the idle neighbour took in the slowest of its minutes; null where none was measured. */
  readonly neighbour_p99_ms: number | null;
}

interface Tally {
  readonly times: Record<CallClass, number[]>;
  readonly pings: number[];
  readonly highest: Map<HighMark, { readonly value: number; readonly atMs: number }>;
  ranMs: number;
  waitedMs: number;
  disturbed: number;
  faults: number;
}
/** Readings of which a minute keeps the highest. */
export type HighMark = 'loop_max_ms' | 'neighbour_loop_max_ms' | 'rss_mib' | 'wal_mib' | 'disk_mib';

const minuteMs = 60_000;

/** Takes readings and files them under the minute in which they come; `now` is in milliseconds. */
export class Meters {
  readonly #startedMs: number;
  readonly #now: () => number;
  readonly #tallies: Tally[] = [];
  /** Every fault, the first one first. */
  readonly faults: { readonly second: number; readonly name: string }[] = [];

  constructor(now: () => number) {
    this.#now = now;
    this.#startedMs = now();
  }

  #tally(): Tally {
    const at = Math.floor((this.#now() - this.#startedMs) / minuteMs);
    while (this.#tallies.length <= at) this.#tallies.push(emptyTally());
    return this.#tallies[at]!;
  }

  call(callClass: CallClass, ms: number, isCalm: boolean): void {
    const tally = this.#tally();
    if (isCalm) tally.times[callClass].push(ms);
    else tally.disturbed += 1;
  }
  ping(ms: number): void {
    this.#tally().pings.push(ms);
  }
  mark(name: HighMark, value: number): void {
    const { highest } = this.#tally();
    if (value < (highest.get(name)?.value ?? 0)) return;
    highest.set(name, { value, atMs: this.#now() - this.#startedMs });
  }
  /** Time of the service's loop: on a processor, and waiting for one. */
  processor({ ranMs, waitedMs }: { readonly ranMs: number; readonly waitedMs: number }): void {
    const tally = this.#tally();
    tally.ranMs += ranMs;
    tally.waitedMs += waitedMs;
  }
  /** A fault begins; the report has each with its second. */
  fault(name: string): void {
    this.#tally().faults += 1;
    this.faults.push({ second: Math.round((this.#now() - this.#startedMs) / 1000), name });
  }

  /** Every minute so far, the first one first. */
  minutes(): readonly Minute[] {
    const stretches = callClasses.map((name) => stretchesOf(this.#tallies, name));
    return this.#tallies.map((tally, index) => ({
      minute: index + 1,
      calls: Object.fromEntries(
        callClasses.map((name) => [name, figuresOf(tally.times[name])]),
      ) as Minute['calls'],
      stretches: Object.fromEntries(
        callClasses.map((name, at) => [name, stretches[at]![index] ?? null]),
      ) as Minute['stretches'],
      disturbed: tally.disturbed,
      loop_max_ms: markOf(tally, 'loop_max_ms'),
      loop_max_sec: secondOf(tally, 'loop_max_ms'),
      rss_mib: markOf(tally, 'rss_mib'),
      wal_mib: markOf(tally, 'wal_mib'),
      disk_mib: markOf(tally, 'disk_mib'),
      starved_pct: starvedPct(tally),
      neighbour: {
        p99_ms: figuresOf(tally.pings)?.p99_ms ?? null,
        loop_max_ms: markOf(tally, 'neighbour_loop_max_ms'),
      },
      faults: tally.faults,
    }));
  }
}

/** One place for each minute: the stretch that ended with it, or null. */
function stretchesOf(tallies: readonly Tally[], name: CallClass): (Stretch | null)[] {
  let open: Tally[] = [];
  return tallies.map((tally) => {
    open.push(tally);
    const times = open.flatMap((each) => each.times[name]);
    if (times.length < answersOfStretch) return null;
    const starved = open.map(starvedPct);
    const pings = open.flatMap((each) => figuresOf(each.pings)?.p99_ms ?? []);
    const stretch = {
      minutes: open.length,
      count: times.length,
      p99_ms: figuresOf(times)!.p99_ms,
      starved_pct: starved.some((pct) => pct === null) ? null : Math.max(...(starved as number[])),
      neighbour_p99_ms: pings.length === 0 ? null : Math.max(...pings),
    };
    open = [];
    return stretch;
  });
}

const starvedPct = ({ ranMs, waitedMs }: Tally): number | null =>
  ranMs === 0 ? null : round((100 * waitedMs) / (ranMs + waitedMs));

const emptyTally = (): Tally => ({
  times: Object.fromEntries(callClasses.map((name) => [name, []])) as unknown as Tally['times'],
  pings: [],
  highest: new Map(),
  ranMs: 0,
  waitedMs: 0,
  disturbed: 0,
  faults: 0,
});

const markOf = ({ highest }: Tally, name: HighMark): number | null => {
  const mark = highest.get(name);
  return mark === undefined ? null : round(mark.value);
};
const secondOf = ({ highest }: Tally, name: HighMark): number | null => {
  const mark = highest.get(name);
  return mark === undefined ? null : round(mark.atMs / 1000);
};

/** Null when there is nothing to order. */
export function figuresOf(times: readonly number[]): CallFigures | null {
  if (times.length === 0) return null;
  const sorted = times.toSorted((left, right) => left - right);
  const at = (part: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)]!);
  return { count: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) };
}

const round = (value: number): number => Math.round(value * 10) / 10;
