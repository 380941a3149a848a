/** Work of the pump that never ends, in a simulation: what the service says meanwhile is held against it. */
import { expect, it } from 'vitest';
import type { EffectContext } from '../../../src/actors/runtime/effect-handler.ts';
import { HungPump } from '../../../src/simulation/hung-pump.ts';

const minuteMs = 60_000;

/** One whose next work hangs, with what was carried out. */
function world() {
  let nowMs = 0;
  let strikes = true;
  const done: string[] = [];
  const hungPump = new HungPump({
    faults: {
      strikes: () => {
        const now = strikes;
        strikes = false;
        return now;
      },
      draw: () => 0.5,
    },
    nowMs: () => nowMs,
  });
  const handler = (name: string) => ({
    run: async () => {
      done.push(name);
      return null;
    },
  });
  const names = ['pump.look', 'pump.step', 'alerts.check'];
  const effects = hungPump.over(Object.fromEntries(names.map((name) => [name, handler(name)])));
  const carryOut = (name: string) => {
    void effects[name]!.run({}, {} as EffectContext);
  };
  return { hungPump, done, carryOut, goTo: (ms: number) => (nowMs = ms) };
}

it('hangs until its process is ended by a person, who comes later', () => {
  const { hungPump, done, carryOut, goTo } = world();
  carryOut('alerts.check');
  expect(hungPump.sinceMs).toBeNull();
  goTo(minuteMs);
  carryOut('pump.look');
  expect(done).toEqual(['alerts.check']);
  expect(hungPump.sinceMs).toBe(minuteMs);
  goTo(60 * minuteMs);
  expect(hungPump.isToEnd).toBe(false);
  goTo(70 * minuteMs);
  expect(hungPump.isToEnd).toBe(true);
  hungPump.forget();
  expect(hungPump.isToEnd).toBe(false);
  carryOut('pump.step');
  expect(done).toEqual(['alerts.check', 'pump.step']);
});
