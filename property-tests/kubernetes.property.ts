/**
 * Two planes submit, observe and cancel runs on a Kubernetes in memory, each request to which may be lost before or
 * after it was done, answered with nonsense or an error, or arrive long after it was given up; in between Jobs get
 * one Pod or two, a queue lets them go and takes them back, Pods begin, end, are preempted and deleted. At most one
 * program ever runs for a run, none begins after its run was called off, and no state contradicts what happened.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { objectNameOf } from '../src/clusters/kubernetes/names.ts';
import type { ApiCall } from '../src/clusters/kubernetes/transport.ts';
import type { ClusterPort } from '../src/clusters/port.ts';
import { FakeKubernetes } from '../test/support/fake-kubernetes.ts';
import {
  apiTroubles,
  carry,
  jobSpec,
  settingsOf,
  troubledCluster,
} from '../test/support/kubernetes-trouble.ts';
import { propertyOptions } from './seed.ts';

const runs = ['a', 'b'] as const;
const nth = fc.nat({ max: 7 });
const runId = fc.constantFrom(...runs);
/** What befalls the requests of a verb, one after the other. */
const fate = fc.array(
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, fc.constantFrom(...apiTroubles)),
  { maxLength: 12 },
);
const verb = (name: 'submit' | 'both' | 'observe' | 'cancel' | 'logs') =>
  fc.record({ do: fc.constant(name), runId, fate });
const happening = (
  name: 'begin' | 'end' | 'fail' | 'preempt' | 'delete' | 'admit' | 'evict' | 'arrive',
) => fc.record({ do: fc.constant(name), nth });
const act = fc.oneof(
  { weight: 6, arbitrary: verb('submit') },
  { weight: 2, arbitrary: verb('both') },
  { weight: 6, arbitrary: verb('observe') },
  { weight: 1, arbitrary: verb('cancel') },
  { weight: 1, arbitrary: verb('logs') },
  { weight: 5, arbitrary: happening('admit') },
  { weight: 1, arbitrary: happening('evict') },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('control' as const), isDouble: fc.boolean() }),
  },
  { weight: 5, arbitrary: happening('begin') },
  { weight: 1, arbitrary: happening('end') },
  { weight: 1, arbitrary: happening('fail') },
  { weight: 1, arbitrary: happening('preempt') },
  { weight: 3, arbitrary: happening('delete') },
  { weight: 2, arbitrary: happening('arrive') },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('collect' as const, 'expire' as const) }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** The first run, let go without trouble. */
const beginning: readonly Act[] = [
  { do: 'submit', runId: 'a', fate: [] },
  { do: 'admit', nth: 0 },
  { do: 'control', isDouble: false },
  { do: 'observe', runId: 'a', fate: [] },
];

class World {
  readonly kubernetes = new FakeKubernetes();
  readonly #settings;
  /** Requests that were given up and are still on their way. */
  readonly #onTheWay: ApiCall[] = [];
  /** Beginnings of runs when they had been called off. */
  readonly #whenCancelled = new Map<string, number>();

  constructor(isQueued: boolean) {
    this.#settings = settingsOf(isQueued ? { queue: 'gpu' } : {});
  }

  async act(step: Act): Promise<void> {
    const { kubernetes } = this;
    switch (step.do) {
      case 'begin':
        kubernetes.begin(step.nth);
        break;
      case 'end':
        kubernetes.end(step.nth, { exitCode: 0 });
        break;
      case 'fail':
        kubernetes.end(step.nth, { exitCode: 137, reason: 'OOMKilled' });
        break;
      case 'preempt':
        kubernetes.preempt(step.nth);
        break;
      case 'delete':
        kubernetes.deleteJob(step.nth);
        break;
      case 'admit':
      case 'evict':
        kubernetes.admit(step.nth, step.do === 'admit');
        break;
      case 'control':
        kubernetes.control(step.isDouble);
        break;
      case 'collect':
        kubernetes.collect();
        break;
      case 'expire':
        kubernetes.expire();
        break;
      case 'arrive': {
        const [call] = this.#onTheWay.splice(step.nth % Math.max(1, this.#onTheWay.length), 1);
        if (call !== undefined) carry(kubernetes, call);
        break;
      }
      default:
        await this.#ask(step);
    }
    this.#check();
  }

