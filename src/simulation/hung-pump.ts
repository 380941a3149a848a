/**
 * Work of the pump that never ends: whatever it waits for does not come, and nobody gives it up. Its process goes on
 * with all the rest and has to say so itself, until a person who heard of it ends that process.
 */
import type { EffectHandlers } from '../actors/runtime/effect-handler.ts';
import { limits } from '../domain/limits.ts';
import type { Faults } from './faults.ts';
import { Outage } from './outage.ts';

interface HungPumpOptions {
  readonly faults: Pick<Faults, 'strikes' | 'draw'>;
  /** By the clock that never goes back, ms. */
  readonly nowMs: () => number;
}

const minuteMs = 60_000;
/** Of all that the pump begins; it begins some five hundred things a day. */
const chance = 1 / 4000;
/** A person comes after so long, and after as long again at most. */
const comesAfterMs = 45 * minuteMs;
const workOfThePump = ['pump.look', 'pump.step'] as const;
const never = new Promise<never>(() => {});

/** At most one thing hangs: what the pump does next would wait for it. */
export class HungPump {
  readonly #options: HungPumpOptions;
  /** While nobody can know yet that what goes on will not end. */
  readonly unknown: Outage;
  #sinceMs: number | null = null;
  #killedMs = Number.POSITIVE_INFINITY;

  constructor(options: HungPumpOptions) {
    this.#options = options;
    this.unknown = new Outage(options.nowMs);
  }

  /** When what hangs began; null: nothing hangs. */
  get sinceMs(): number | null {
    return this.#sinceMs;
  }

  /** True once somebody has come to end the process. */
  get isToEnd(): boolean {
    return this.#sinceMs !== null && this.#options.nowMs() >= this.#killedMs;
  }

  /** The same effects; those of the pump may hang. */
  over(effects: EffectHandlers): EffectHandlers {
    const own = workOfThePump.map((name) => {
      const handler = effects[name]!;
      const run: typeof handler.run = (input, context) =>
        this.#hangs() ? never : handler.run(input, context);
      return [name, { ...handler, run }] as const;
    });
    return { ...effects, ...Object.fromEntries(own) };
  }

  /** The process has ended, and what hung with it. */
  forget(): void {
    this.#sinceMs = null;
    this.#killedMs = Number.POSITIVE_INFINITY;
  }

  #hangs(): boolean {
    const { faults, nowMs } = this.#options;
    if (!faults.strikes('pump_hangs', chance)) return false;
    this.#sinceMs = nowMs();
    this.unknown.begin(limits.outboxStuckMs);
    this.#killedMs = this.#sinceMs + comesAfterMs * (1 + faults.draw());
    return true;
  }
}
