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
  type ApiTrouble,
  apiTroubles,
  carry,
  jobSpec,
  settingsOf,
  troubledCluster,
} from '../test/support/kubernetes-trouble.ts';
import { ClusterWalk, nth, questions, runs } from './models/cluster-walk.ts';
import { propertyOptions } from './options.ts';

const happening = (
  name: 'begin' | 'end' | 'fail' | 'preempt' | 'delete' | 'admit' | 'evict' | 'arrive',
) => fc.record({ do: fc.constant(name), nth });
const act = fc.oneof(
  ...questions(apiTroubles, { calm: 6, submit: 6, both: 2, observe: 6, cancel: 1, logs: 1 }),
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

class World extends ClusterWalk<ApiTrouble, ApiCall> {
  readonly kubernetes = new FakeKubernetes();
  protected readonly spec = jobSpec;
  readonly #settings;

  constructor(isQueued: boolean) {
    super();
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
      case 'arrive':
        this.arrive(step.nth);
        break;
      default:
        await this.ask(step);
        // The scheduler is as fast as it can be.
        if (step.do === 'cancel') for (const place of [0, 1, 2, 3]) kubernetes.begin(place);
    }
    this.check();
  }

  protected cluster(fates: readonly (ApiTrouble | undefined)[]): ClusterPort {
    return troubledCluster(this.kubernetes, (_, place) => fates[place], {
      settings: this.#settings,
      onTheWay: this.onTheWay,
    }).cluster;
  }

  protected async observe(cluster: ClusterPort, run: string): Promise<void> {
    const began = this.beganOf(run);
    const state = await cluster.observe({ runId: run });
    const isRunning = this.kubernetes
      .running()
      .some(({ metadata }) => metadata.labels['orrery/run'] === objectNameOf(run));
    if (state.kind === 'absent' || state.kind === 'pending') expect(began).toBe(0);
    if (state.kind === 'running') expect(isRunning).toBe(true);
    if (state.kind === 'ended') expect(isRunning).toBe(false);
    if (state.kind === 'ended' && state.reason === 'completed') expect(began).toBe(1);
  }

  protected carryOut(call: ApiCall): void {
    carry(this.kubernetes, call);
  }

  protected beganOf(run: string): number {
    return this.kubernetes.began.filter((each) => each.run === objectNameOf(run)).length;
  }

  protected override check(): void {
    super.check();
    // Nothing secret but in the record.
    expect(JSON.stringify([...this.kubernetes.objects.jobs.values()])).not.toContain('aHVzaA');
  }

  /** Everything arrives and is asked again without trouble: a run that is wanted has begun once. */
  async settle(): Promise<void> {
    this.arriveAll();
    for (const run of runs) {
      // What ends by itself meanwhile is looked at, too.
      for (let round = 0; round < 3; round += 1) {
        await this.act({ do: 'submit', runId: run, fate: [] });
        for (const place of [0, 1, 2]) await this.act({ do: 'admit', nth: place });
        await this.act({ do: 'control', isDouble: true });
        await this.act({ do: 'observe', runId: run, fate: [] });
        for (const _ of runs) await this.act({ do: 'begin', nth: 0 });
      }
      const state = await this.cluster([]).observe({ runId: run });
      expect(['running', 'ended']).toContain(state.kind);
      if (state.kind === 'running') expect(this.beganOf(run)).toBe(1);
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
