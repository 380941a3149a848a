/** The main job, driven over the API: ideas in, runs dispatched and watched until they are over. */
import { asText } from '../../lib/as-text.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import { type Api, DemoStageError, expectOk } from './api.ts';
import { drawBar, type Progress } from './progress.ts';

/** What every stage of the demo works with. */
export interface DemoContext {
  readonly api: Api;
  readonly progress: Progress;
  readonly clock: Clock;
}

type Row = Readonly<Record<string, unknown>>;

const pollMs = 500;
/**
 * Longest time one run may take before the demo gives it up. While other programs use the processor the experiment
 * takes longer, and so must the quiet after it.
 */
const runMsMax = 600_000;

/** Takes the ideas in and returns the ids of their projects. */
export async function takeIn({ api, progress }: DemoContext, ideas: object): Promise<string[]> {
  const reply = expectOk(await api.post('/control/api/intake/ideas', ideas), 'intake');
  const ids = (reply['candidates'] as Row[]).map((candidate) => asText(candidate['project_id']));
  progress.done(`took in ${ids.length} ideas: ${ids.join(', ')}`);
  return ids;
}

/** Dry run, then live dispatch, of whatever comes next; returns its project and run. */
export async function dispatchNext({
  api,
  progress,
}: DemoContext): Promise<{ projectId: string; runId: string }> {
  const path = '/control/dispatch-next';
  const dry = expectOk(await api.post(path, { dry_run: true, requested_by: 'demo' }), 'dry run');
  const candidate = dry['candidate'] as Row | null;
  if (candidate === null) throw new DemoStageError(`nothing to dispatch: ${asText(dry['reason'])}`);
  progress.done(
    `dry run: ${asText(dry['reason'])} after ${(dry['checks'] as unknown[]).length} checks`,
  );
  const reply = expectOk(
    await api.post(path, { dry_run: false, requested_by: 'demo' }),
    'dispatch',
  );
  const live = reply['live'] as Row | null;
  if (live === null) throw new DemoStageError(`not dispatched: ${asText(reply['reason'])}`);
  const runId = asText(live['run_id']);
  progress.done(`preflight passed, project prepared, dispatched as ${runId}`);
  return { projectId: asText(candidate['project_id']), runId };
}

/** Follows a run until its queue item is decided; returns the item. */
export async function followRun(
  context: DemoContext,
  projectId: string,
  runId: string,
): Promise<Row> {
  const { api, progress, clock } = context;
  const endMs = clock.monotonic() + runMsMax;
  let idleSeen = false;
  let seen = '';
  while (clock.monotonic() < endMs) {
    const project = expectOk(await api.get(`/control/api/v1/projects/${projectId}`), 'project');
    const item = project['queue_item'] as Row;
    const status = asText(item['status']);
    if (status === 'completed') {
      progress.done(`decision read: ${decisionOf(item)}`);
      return item;
    }
    if (
      !['dispatching', 'running', 'awaiting_wake', 'wake_received', 'reconciling'].includes(status)
    ) {
      throw new DemoStageError(
        `${projectId} ended as ${status}: ${asText(item['blocked_reason'] ?? item['last_error'])}`,
      );
    }
    if (status === 'wake_received' && !idleSeen) {
      idleSeen = true;
      progress.done('the worker called the run idle and its callback arrived');
    }
    seen = await describeRun(api, runId, status);
    progress.now(`${projectId}: ${seen}`);
    await pause(clock, pollMs);
  }
  const why = seen.includes(quietWords)
    ? '; other programs keep the processor of this machine busy, and the gate waits for quiet: run the demo again without them'
    : '';
  throw new DemoStageError(`${projectId} was not over after ${runMsMax / 1000} s (${seen})${why}`);
}

function decisionOf(item: Row): string {
  const decision = item['decision'] as Row | null;
  const verdict = item['gate_verdict'] as Row | null;
  return `${asText(decision?.['project_decision'])} (gate: ${verdict?.['positive'] === true ? 'positive' : 'no paper'}), ${asText(item['last_result_summary'] ?? decision?.['summary'], '')}`;
}

/** Said once the agent has ended. */
const quietWords = 's of quiet to go';

/** What the worker sees of the run at this moment. */
async function describeRun(api: Api, runId: string, status: string): Promise<string> {
  if (status === 'wake_received') return 'the evidence is fetched and the decision read';
  const reply = await api.get(`/runs/${runId}`);
  if (reply.status !== 200) return status;
  const window = reply.body['idle_window'] as Row | null;
  const samples = reply.body['samples'] as Row[];
  const sample = samples.at(-1);
  const cpu =
    sample === undefined || sample['cpu_pct'] === null
      ? 'CPU unknown'
      : `CPU ${Math.round(Number(sample['cpu_pct']))} %`;
  if (window === null || window['agent_exited'] !== true) return `the agent works, ${cpu}`;
  const progressMs = Number(window['window_progress_ms']);
  const requiredMs = Number(window['required_ms']);
  const left = Math.max(0, Math.ceil((requiredMs - progressMs) / 1000));
  return `${asText(window['state']).replace('_', ' ')} ${drawBar(progressMs, requiredMs)} ${left} ${quietWords}, ${cpu}`;
}
