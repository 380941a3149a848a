/** A control plane and a simulated worker that it dispatches to, in this process, over loopback. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type SimulatedWorker,
  startSimulatedWorker,
  type TimedFact,
} from '../../src/app/gate/simulated-worker.ts';
import { createLog } from '../../src/app/process/log.ts';
import type { Api } from '../../src/cli/demo/api.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createRedactor } from '../../src/config/redaction.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createSeededEntropy, systemEntropy } from '../../src/lib/ids.ts';
import { toGateConfig } from '../../src/worker-simulator/gate-settings.ts';
import { parseScenario } from '../../src/worker-simulator/parse-scenario.ts';
import { createScaledClock } from './scaled-clock.ts';
import { freePort, packageRoot, startService, until } from './service.ts';

type Row = Readonly<Record<string, unknown>>;
/** Of one project, until its run is claimed. */
const dispatchesMax = 30;

export interface Simulation {
  readonly api: Api;
  readonly worker: SimulatedWorker;
  readonly facts: readonly TimedFact[];
  /** Folder of the worker's projects. */
  readonly projectRoot: string;
  takeIn(projectIds: readonly string[]): Promise<void>;
  /** Dispatches a project; answers the run's id, also when the worker's reply was lost. */
  dispatch(projectId: string): Promise<string>;
  /** Takes an idea in and dispatches it. */
  run(projectId: string): Promise<string>;
  /** The queue item once it has one of these statuses. */
  itemIn(projectId: string, statuses: readonly string[]): Promise<Row>;
  /** How often the audit log names this event for the project's queue item. */
  countEvents(projectId: string, eventType: string): Promise<number>;
  /** Stops the simulated worker and starts it again on what it left. */
  restartWorker(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts both; `scenario` is a shipped one or given as it would be written, `config` adds fields of
 * the control plane's configuration.
 */
export async function startSimulation(
  scenario: string | object,
  {
    speed = 200,
    config: more = {},
  }: { readonly speed?: number; readonly config?: Readonly<Record<string, unknown>> } = {},
): Promise<Simulation> {
  const text =
    typeof scenario === 'string'
      ? readFileSync(join(packageRoot, 'scenarios', `${scenario}.json`), 'utf8')
      : JSON.stringify(scenario);
  const workerPort = await freePort();
  const service = await startService({
    // Its own waits are shorter, and its deadlines still long enough for a machine in use.
    clock: createScaledClock({ originMs: Date.now(), factor: 20 }),
    config: () => ({
      role: 'control',
      dispatch_script_path: undefined,
      worker_wake_gate_url: `http://127.0.0.1:${workerPort}`,
      ...more,
    }),
  });
  const loaded = loadConfig({ env: { ORRERY_CONFIG: join(service.dir, 'config.json') } });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const { auth } = loaded.config;
  const parsed = parseScenario(text, 'the test');
  const config = toGateConfig(loaded.config, parsed, {
    speed,
    gateToken: auth.gateToken.reveal(),
    callbackUrl: auth.completionCallbackUrl,
    dir: {
      state: join(service.dir, 'worker', 'state'),
      projects: join(service.dir, 'worker', 'p'),
    },
  });
  const facts: TimedFact[] = [];
  const startWorker = (): Promise<SimulatedWorker> =>
    startSimulatedWorker({
      scenario: parsed,
      config,
      listen: { host: '127.0.0.1', port: workerPort },
      speed,
      seed: 1,
      wallClock: systemClock,
      entropy: { ...createSeededEntropy(1), id: systemEntropy.id },
      app: {
        log: createLog({ redact: createRedactor(config), level: 'error', write: () => {} }),
        packageRoot,
        environment: {},
        checkReplies: true,
        onFatal: (error) => {
          throw error;
        },
      },
      report: (fact) => facts.push(fact),
    });
  let worker = await startWorker();
  const { api } = service;
  const projectRoot = join(service.dir, 'worker', 'p');
  const readItem = async (projectId: string): Promise<Row | null> => {
    const { body } = await api.get(`/control/api/v1/projects/${projectId}`);
    return (body['queue_item'] ?? null) as Row | null;
  };
  const takeIn = async (projectIds: readonly string[]): Promise<void> => {
    const { status, body } = await api.post('/control/api/intake/ideas', {
      idempotency_key: `take-in-${projectIds.join()}`,
      source: 'test',
      dry_run: false,
      ideas: projectIds.map((projectId) => ({
        idea_id: projectId,
        title: `Idea ${projectId}`,
        workload_class: 'training',
      })),
    });
    if (status >= 300) throw new Error(JSON.stringify(body));
  };
  /**
   * Tries again when the worker refuses, as it rightly does while its last sample is old, which on its fast clock and
   * a busy machine it soon is; a run whose fate is unknown is claimed all the same.
   */
  const dispatch = async (projectId: string): Promise<string> => {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await api.post('/control/dispatch-one', {
        project_id: projectId,
        dry_run: false,
      });
      const item = await readItem(projectId);
      const runId = item?.['current_run_id'];
      if (item?.['status'] !== 'queued' && typeof runId === 'string') return runId;
      if (attempt === dispatchesMax) throw new Error(JSON.stringify([reply, item]));
    }
  };
  return {
    api,
    facts,
    projectRoot,
    get worker() {
      return worker;
    },
    takeIn,
    dispatch,
    async run(projectId) {
      await takeIn([projectId]);
      return dispatch(projectId);
    },
    itemIn: (projectId, statuses) =>
      until(
        async () => {
          const item = await readItem(projectId);
          return item !== null && statuses.includes(String(item['status'])) ? item : undefined;
        },
        `${projectId} is ${statuses.join(' or ')}; so far ${JSON.stringify(facts.slice(-8))}`,
      ),
    async countEvents(projectId, eventType) {
      const query = `entity_type=queue_item&entity_id=${projectId}&event_type=${eventType}`;
      const { body } = await api.get(`/control/api/v1/events?${query}`);
      return (body['rows'] as Row[]).length;
    },
    async restartWorker() {
      await worker.stop();
      worker = await startWorker();
    },
    async close() {
      await worker.stop();
      await service.remove();
    },
  };
}
