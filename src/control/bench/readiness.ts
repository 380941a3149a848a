/** What the bench means for readiness: who is out of service, what was lost, what can be restored. */
import type { RestoreProgress } from '../../actors/runtime/restore-check.ts';
import { limits } from '../../domain/limits.ts';
import type { Bench, Verdict } from '../common/index.ts';
import { toLetterEntry } from './entries.ts';
import { quarantinesInOrder } from './find.ts';
import { readRestoreCheck } from './read.ts';

/** Names that a sentence gives; the evidence has more. */
const namedMax = 3;

/**
 * The check `actors_in_service`: failing as long as one actor is out of service, since when the first
 * went.
 */
export function judgeInService(bench: Bench): Verdict {
  const all = quarantinesInOrder(bench);
  const names = all.map(({ kind, id }) => `${kind}/${id}`);
  const evidence = { out_of_service: all.length, actors: names.slice(0, limits.benchRowsShown) };
  const [first] = all;
  if (first === undefined) return { status: 'ok', detail: 'every actor is in service', evidence };
  const subject = all.length === 1 ? '1 actor is' : `${all.length} actors are`;
  const others = names.length > namedMax ? ', …' : '';
  return {
    status: 'failing',
    detail: `${subject} out of service: ${names.slice(0, namedMax).join(', ')}${others}`,
    action: `orrery bench show ${first.kind}/${first.id} says why; mend that, then orrery bench release puts it back`,
    evidence,
    since: all.map(({ since }) => since).toSorted()[0] ?? null,
  };
}

/** The check `no_dead_letters`: failing as long as one letter waits. */
export async function judgeDeadLetters(bench: Bench): Promise<Verdict> {
  const [count, [newest]] = await Promise.all([bench.countDeadLetters(), bench.deadLetters(1)]);
  const evidence = { dead_letters: count };
  if (newest === undefined) {
    return { status: 'ok', detail: 'no message waits as a dead letter', evidence };
  }
  const { sequence, kind, id, reason } = toLetterEntry(bench, newest, { whole: false });
  const subject = count === 1 ? '1 message waits' : `${count} messages wait`;
  return {
    status: 'failing',
    detail: `${subject} as dead letters, the newest for ${kind}/${id}: ${reason}`,
    action: `orrery bench show ${sequence} shows it; orrery bench retry sends it again, orrery bench discard removes it`,
    evidence,
  };
}

/** What was stored at the start: what came later was made by this very program. */
function restoredWords(checked: number): string {
  if (checked === 0) return 'no actor was stored yet when this service started';
  const all = checked === 1 ? 'the one actor' : `every one of the ${checked} actors`;
  return `${all} that was stored when this service started can be restored`;
}

/** Failures of the check that nobody has mended since are also out of service, or of no known kind. */
export function judgeRestored(bench: Bench): Verdict {
  const progress = readRestoreCheck(bench);
  const { state, checked, failed, failures } = progress;
  const evidence = { ...progress };
  if (state !== 'done' && progress.error !== null) {
    return {
      status: 'failing',
      detail: `the check of all stored actors waits after ${checked}: ${progress.error}`,
      action: 'look after the disk of state_dir; the check goes on by itself when it can be read',
      evidence,
    };
  }
  if (state !== 'done') {
    return {
      status: 'unknown',
      detail: `${checked} stored actors have been restored dry since the start, ${failed} of them not`,
      action: 'wait; it goes on by itself',
      evidence,
    };
  }
  const left = failed > failures.length ? failed : failures.filter(isUnmended(bench)).length;
  if (left === 0) {
    return { status: 'ok', detail: restoredWords(checked), evidence };
  }
  return {
    status: 'failing',
    detail: `${left} of ${checked} stored actors cannot be restored: ${failures.slice(0, namedMax).join('; ')}`,
    action:
      'orrery bench shows them; run a program that can read them, or restore the store from a backup, then orrery bench release',
    evidence,
  };
}

/** A failure names its actor before the first colon. */
const isUnmended =
  (bench: Bench) =>
  (failure: RestoreProgress['failures'][number]): boolean => {
    const kind = failure.slice(0, failure.indexOf('/'));
    if (bench.eventNames(kind) === undefined) return true;
    return bench.quarantines().some((one) => failure.startsWith(`${one.kind}/${one.id}: `));
  };
