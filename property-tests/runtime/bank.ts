/**
 * The bank that purses ask: slow, now and then closed, and for some watches so patient that only being
 * told to stop ends them. It writes down what it was asked under which effect id.
 */
import type { EffectContext, EffectHandlers } from '../../src/actors/runtime/effect-handler.ts';
import { canonicalJson, type JsonObject } from '../../src/lib/canonical-json.ts';
import type { Steps } from './steps.ts';

export class Bank {
  readonly #steps: Steps;
  /** Inputs of every effect it saw, by effect id. */
  readonly checks = new Map<string, Set<string>>();
  readonly watches = new Map<string, Set<string>>();
  /** Patient watches under way. */
  readonly #patient = new Set<() => void>();
  #isPatient = true;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** Ends what waits to be told to stop, and waits for that no more. */
  hurry(): void {
    this.#isPatient = false;
    for (const end of this.#patient) end();
  }

  handlers(): EffectHandlers {
    const backOff = { baseMs: 20, maxMs: 200, factor: 2 };
    return {
      'bank.check': { backOff, run: (input, context) => this.#check(input, context) },
      'bank.watch': { backOff, run: (input, context) => this.#watch(input, context) },
    };
  }

  #check(input: JsonObject, context: EffectContext): Promise<never> {
    note(this.checks, input, context);
    const mood = this.#steps.random();
    // Not every handler is an async function.
    if (context.attempt <= 2 && mood < 0.15) throw new Error('the bank has no door');
    return this.#work(context.attempt <= 2 && mood < 0.3, { type: 'CHECKED', ok: true } as never);
  }

  async #watch(input: JsonObject, context: EffectContext): Promise<never> {
    note(this.watches, input, context);
    const isPatient = this.#steps.random() < 0.4;
    if (isPatient && this.#isPatient) {
      await new Promise<void>((resolve) => {
        this.#patient.add(resolve);
        context.signal.addEventListener('abort', () => resolve());
        if (context.signal.aborted) resolve();
      });
    }
    return this.#work(false, { watch: input['watch'] } as never);
  }

  async #work(isClosed: boolean, result: never): Promise<never> {
    await this.#steps.wait();
    if (isClosed) throw new Error('the bank is closed');
    return result;
  }
}

function note(
  seen: Map<string, Set<string>>,
  input: JsonObject,
  { effectId }: EffectContext,
): void {
  const inputs = seen.get(effectId) ?? new Set<string>();
  inputs.add(canonicalJson(input));
  seen.set(effectId, inputs);
}
