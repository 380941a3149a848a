/** Which figures break a goal, and which are the machine's. */
import { describe, expect, it } from 'vitest';
import { judgeFigures, judgeSizes } from '../../../src/soak/judge.ts';
import {
  type CallClass,
  callClasses,
  figuresOf,
  Meters,
  type Minute,
} from '../../../src/soak/meters.ts';

const forEach = <T>(figure: T): Record<CallClass, T> =>
  Object.fromEntries(callClasses.map((name) => [name, figure])) as Record<CallClass, T>;

function minuteWith(changes: Partial<Minute> & { readonly p99?: number } = {}): Minute {
  const { p99 = 20, ...more } = changes;
  const { starved_pct = 1, neighbour = { p99_ms: 2, loop_max_ms: 12 } } = more;
  const count = 500;
  const known = { starved_pct, neighbour_p99_ms: neighbour.p99_ms };
  return {
    minute: 1,
    calls: forEach({ count, p50_ms: 5, p99_ms: p99, max_ms: p99 }),
    stretches: forEach({ minutes: 1, count, p99_ms: p99, ...known }),
    disturbed: 0,
    loop_max_ms: 30,
    loop_max_sec: 31.5,
    rss_mib: 200,
    wal_mib: 20,
    disk_mib: 50,
    starved_pct,
    neighbour,
    faults: 0,
    ...more,
  };
}
const brokenBy = (...minutes: Minute[]): readonly string[] => judgeFigures(minutes).broken;

describe('figures of a minute', () => {
  it('in their goals break nothing', () => {
    const judged = { read: 1, list: 1, search: 1, write: 1, loop: 1, memory: 1 };
    expect(judgeFigures([minuteWith()])).toEqual({ broken: [], judged });
  });
  it('beyond them say which, by how much, and what an idle process saw', () => {
    const [first, ...others] = brokenBy(minuteWith({ p99: 101 }));
    expect(first).toBe('minute 1: p99 of read was 101 ms, the goal is 100 (idle neighbour: 2 ms)');
    expect(others).toHaveLength(3);
    expect(brokenBy(minuteWith({ loop_max_ms: 101 }))).toEqual([
      'minute 1: the loop stood 101 ms (second 31.5), the goal is 100 (idle neighbour: 12 ms)',
    ]);
  });
  it('beyond them are not judged where the loop got no processor, and that is counted', () => {
    const starved = minuteWith({ p99: 900, loop_max_ms: 900, starved_pct: 60 });
    const others = Array.from({ length: 9 }, () => minuteWith());
    const { broken, judged } = judgeFigures([starved, ...others]);
    expect(broken).toEqual([]);
    expect(judged).toMatchObject({ read: 9, write: 9, loop: 9, memory: 10 });
  });
  it('in their goals hold on a busy machine, too', () => {
    const { broken, judged } = judgeFigures([minuteWith({ starved_pct: 60 })]);
    expect(broken).toEqual([]);
    expect(judged).toMatchObject({ read: 1, write: 1, loop: 1 });
  });
  it('hold no goal where too few of them could be judged', () => {
    const unfair = { p99: 900, starved_pct: null };
    const { broken, judged } = judgeFigures([minuteWith(unfair), minuteWith()]);
    expect(judged).toMatchObject({ read: 1, loop: 2, memory: 2 });
    expect(broken).toHaveLength(4);
    expect(broken[0]).toMatch(/^read could be judged in 1 of 2 minutes/);
  });
  it('are read against the idle process where that was slow, too', () => {
    const neighbour = { p99_ms: 60, loop_max_ms: 60 };
    expect(brokenBy(minuteWith({ p99: 290, loop_max_ms: 290, neighbour }))).toEqual([]);
    expect(brokenBy(minuteWith({ p99: 310, loop_max_ms: 310, neighbour }))).toHaveLength(5);
  });
  it('of few answers are judged over the minutes that it took to have enough of them', () => {
    const { stretches } = minuteWith();
    const none = { ...stretches, list: null };
    const known = { starved_pct: 1, neighbour_p99_ms: 2 };
    const three = { ...stretches, list: { minutes: 3, count: 120, p99_ms: 140, ...known } };
    const minutes = [none, none, three].map((each, index) =>
      minuteWith({ minute: index + 1, stretches: each }),
    );
    const { broken, judged } = judgeFigures(minutes);
    expect(judged).toMatchObject({ list: 3, read: 3 });
    expect(broken).toEqual([
      'minutes 1 to 3: p99 of list was 140 ms, the goal is 100 (idle neighbour: 2 ms)',
    ]);
  });
  it('of too few answers in all are not known', () => {
    const { stretches } = minuteWith();
    const { broken, judged } = judgeFigures([
      minuteWith({ stretches: { ...stretches, list: null } }),
    ]);
    expect(broken).toEqual([expect.stringMatching(/^list could be judged in 0 of 1 minutes/)]);
    expect(judged).toMatchObject({ list: 0, read: 1 });
  });
});

