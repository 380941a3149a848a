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
import { createManualClock } from '../src/lib/clock.ts';
import { programOf, troubledRunner, troubles } from '../test/support/cluster-trouble.ts';
import { FakeSlurm, noResources } from '../test/support/fake-slurm.ts';
import { ClusterWalk, nth, questions, runs } from './models/cluster-walk.ts';
import { propertyOptions } from './options.ts';

const slurmTroubles = [...troubles, 'late'] as const;
type SlurmTrouble = (typeof slurmTroubles)[number];
const act = fc.oneof(
  ...questions(slurmTroubles, { calm: 4, submit: 5, both: 2, observe: 2, cancel: 1 }),
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

class World extends ClusterWalk<SlurmTrouble, ClusterCommand> {
  readonly slurm: FakeSlurm;
  protected readonly spec = spec;
  readonly #keepsAccounts: boolean;

  constructor(keepsAccounts: boolean) {
    super();
    this.slurm = new FakeSlurm(keepsAccounts);
    this.#keepsAccounts = keepsAccounts;
  }

  async act(step: Act): Promise<void> {
    if (step.do === 'begin') this.slurm.begin(step.nth);
    else if (step.do === 'end') this.slurm.end(step.nth, step.how);
    else if (step.do === 'forget') this.slurm.forget();
    else if (step.do === 'arrive') this.arrive(step.nth);
    else await this.ask(step);
    this.check();
  }

  protected cluster(fates: readonly (SlurmTrouble | undefined)[]): ClusterPort {
    const late = {
      ...this.slurm.runner,
      run: (command: ClusterCommand) => {
        if (fates[at++] !== 'late') return this.slurm.runner.run(command);
        // Only what was given up while it went there may come later; the rest is answers.
        if (['sbatch', 'scancel'].includes(programOf(command))) this.onTheWay.push(command);
        return Promise.resolve({ kind: 'unclear' as const, why: 'late' });
      },
    };
    let at = 0;
    const runner = troubledRunner(late, (_, place) =>
      troubles.find((trouble) => trouble === fates[place]),
    );
    const settings = { folder: '/shared', resourcesOf: () => noResources };
    return createSlurmCluster(runner, settings, createManualClock(0));
  }

  protected async observe(cluster: ClusterPort, run: string): Promise<void> {
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

  protected carryOut(command: ClusterCommand): void {
    this.slurm.carryOut(command);
  }

  protected beganOf(run: string): number {
    return this.slurm.began.filter(({ folder }) => folder === `/shared/${jobNameOf(run)}`).length;
  }

  /** Everything arrives and is asked again without trouble: a run that is wanted has its one job. */
  async settle(): Promise<void> {
    this.arriveAll();
    for (const run of runs) {
      await this.act({ do: 'submit', runId: run, fate: [] });
      for (const _ of this.slurm.jobs) this.slurm.begin(0);
      await this.act({ do: 'observe', runId: run, fate: [] });
      const state = await this.cluster([]).observe({ runId: run });
      if (!this.isCancelled(run)) expect(state.kind).not.toBe('absent');
      expect(state.kind).not.toBe('unknown');
    }
    this.check();
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
