/** The monitor outside: late, then down, and what it says held against what is so. */
import { describe, expect, it } from 'vitest';
import { Outsider } from '../../../src/simulation/outsider.ts';
import { SimulatedTime } from '../../../src/simulation/time.ts';

const minuteMs = 60_000;

/** One with a period of five minutes, and so down after twenty. */
function world(lost: readonly string[] = []) {
  const time = new SimulatedTime(Date.UTC(2026, 0, 1));
  const broken: string[] = [];
  let works = true;
  const outsider = new Outsider({
    time,
    faults: { strikes: (site) => lost.includes(site) },
    intervalMs: 5 * minuteMs,
    timeoutMs: 10_000,
    works: () => works,
    onBroken: (sentence) => broken.push(sentence),
  });
  const call = async () => {
    const called = outsider.way.call(new AbortController().signal).catch(String);
    await time.goOn(time.elapsedMs + 11_000);
    return called;
  };
  /** Lets so many minutes pass with a look in each. */
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      await time.goOn(time.elapsedMs + minuteMs);
      outsider.look();
    }
  };
  /** It can do its work from now on, or cannot. */
  const become = (able: boolean): void => {
    works = able;
    outsider.look();
  };
  return { outsider, broken, call, pass, become };
}

describe('the outsider', () => {
  it('may not be called by a service that cannot write', async () => {
    const { broken, call, pass, become } = world();
    await call();
    become(false);
    // What was looked at may have changed in the moment of the call.
    await call();
    expect(broken).toEqual([]);
    await pass(1);
    await call();
    expect(broken[0]).toMatch(/was called by a service that .* could not write for 1.2 min/);
  });

  it('may not say that it lives which cannot', async () => {
    const { outsider, broken, call, pass, become } = world();
    become(false);
    await call();
    await pass(4);
    // Nobody may call it; it is told here in spite of that.
    await call();
    await pass(1);
    expect(outsider.became.late).toBe(0);
    expect(broken.some((sentence) => /says that the service is up, which/.test(sentence))).toBe(
      true,
    );
  });

  it('may not be left without a call by one that works', async () => {
    const { broken, call, pass } = world();
    await call();
    await pass(19);
    expect(broken).toEqual([]);
    await pass(1);
    expect(broken[0]).toMatch(/says that the service is down, which has worked for 20/);
  });

  it('says late before down, and hears when the service is back', async () => {
    const { outsider, broken, call, pass, become } = world();
    await call();
    become(false);
    await pass(60);
    expect(outsider.became).toEqual({ late: 1, down: 1 });
    become(true);
    await call();
    await pass(4);
    expect(outsider.became).toEqual({ late: 1, down: 1 });
    expect(outsider.calls).toBe(2);
    expect(broken).toEqual([]);
  });

  it('holds nothing against a process that lives for a moment between two that are dead', async () => {
    const { outsider, broken, call, pass, become } = world();
    become(false);
    await pass(30);
    become(true);
    await call();
    become(false);
    await pass(6);
    expect(broken).toEqual([]);
    expect(outsider.became).toEqual({ late: 2, down: 1 });
  });

  it('blames nobody for calls that are lost on the way, or hang', async () => {
    for (const [site, words] of [
      ['beat_lost', 'Error: the connection was reset'],
      ['beat_hangs', 'Error: no answer in time'],
    ] as const) {
      const { outsider, broken, call, pass } = world([site]);
      for (let beats = 0; beats < 8; beats += 1) {
        expect(await call()).toBe(words);
        await pass(5);
      }
      expect(outsider.calls).toBe(0);
      expect(outsider.became).toEqual({ late: 1, down: 1 });
      expect(broken).toEqual([]);
    }
  });

  it('has heard a call whose answer was lost', async () => {
    const { outsider, call } = world(['beat_answer_lost']);
    expect(await call()).toBe('Error: no answer in time');
    expect(outsider.calls).toBe(1);
  });
});
