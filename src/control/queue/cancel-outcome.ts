/** What a cancel came to, from the answer of its item. Pure. */
import type { Outcome } from '../../actors/runtime/definition.ts';
import { stateWord } from '../../domain/state-words.ts';
import { asText } from '../../lib/as-text.ts';

/** Run that a cancel stopped on its worker; null when the item was not active. */
export function stoppedRun(outcome: Outcome): string | null {
  return outcome.body?.['result'] === 'canceled' ? asText(outcome.body['run_id']) : null;
}

/** Why a cancel left the run alive; null when it did not. */
export function stopFailure(outcome: Outcome): string | null {
  if (outcome.body?.['result'] !== 'failed') return null;
  const runId = asText(outcome.body['run_id']);
  return `run ${runId} is not known to be stopped on its worker (${asText(outcome.body['error'])}); the item stays ${stateWord(outcome.status)}: look after the worker, then cancel again`;
}

/** What a cancel did where its run is not known to be over; null for any other outcome. */
export function standingCancel(projectId: string, { body }: Outcome): string | null {
  const runId = asText(body?.['run_id']);
  const error = asText(body?.['error']);
  switch (body?.['result']) {
    case 'kept':
      return `${projectId} is to be canceled, and that stands: run ${runId} is not known to be stopped (${error}); it is stopped once its worker can be told, or called off should it be given up`;
    case 'called_off':
      return `${projectId} is canceled; its run ${runId} was given up (${error}), and is called off: its worker is told to end it as soon as it can be reached`;
    default:
      return null;
  }
}
