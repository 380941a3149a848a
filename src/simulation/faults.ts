/** What goes wrong in a simulation: named sites, drawn from the seed, each counted where it is hit. */
import type { Entropy } from '../lib/ids.ts';

/** Every site; a campaign that never hit one of them has proved nothing about it. */
export const faultSites = [
  'crash_before_commit',
  'crash_after_commit',
  'crash_before_effect',
  'crash_after_effect',
  'restart',
  'left_dead',
  'disk_full',
  'pump_hangs',
  'worker_down',
  'worker_hangs',
  'worker_swapped',
  'worker_rebooted',
  'gate_crash_before_commit',
  'gate_crash_after_commit',
  'gate_crash_before_effect',
  'gate_crash_after_effect',
  'gate_restart',
  'request_lost',
  'answer_lost',
  'call_hangs',
  'callback_lost',
  'callback_doubled',
  'callback_answer_lost',
  'reading_missing',
  'sample_missing',
  'push_lost',
  'push_answer_lost',
  'push_refused',
  'beat_lost',
  'beat_hangs',
  'beat_answer_lost',
  'clock_step',
] as const;
/** Name of one site. */
export type FaultSite = (typeof faultSites)[number];

/** Draws whether a fault happens at a site, and keeps how often each did. */
export class Faults {
  readonly #random: () => number;
  readonly #share: number;
  readonly hits = new Map<FaultSite, number>(faultSites.map((site) => [site, 0]));

  /** `share` of 1: as often as each site says; 0: never. */
  constructor(entropy: Entropy, share: number) {
    this.#random = () => entropy.random();
    this.#share = share;
  }

  /** True in `chance` of all cases; then it is counted. */
  strikes(site: FaultSite, chance: number): boolean {
    if (!this.draws(chance)) return false;
    this.hit(site);
    return true;
  }

  /** The same for a fault that is counted where it happens, which may be later or never. */
  draws(chance: number): boolean {
    return this.#random() < chance * this.#share;
  }

  /** A fault that happens by plan. */
  hit(site: FaultSite): void {
    this.hits.set(site, (this.hits.get(site) ?? 0) + 1);
  }

  /** From 0 to 1, from the same seed. */
  draw(): number {
    return this.#random();
  }

  /** How often things go wrong; 1: as often as each site says. */
  get share(): number {
    return this.#share;
  }
}