  async #ask({
    do: name,
    runId: run,
    fate: fates,
  }: Extract<Act, { fate: unknown }>): Promise<void> {
    const cluster = this.#cluster(fates);
    if (name === 'submit') await cluster.submit({ runId: run }, jobSpec);
    else if (name === 'both')
      await Promise.all([
        cluster.submit({ runId: run }, jobSpec),
        this.#cluster([]).submit({ runId: run }, jobSpec),
      ]);
    else if (name === 'observe') await this.#observe(cluster, run);
    else if (name === 'logs') await cluster.logs({ runId: run }, { from: 0, bytesMax: 5 });
    else {
      const { ok } = await cluster.cancel({ runId: run });
      if (ok && !this.#whenCancelled.has(run)) this.#whenCancelled.set(run, this.#beganOf(run));
      // The scheduler is as fast as it can be.
      for (let place = 0; place < 4; place += 1) this.kubernetes.begin(place);
    }
  }

  #cluster(fates: readonly ((typeof apiTroubles)[number] | undefined)[]): ClusterPort {
    return troubledCluster(this.kubernetes, (_, place) => fates[place], {
      settings: this.#settings,
      onTheWay: this.#onTheWay,
    }).cluster;
  }

  async #observe(cluster: ClusterPort, run: string): Promise<void> {
    const began = this.#beganOf(run);
    const state = await cluster.observe({ runId: run });
    const isRunning = this.kubernetes
      .running()
      .some(({ metadata }) => metadata.labels['orrery/run'] === objectNameOf(run));
    if (state.kind === 'absent' || state.kind === 'pending') expect(began).toBe(0);
    if (state.kind === 'running') expect(isRunning).toBe(true);
    if (state.kind === 'ended') expect(isRunning).toBe(false);
    if (state.kind === 'ended' && state.reason === 'completed') expect(began).toBe(1);
  }

  #beganOf(run: string): number {
    return this.kubernetes.began.filter((each) => each.run === objectNameOf(run)).length;
  }

  #check(): void {
    for (const run of runs)
      expect(this.#beganOf(run)).toBeLessThanOrEqual(this.#whenCancelled.get(run) ?? 1);
    // Nothing secret but in the record.
    expect(JSON.stringify([...this.kubernetes.objects.jobs.values()])).not.toContain('aHVzaA');
  }

  /** Everything arrives and is asked again without trouble: a run that is wanted has begun once. */
  async settle(): Promise<void> {
    for (const call of this.#onTheWay.splice(0)) carry(this.kubernetes, call);
    for (const run of runs) {
      // What ends by itself meanwhile is looked at, too.
      for (let round = 0; round < 3; round += 1) {
        await this.act({ do: 'submit', runId: run, fate: [] });
        for (const place of [0, 1, 2]) await this.act({ do: 'admit', nth: place });
        await this.act({ do: 'control', isDouble: true });
        await this.act({ do: 'observe', runId: run, fate: [] });
        for (const _ of runs) await this.act({ do: 'begin', nth: 0 });
      }
      const state = await this.#cluster([]).observe({ runId: run });
      expect(['running', 'ended']).toContain(state.kind);
      if (state.kind === 'running') expect(this.#beganOf(run)).toBe(1);
      const record = this.kubernetes.objects.secrets.get(objectNameOf(run));
      if (state.kind === 'ended') expect(record.data).toBeUndefined();
    }
  }
}

it.each([true, false])(
  'lets one Pod of a run begin at most; there is a queue: %s',
  async (isQueued) => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(act, { minLength: 5, maxLength: 40 }),
        async (hasBegun, acts) => {
          const world = new World(isQueued);
          for (const step of [...(hasBegun ? beginning : []), ...acts]) await world.act(step);
          await world.settle();
        },
      ),
      propertyOptions(120),
    );
  },
);
