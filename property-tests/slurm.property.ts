/**
 * Two planes submit, observe and cancel runs on a Slurm in memory, each command of which may be lost before or after
 * it ran, answer nonsense, or arrive long after it was given up; jobs begin, end and are forgotten in between. At
 * most one job ever has a run, none that was cancelled before it began, and no state contradicts what happened.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ClusterCommand } from '../src/clusters/command-runner.ts';
import { jobNameOf } from '../src/clusters/job-name.ts';
import type { ClusterPort, JobSpec } from '../src/clusters/port.ts';
import { createSlurmCluster } from '../src/clusters/slurm/cluster.ts';
import { Secret } from '../src/config/secret.ts';
import { programOf, troubledRunner, troubles } from '../test/support/cluster-trouble.ts';
import { FakeSlurm, noResources } from '../test/support/fake-slurm.ts';
import { propertyOptions } from './seed.ts';

const runs = ['a', 'b'] as const;
const nth = fc.nat({ max: 7 });
const runId = fc.constantFrom(...runs);
/** What befalls the commands of a verb, one after the other. */
const fate = fc.array(
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constantFrom(...troubles, 'late')),
  { maxLength: 10 },
);
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('submit' as const), runId, fate }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('both' as const), runId, fate }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('observe' as const), runId, fate }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), runId, fate }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('begin' as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      nth,
      how: fc.constantFrom('exit' as const, 'node' as const),
    }),
  },
  fc.record({ do: fc.constant('forget' as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('arrive' as const), nth }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

const spec: JobSpec = {
  argv: ['orrery', 'worker'],
  files: [{ name: 'token', content: new Secret('hush') }],
  workloadClass: 'training',
};

/** How a run ended whose job is in that state. */
const endings: Readonly<Record<string, string>> = {
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
  NODE_FAIL: 'node failure',
};

class World {
  readonly slurm: FakeSlurm;
  readonly #keepsAccounts: boolean;
  /** Commands that were given up and are still on their way. */
  readonly #onTheWay: ClusterCommand[] = [];
  readonly #cancelledUnbegun = new Set<string>();

  constructor(keepsAccounts: boolean) {
    this.slurm = new FakeSlurm(keepsAccounts);
    this.#keepsAccounts = keepsAccounts;
  }

  async act(step: Act): Promise<void> {
    if (step.do === 'begin') this.slurm.begin(step.nth);
    else if (step.do === 'end') this.slurm.end(step.nth, step.how);
    else if (step.do === 'forget') this.slurm.forget();
    else if (step.do === 'arrive') {
      const [command] = this.#onTheWay.splice(step.nth % Math.max(1, this.#onTheWay.length), 1);
      if (command !== undefined) this.slurm.carryOut(command);
    } else await this.#ask(step);
    this.#check();
  }

  async #ask({
    do: verb,
    runId: run,
    fate: fates,
  }: Extract<Act, { fate: unknown }>): Promise<void> {
    const cluster = this.#cluster(fates);
    if (verb === 'submit') await cluster.submit({ runId: run }, spec);
    else if (verb === 'both')
      await Promise.all([
        cluster.submit({ runId: run }, spec),
        this.#cluster([]).submit({ runId: run }, spec),
      ]);
    else if (verb === 'observe') await this.#observe(cluster, run);
    else {
      const hadBegun = this.#beganOf(run) > 0;
      const { ok } = await cluster.cancel({ runId: run });
      if (ok && !hadBegun) this.#cancelledUnbegun.add(run);
    }
  }

  #cluster(fates: readonly (string | undefined)[]): ClusterPort {
    const late = {
      ...this.slurm.runner,
      run: (command: ClusterCommand) => {
        if (fates[at++] !== 'late') return this.slurm.runner.run(command);
        // Only what was given up while it went there may come later; the rest is answers.
        if (['sbatch', 'scancel'].includes(programOf(command))) this.#onTheWay.push(command);
        return Promise.resolve({ kind: 'unclear' as const, why: 'late' });
      },
    };
    let at = 0;
    const runner = troubledRunner(late, (_, place) =>
      troubles.find((trouble) => trouble === fates[place]),
    );
    return createSlurmCluster(runner, { folder: '/shared', resourcesOf: () => noResources });
  }

  async #observe(cluster: ClusterPort, run: string): Promise<void> {
    const state = await cluster.observe({ runId: run });
    const began = this.slurm.began.find(({ folder }) => folder === `/shared/${jobNameOf(run)}`);
    const job = this.slurm.jobs.find(({ id }) => id === began?.id);
    if (state.kind === 'absent' || state.kind === 'pending') expect(began).toBeUndefined();
    if (state.kind === 'running')
      expect([state.job.jobId, job?.state]).toEqual([String(began?.id), 'RUNNING']);
    if (state.kind === 'ended') expect(job?.state).not.toBe('RUNNING');
    if (state.kind !== 'ended' || job === undefined) return;
    const reasons = this.#keepsAccounts ? [] : ['cancelled', 'lost', 'completed', 'failed'];
    expect([endings[job.state], ...reasons]).toContain(state.reason);
  }

  #beganOf(run: string): number {
    return this.slurm.began.filter(({ folder }) => folder === `/shared/${jobNameOf(run)}`).length;
  }

  #check(): void {
    for (const run of runs)
      expect(this.#beganOf(run)).toBeLessThanOrEqual(this.#cancelledUnbegun.has(run) ? 0 : 1);
  }

  /** Everything arrives and is asked again without trouble: a run that is wanted has its one job. */
  async settle(): Promise<void> {
    for (const command of this.#onTheWay.splice(0)) this.slurm.carryOut(command);
    for (const run of runs) {
      await this.act({ do: 'submit', runId: run, fate: [] });
      for (const _ of this.slurm.jobs) this.slurm.begin(0);
      await this.act({ do: 'observe', runId: run, fate: [] });
      const state = await this.#cluster([]).observe({ runId: run });
      if (!this.#cancelledUnbegun.has(run)) expect(state.kind).not.toBe('absent');
      expect(state.kind).not.toBe('unknown');
    }
    this.#check();
  }
}

it.each([true, false])(
  'gives each run one job at most; accounts are kept: %s',
  async (keepsAccounts) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
        const world = new World(keepsAccounts);
        for (const step of acts) await world.act(step);
        await world.settle();
      }),
      propertyOptions(500),
    );
  },
);
