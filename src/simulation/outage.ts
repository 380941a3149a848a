/** What the control plane can be without for a while: a disk that takes writes, or somebody who starts it again. */

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** One such thing; times are those of the clock that never goes back, ms. */
export class Outage {
  readonly #nowMs: () => number;
  readonly #spans: Span[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** True while it is missing. */
  get isOn(): boolean {
    const last = this.#spans.at(-1);
    return last !== undefined && this.#nowMs() < last.untilMs;
  }

  /** It is missing from now on for so long, however long it was to be missing before. */
  begin(forMs: number): void {
    const fromMs = this.#nowMs();
    const last = this.#spans.at(-1);
    if (last !== undefined && last.untilMs > fromMs)
      this.#spans[this.#spans.length - 1] = { ...last, untilMs: fromMs };
    this.#spans.push({ fromMs, untilMs: fromMs + forMs });
  }

  /** When it was missing between two moments; the oldest first. */
  spans(fromMs: number, untilMs: number): readonly Span[] {
    return this.#spans.flatMap((span) => {
      const within = {
        fromMs: Math.max(fromMs, span.fromMs),
        untilMs: Math.min(untilMs, span.untilMs),
      };
      return within.fromMs < within.untilMs ? [within] : [];
    });
  }
}

/** For how long between two moments any of them was on, ms. */
export function outageMs(outages: readonly Outage[], fromMs: number, untilMs: number): number {
  const spans = outages
    .flatMap((outage) => outage.spans(fromMs, untilMs))
    .sort((one, other) => one.fromMs - other.fromMs);
  let sum = 0;
  let counted = fromMs;
  for (const span of spans) {
    sum += Math.max(0, span.untilMs - Math.max(span.fromMs, counted));
    counted = Math.max(counted, span.untilMs);
  }
  return sum;
}
