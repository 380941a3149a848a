/**
 * The walk that the properties of every cluster share: planes ask for runs, each request may meet trouble or arrive
 * long after it was given up, and at most one program of a run ever begins, none after the run was called off.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ClusterPort, JobSpec } from '../../src/clusters/port.ts';

export const runs = ['a', 'b'] as const;
/** Which of several something happens to. */
export const nth = fc.nat({ max: 7 });

type Verb = 'submit' | 'both' | 'observe' | 'cancel' | 'logs';
/** A plane asks; `fate` is what befalls the requests of the verb, one after the other. */
export interface Question<Trouble> {
  readonly do: Verb;
  readonly runId: (typeof runs)[number];
  readonly fate: readonly (Trouble | undefined)[];
}

/** Verbs with their weights; `calm` is how often nothing befalls a request, to once that something does. */
export function questions<Trouble extends string>(
  troubles: readonly Trouble[],
  { calm, ...weights }: Readonly<Partial<Record<Verb, number>>> & { readonly calm: number },
): fc.WeightedArbitrary<Question<Trouble>>[] {
  const trouble = fc.oneof(
    { weight: calm, arbitrary: fc.constant(undefined) },
    fc.constantFrom(...troubles),
  );
  return (Object.entries(weights) as [Verb, number][]).map(([verb, weight]) => ({
    weight,
    arbitrary: fc.record({
      do: fc.constant(verb),
      runId: fc.constantFrom(...runs),
      fate: fc.array(trouble, { maxLength: 12 }),
    }),
  }));
}

/** One world: a cluster of some kind, and what the planes have asked of it. */
export abstract class ClusterWalk<Trouble extends string, Call> {
  /** Requests that were given up and are still on their way. */
  protected readonly onTheWay: Call[] = [];
  /** Beginnings of runs when they had been called off. */
  readonly #whenCancelled = new Map<string, number>();

  /** A plane whose requests meet those troubles, one after the other. */
  protected abstract cluster(fate: readonly (Trouble | undefined)[]): ClusterPort;
  protected abstract readonly spec: JobSpec;
  /** Programs of the run that began. */
  protected abstract beganOf(run: string): number;
  /** Asks where the run is, and holds the answer against what happened. */
  protected abstract observe(cluster: ClusterPort, run: string): Promise<void>;
  protected abstract carryOut(call: Call): void;

  protected isCancelled(run: string): boolean {
    return this.#whenCancelled.has(run);
  }

  protected async ask({ do: verb, runId, fate }: Question<Trouble>): Promise<void> {
    const cluster = this.cluster(fate);
    if (verb === 'submit') await cluster.submit({ runId }, this.spec);
    else if (verb === 'both')
      await Promise.all([
        cluster.submit({ runId }, this.spec),
        this.cluster([]).submit({ runId }, this.spec),
      ]);
    else if (verb === 'observe') await this.observe(cluster, runId);
    else if (verb === 'logs') await cluster.logs({ runId }, { from: 0, bytesMax: 5 });
    else {
      const { ok } = await cluster.cancel({ runId });
      if (ok && !this.isCancelled(runId)) this.#whenCancelled.set(runId, this.beganOf(runId));
    }
  }

  /** One that was on its way arrives. */
  protected arrive(place: number): void {
    const [call] = this.onTheWay.splice(place % Math.max(1, this.onTheWay.length), 1);
    if (call !== undefined) this.carryOut(call);
  }

  protected arriveAll(): void {
    for (const call of this.onTheWay.splice(0)) this.carryOut(call);
  }

  protected check(): void {
    for (const run of runs)
      expect(this.beganOf(run)).toBeLessThanOrEqual(this.#whenCancelled.get(run) ?? 1);
  }
}
