/** The monitor outside: late, then down, and what it says held against what is so. */
import { describe, expect, it } from 'vitest';
import { Outsider } from '../../../src/simulation/outsider.ts';
import { SimulatedTime } from '../../../src/simulation/time.ts';

const minuteMs = 60_000;

/** One with a period of five minutes, and so down after twenty. */
function world(lost: readonly string[] = []) {
  const time = new SimulatedTime(Date.UTC(2026, 0, 1));
  const broken: string[] = [];
  const outsider = new Outsider({
    time,
    faults: { strikes: (site) => lost.includes(site) },
    intervalMs: 5 * minuteMs,
    timeoutMs: 10_000,
    onBroken: (sentence) => broken.push(sentence),
  });
  const call = async () => {
    const called = outsider.way.call(new AbortController().signal).catch(String);
    await time.goOn(time.elapsedMs + 11_000);
    return called;
  };
  /** Lets so many minutes pass with a look in each. */
  const pass = async (minutes: number, works: boolean) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      await time.goOn(time.elapsedMs + minuteMs);
      outsider.look(works);
    }
  };
  return { outsider, broken, call, pass };
}

describe('the outsider', () => {
  it('may not be told that a service lives which cannot write', async () => {
    const { broken, call, pass } = world();
    for (let beats = 0; beats < 3; beats += 1) {
      await pass(4, false);
      expect(await call()).toEqual({ status: 200, text: 'OK' });
    }
    await pass(1, false);
    expect(broken[0]).toMatch(/says that the service is up, which has been dead/);
  });

  it('may not be left without a call by one that works', async () => {
    const { broken, call, pass } = world();
    await call();
    await pass(20, true);
    expect(broken).toEqual([]);
    await pass(2, true);
    expect(broken[0]).toMatch(/says that the service is down, which has worked for 2[01]/);
  });

  it('says late before down, and hears when the service is back', async () => {
    const { outsider, broken, call, pass } = world();
    await call();
    await pass(60, false);
    expect(outsider.became).toEqual({ late: 1, down: 1 });
    await pass(1, true);
    await call();
    await pass(4, true);
    expect(outsider.became).toEqual({ late: 1, down: 1 });
    expect(outsider.calls).toBe(2);
    expect(broken).toEqual([]);
  });

  it('blames nobody for calls that are lost on the way', async () => {
    const { outsider, broken, call, pass } = world(['beat_lost']);
    for (let beats = 0; beats < 8; beats += 1) {
      expect(await call()).toBe('Error: no answer in time');
      await pass(5, true);
    }
    expect(outsider.calls).toBe(0);
    expect(outsider.became).toEqual({ late: 1, down: 1 });
    expect(broken).toEqual([]);
  });

  it('has heard a call whose answer was lost', async () => {
    const { outsider, call } = world(['beat_answer_lost']);
    expect(await call()).toBe('Error: no answer in time');
    expect(outsider.calls).toBe(1);
  });
});
