/**
 * Effect `worker.end_process`: has a worker end one process that a run has left behind. What the worker answers is
 * believed only about the very process that it was asked about; whatever is unclear is `unknown`, and is asked again
 * under the same request id, which the worker carries out once.
 */
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import { processEndGraceSec } from '../domain/process-end.ts';
import { cutText } from '../lib/cut-text.ts';
import type { EndProcessInput } from '../machines/queue-item/effects.ts';
import type { ItemProcessEnd, QueueItemEvent } from '../machines/queue-item/events.ts';
import { processChangeSchema } from '../worker-wire/wire-processes.ts';
import type { WorkerClient, WorkerResult } from './client.ts';

/** Questions after an unclear answer: about a minute, with the pauses between them. */
const attemptsMax = 6;
const backOff = { baseMs: 2_000, maxMs: 30_000, factor: 2 };
const detailCharsMax = 500;

const nothing = { name: null, rss_mib: null } as const;

interface Options {
  /** Undefined when the target is no longer configured. */
  readonly clientForTarget: (workerTarget: string) => WorkerClient | undefined;
}

/** Answers `PROCESS_END_TOLD`; throws only while it looks up what became of an earlier question. */
export function createEndProcessEffect({ clientForTarget }: Options): EffectHandler {
  return {
    attemptsMax,
    backOff,
    async run(input, { attempt, resumed, signal }): Promise<QueueItemEvent> {
      const wish = input as unknown as EndProcessInput;
      const mayBeDone = wish.looking_up || resumed || attempt > 1;
      const client = clientForTarget(wish.worker_target);
      const end =
        client === undefined
          ? notDone(`worker target "${wish.worker_target}" is not configured`, mayBeDone)
          : await askWorker(client, wish, { mayBeDone, signal });
      signal.throwIfAborted();
      if (end.outcome === 'unknown' && wish.looking_up && attempt < attemptsMax)
        throw new Error(end.detail ?? 'the worker does not answer');
      return { type: 'PROCESS_END_TOLD', run_id: wish.run_id, end, wish };
    },
  };
}

async function askWorker(
  client: WorkerClient,
  wish: EndProcessInput,
  { mayBeDone, signal }: { readonly mayBeDone: boolean; readonly signal: AbortSignal },
): Promise<ItemProcessEnd> {
  const { run_id: runId, pid, start_ticks, boot_id, request_id, requested_by } = wish;
  const grace_sec = processEndGraceSec;
  const body = { start_ticks, boot_id, request_id, requested_by, grace_sec };
  const answer = await client.endProcess(runId, pid, body, signal);
  if (answer.kind === 'not_sent') return notDone(answer.error, mayBeDone);
  if (answer.kind === 'unknown') return unclear(answer.error);
  if (answer.kind === 'refused') return refused(answer, mayBeDone);
  const { run_id, outcome, name, rss_mib, detail, ...told } = answer.value;
  const isThis =
    run_id === runId &&
    told.pid === pid &&
    told.start_ticks === start_ticks &&
    told.boot_id === boot_id;
  if (!isThis) return unclear('it answers about another process than it was asked about');
  return { outcome, name, rss_mib, detail };
}

const unclear = (why: string): ItemProcessEnd => ({
  ...nothing,
  outcome: 'unknown',
  detail: cutText(why, detailCharsMax),
});

/** That this request reached nobody says nothing about an earlier one. */
const notDone = (why: string, mayBeDone: boolean): ItemProcessEnd =>
  mayBeDone ? unclear(why) : { ...unclear(why), outcome: 'not_sent' };

function refused(
  { code, detail, problem }: Extract<WorkerResult<never>, { kind: 'refused' }>,
  mayBeDone: boolean,
): ItemProcessEnd {
  // A worker that has forgotten the run has forgotten what it did to it, too.
  if (mayBeDone && code === 'run_not_found') return unclear(detail);
  const change = code === 'process_changed' ? processChangeSchema.safeParse(problem) : null;
  return { ...unclear(detail), outcome: 'refused', code, ...change?.data };
}
