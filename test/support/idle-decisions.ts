/**
 * Writes down what the idle gate decides on samples, step by step, in one line: a digest of all that
 * a reader of the gate is told, and the changes of state in clear.
 */
import { canonicalJson, type Json } from '../../src/lib/canonical-json.ts';
import { sha256Hex } from '../../src/lib/hash.ts';
import type { IdleSample } from '../../src/machines/idle-gate/events.ts';
import type { IdleGate } from '../../src/machines/idle-gate/gate.ts';

/** Gives samples to a gate as a live watch would, and keeps what it said. */
export class DecisionLog {
  readonly #told: string[] = [];
  readonly #changes: string[] = [];
  #latest = 'warming';

  /** Feeds one sample, as the fresh one when the gate asks for it; true at a verdict. */
  feed(gate: IdleGate, sample: IdleSample): boolean {
    if (gate.current().needs_confirmation) gate.confirm(sample);
    else gate.next(sample);
    return this.note(gate);
  }

  /** Keeps where the gate stands; true at a verdict. */
  note(gate: IdleGate): boolean {
    const step = gate.current();
    const told = { step, signals: gate.signals(), evidence: gate.evidence(), seen: gate.window() };
    // Through JSON, as what is told is: it knows neither undefined nor infinite numbers.
    this.#told.push(canonicalJson(JSON.parse(JSON.stringify(told)) as Json));
    if (gate.state !== this.#latest) this.#changes.push(`${this.#told.length}:${gate.state}`);
    this.#latest = gate.state;
    return step.receipt !== undefined;
  }

  /** Number of steps, digest, and after which step (from 1) which state was another one. */
  toLine(name: string): string {
    const digest = sha256Hex(this.#told.join('\n')).slice(0, 24);
    return `${name} | ${this.#told.length} | ${digest} | ${this.#changes.join(' ')}`;
  }
}
