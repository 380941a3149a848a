/**
 * Where a run of the control plane may be. Usually one place: the address it was started at. Where
 * the configuration gave its worker another address since, the worker of that name is asked as well,
 * since a machine keeps its name more often than its address.
 */

import type { RunDetailReply } from '../worker-wire/wire.ts';
import type { WorkerClient, WorkerResult } from './client.ts';

/** One worker that may be asked for a run. */
export interface RunPlace {
  readonly client: WorkerClient;
  /** For words: name and address. */
  readonly worker: string;
  /**
   * True for the address the run was started at. Elsewhere "I do not know it" proves nothing: the
   * name may belong to another machine now.
   */
  readonly certain: boolean;
}

/** What the places say of a run. */
export type RunAnswer =
  | { readonly kind: 'known'; readonly place: RunPlace; readonly reply: RunDetailReply }
  /** Every place answered and none knows it; `certain` when that settles it. */
  | { readonly kind: 'unknown_run'; readonly certain: boolean; readonly error: string }
  | { readonly kind: 'no_answer'; readonly error: string };

/** Asks every place. The one that knows the run has the word; else a silent one keeps it open. */
export async function askPlaces(
  places: readonly RunPlace[],
  run: { readonly run_id: string; readonly lane: string },
  signal: AbortSignal,
): Promise<RunAnswer> {
  if (places.length === 0) {
    const error = `worker ${run.lane} is not configured, nor is one of its name; configure it again to settle the run`;
    return { kind: 'no_answer', error };
  }
  const asked = await Promise.all(
    places.map(async (place) => ({
      place,
      answer: await place.client.findRun(run.run_id, signal),
    })),
  );
  for (const { place, answer } of asked) {
    if (answer.kind === 'ok' && answer.value.run.run_id === run.run_id)
      return { kind: 'known', place, reply: answer.value };
  }
  for (const { place, answer } of asked) {
    if (answer.kind === 'refused' && answer.code === 'run_not_found') continue;
    const error = answer.kind === 'ok' ? foreign(answer.value.run.run_id) : wordsOf(answer);
    return { kind: 'no_answer', error: places.length === 1 ? error : `${place.worker}: ${error}` };
  }
  const certain = places.some((place) => place.certain);
  const names = places.map(({ worker }) => worker).join(' and ');
  return {
    kind: 'unknown_run',
    certain,
    error: certain
      ? `${names} does not know the run`
      : `${names} does not know the run, which was started at ${run.lane}; that address is not configured any more, and the run may live on there`,
  };
}

const foreign = (runId: string): string =>
  `it answers about another run (${runId.slice(0, 100)}) than it was asked about`;

/** Words for a call that brought nothing. */
export function wordsOf(answer: Exclude<WorkerResult<unknown>, { kind: 'ok' }>): string {
  return answer.kind === 'refused' ? `${answer.code}: ${answer.detail}` : answer.error;
}
