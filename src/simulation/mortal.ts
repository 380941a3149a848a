/**
 * What belongs to a process that may die: from then on it does nothing and answers nothing. In a simulation the code
 * of a dead process is still there, and without this it would go on calling workers from its grave.
 */
import type { EffectHandlers } from '../actors/runtime/effect-handler.ts';
import type { Clock } from '../lib/clock.ts';

const silence = new Promise<never>(() => {});

/** The same functions; each is silent when its process is dead before the call, or by its end. */
export function mortal<Calls extends object>(isDead: () => boolean, calls: Calls): Calls {
  const entries = Object.entries(calls).map(([name, member]) => [
    name,
    typeof member === 'function' ? mortalCall(isDead, member.bind(calls)) : member,
  ]);
  return Object.fromEntries(entries) as Calls;
}

/** The same clock; what was to be called is not called for a dead process, and nothing of it is kept. */
export function mortalClock(isDead: () => boolean, clock: Clock): Clock & { forget(): void } {
  const set = new Set<{ cancel(): void }>();
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    setTimer(delayMs, callback) {
      if (isDead()) return { cancel: () => {} };
      const timer = clock.setTimer(delayMs, () => {
        set.delete(timer);
        callback();
      });
      set.add(timer);
      return {
        cancel: () => {
          set.delete(timer);
          timer.cancel();
        },
      };
    },
    forget() {
      for (const timer of set) timer.cancel();
      set.clear();
    },
  };
}

/** The same effects, none of which a dead process begins or ends. */
export function mortalEffects(isDead: () => boolean, effects: EffectHandlers): EffectHandlers {
  return Object.fromEntries(
    Object.entries(effects).map(([name, handler]) => [
      name,
      { ...handler, run: mortalCall(isDead, handler.run.bind(handler)) },
    ]),
  );
}

function mortalCall<Args extends unknown[], Result>(
  isDead: () => boolean,
  call: (...args: Args) => Promise<Result>,
) {
  return async (...args: Args): Promise<Result> => {
    if (isDead()) return silence;
    const result = await call(...args);
    return isDead() ? silence : result;
  };
}
