/**
 * Why something does not move: the reason the deciding functions themselves give, what it rests on,
 * since when, and the smallest act that unblocks it. There is no second opinion here: dispatch asks
 * the judge of dispatch, papers ask the gates that decide about papers.
 */

import type { ClusterJob } from '../../domain/entities/cluster-job.ts';
import { ServiceError } from '../../domain/errors.ts';
import { reported } from '../../domain/freshness.ts';
import { type QueueItem, queueItemSchema, type Run, runSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { type CommandContext, type Needs, stampOf } from '../common/index.ts';
import { verbsNow } from '../queue/index.ts';
import { explainFollowup, explainPump } from './explain-automatic.ts';
import { explainDraft } from './explain-draft.ts';
import { explainPaper } from './explain-paper.ts';
import { explainBatch, explainCorpusEntry } from './explain-paper-work.ts';
import { explainReplication } from './explain-replication.ts';
import { explainIncident, explainNotification } from './explain-told.ts';
import { heldBack, whyNotDispatched } from './explain-waiting.ts';
import { explainAlert, explainWorker } from './explain-worker.ts';
import {
  type ExplainableKind,
  type Explanation,
  type Finding,
  intakePath,
  openRunStates,
  verbRequest,
} from './explanation.ts';

/** Explains one entity; 404 when it does not exist. */
export async function explain(
  context: CommandContext,
  kind: ExplainableKind,
  id: string,
): Promise<Explanation> {
  const finding = await findingOf(context, kind, id);
  return {
    ok: true,
    kind,
    id,
    ...finding,
    ...stampOf(context.control.clock, 'store'),
  };
}

function findingOf(context: CommandContext, kind: ExplainableKind, id: string): Promise<Finding> {
  switch (kind) {
    case 'queue_item':
    case 'project':
      return explainItem(context, id);
    case 'run':
      return explainRun(context.control, id);
    case 'paper':
    case 'paper_review':
      return explainPaper(context, id);
    case 'worker':
      return explainWorker(context.control, id);
    case 'alert':
      return explainAlert(context.control, id);
    case 'incident':
      return explainIncident(context.control, id);
    case 'notification':
      return explainNotification(context.control, id);
    case 'corpus_entry':
      return explainCorpusEntry(context, id);
    case 'rewrite_batch':
      return explainBatch(context.control, id);
    case 'replication':
      return explainReplication(context.control, id);
    case 'followup':
      return explainFollowup(context.control, id);
    case 'pump':
      return explainPump(context.control, id);
  }
}

async function explainItem(context: CommandContext, id: string): Promise<Finding> {
  const row = await context.control.reads.get('queue_item', id);
  if (row === undefined) {
    throw new ServiceError(
      'queue_item_not_found',
      `project ${id} is not in the queue; take it in with POST ${intakePath}`,
    );
  }
  const item = queueItemSchema.parse(row);
  return { ...(await explainStatus(context, item)), verbs: verbsNow(item) };
}

async function explainStatus(context: CommandContext, item: QueueItem): Promise<Finding> {
  if (item.status === 'completed') return explainDraft(context, item);
  if ((activeQueueStatuses as readonly string[]).includes(item.status)) {
    const run =
      item.current_run_id === null
        ? undefined
        : await readRun(context.control, item.current_run_id);
    return { ...(await whyNotOver(context.control, run, item)), question: 'not over' };
  }
  const held = heldBack(item);
  return held ?? whyNotDispatched(context.control, item);
}

async function readRun({ reads }: Needs<'reads'>, id: string): Promise<Run | undefined> {
  const row = await reads.get('run', id);
  return row === undefined ? undefined : runSchema.parse(row);
}

async function explainRun(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  id: string,
): Promise<Finding> {
  const run = await readRun(context, id);
  if (run === undefined) throw new ServiceError('run_not_found', `no run has the id ${id}`);
  const item = await context.reads.get('queue_item', run.project_id);
  if (openRunStates.has(run.status)) {
    const parsed = item === undefined ? null : queueItemSchema.parse(item);
    return { ...(await whyNotOver(context, run, parsed)), question: 'not over' };
  }
  return {
    question: 'not over',
    blocked: false,
    code: 'over',
    reason: `the run is ${stateWord(run.status)}`,
    evidence: { exit_code: run.exit_code, last_error: run.last_error, receipt: run.idle_verdict },
    since: run.ended_at,
    unblock: { action: 'Nothing: it is over' },
  };
}

const waitsFor: Readonly<Record<string, string>> = {
  dispatching: 'the worker has not yet said that it started the run',
  prepared: 'the worker has not yet said that it started the run',
  running: 'the agent is at work',
  awaiting_wake: 'the agent has exited, its workload is not yet quiet',
  wake_received: 'the run is over; evidence and decision are being read',
  reconciling: 'contact is lost; the worker is asked until it answers',
  question_pending: 'the agent asked a question',
};

/** An open run as the worker itself sees it now; a worker that is down is said to be. */
async function whyNotOver(
  context: Needs<'clock' | 'settings' | 'workers'>,
  run: Run | undefined,
  item: QueueItem | null,
): Promise<Omit<Finding, 'question'>> {
  const status = item?.status ?? run?.status ?? 'unknown';
  const projectId = item?.project_id ?? run?.project_id ?? '';
  const runId = item?.current_run_id ?? run?.run_id ?? '';
  const client = context.workers.byName(run?.worker_target ?? '')?.client;
  const seen = await client?.findRun(runId);
  const worker =
    seen === undefined
      ? { reached: false, why: 'its worker is not configured any more' }
      : seen.kind === 'ok'
        ? {
            reached: true,
            status: seen.value.run.status,
            idle_state: seen.value.run.idle_state,
            idle_window: seen.value.idle_window,
            process_tree: seen.value.process_tree,
          }
        : seen.kind === 'refused'
          ? { reached: true, answered: seen.code, why: seen.detail }
          : { reached: false, why: seen.error };
  const job = item?.job ?? null;
  const waits = status === 'dispatching' && job !== null;
  const reached = waits ? '' : whatWorkerSays(worker);
  const asked = status === 'question_pending' || item?.last_run_state === 'question_pending';
  return {
    blocked: status === 'reconciling' || asked,
    code: asked ? 'question_open' : status,
    reason: `${runId} is not over: ${waits ? whatJobSays(job) : (waitsFor[status] ?? status)}${reached}`,
    evidence: {
      run_id: runId,
      gate_state: run?.gate_state ?? null,
      current_activity: run?.current_activity ?? null,
      freshness: reported(context.clock.now(), run ?? null, context.settings.staleAfterMs),
      last_callback_at: run?.last_callback_at ?? null,
      stale_after: item?.stale_after ?? null,
      worker,
      ...(job === null ? {} : { job }),
    },
    since: run?.started_at ?? item?.last_dispatch_at ?? null,
    unblock: asked
      ? {
          action: "Answer the agent's question",
          request: verbRequest(projectId, 'answer', { answer: '<your answer>' }),
        }
      : item?.cancel_wish == null
        ? { action: 'Wait, or cancel to stop the run', request: verbRequest(projectId, 'cancel') }
        : { action: item.next_action_hint ?? 'Wait: it is to be canceled' },
  };
}

/** Where the job of a run is that has not begun to take it. */
function whatJobSays({
  id,
  worker_target: where,
  phase,
  code,
  why,
  expected_at,
}: ClusterJob): string {
  const which = id === null ? `its job on ${where}` : `job ${id} on ${where}`;
  if (phase === 'unclear') return `${which} cannot be seen, and is asked about again: ${why}`;
  const word = code === null ? '' : ` (${code})`;
  const expected = expected_at === null ? '' : `; it is expected to start at ${expected_at}`;
  return `${which} is ${phase}: ${why}${word}${expected}`;
}

/** What the worker adds in words, where it is not the run itself. */
function whatWorkerSays(worker: { readonly reached: boolean; readonly why?: string }): string {
  if (worker.why === undefined) return '';
  return worker.reached
    ? `; its worker answers: ${worker.why}`
    : `; the worker cannot say more (${worker.why})`;
}