describe('figures that grow', () => {
  const over = (values: readonly number[], make: (value: number) => Partial<Minute>): Minute[] =>
    values.map((value, index) => minuteWith({ minute: index + 1, ...make(value) }));

  it('are said of memory after the first minute', () => {
    const level = over([90, 200, 200, 205, 210, 208, 210], (rss_mib) => ({ rss_mib }));
    expect(brokenBy(...level)).toEqual([]);
    const rising = over([90, 200, 220, 240, 260, 280, 300], (rss_mib) => ({ rss_mib }));
    expect(brokenBy(...rising)).toEqual(['memory grew from 220 to 300 MiB over the soak']);
  });
  it('are said of memory on a busy machine, too', () => {
    const rising = over([90, 200, 220, 240, 260, 280, 300], (rss_mib) => ({
      rss_mib,
      starved_pct: 90,
    }));
    expect(brokenBy(...rising)).toContainEqual(expect.stringContaining('memory grew'));
    expect(judgeSizes(rising)).toEqual(['memory grew from 220 to 300 MiB over the soak']);
  });
  it('are not said of a few minutes', () => {
    expect(brokenBy(...over([90, 200, 400], (rss_mib) => ({ rss_mib })))).toEqual([]);
  });
});

describe('the meters', () => {
  it('keep each minute apart, and what a fault overlapped out of the times', () => {
    let nowMs = 0;
    const meters = new Meters(() => nowMs);
    meters.call('read', 10, true);
    meters.call('read', 4000, false);
    meters.mark('rss_mib', 200);
    meters.mark('rss_mib', 150);
    nowMs = 60_000;
    meters.call('read', 20, true);
    meters.processor({ ranMs: 75, waitedMs: 25 });
    const [first, second] = meters.minutes();
    expect(first).toMatchObject({ minute: 1, disturbed: 1, rss_mib: 200, starved_pct: null });
    expect(first?.calls.read).toEqual({ count: 1, p50_ms: 10, p99_ms: 10, max_ms: 10 });
    expect(first?.calls.list).toBeNull();
    expect(second).toMatchObject({ minute: 2, disturbed: 0, rss_mib: null, starved_pct: 25 });
  });
  it('end a stretch with the minute in which its class has a hundred answers', () => {
    let nowMs = 0;
    const meters = new Meters(() => nowMs);
    for (const [minute, answers] of [40, 70, 100, 99].entries()) {
      nowMs = minute * 60_000;
      meters.processor({ ranMs: 100 - 10 * minute, waitedMs: 10 * minute });
      meters.ping(1 + minute);
      for (let each = 1; each <= answers; each += 1) meters.call('write', each, true);
    }
    const known = (minute: number) => ({ starved_pct: 10 * minute, neighbour_p99_ms: 1 + minute });
    expect(meters.minutes().map(({ stretches }) => stretches.write)).toEqual([
      null,
      { minutes: 2, count: 110, p99_ms: 69, ...known(1) },
      { minutes: 1, count: 100, p99_ms: 99, ...known(2) },
      null,
    ]);
  });
  it('order times whatever their order', () => {
    const times = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(figuresOf(times)).toEqual({ count: 200, p50_ms: 100, p99_ms: 198, max_ms: 200 });
    expect(figuresOf([])).toBeNull();
  });
});
