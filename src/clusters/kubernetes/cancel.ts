/**
 * Calls a run off for good: first on record, so that nothing of it begins any more, then for what is there. The
 * record alone is left of it.
 */
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import type { ClusterPort } from '../port.ts';
import type { ApiAnswer } from './api.ts';
import { deleteJob, deletePod, isChanged, isLive } from './deeds.ts';
import { findRun } from './find.ts';
import { isFinished } from './judge.ts';
import { attemptsMax, tooBusy } from './look-up.ts';
import { marks } from './names.ts';
import type { Place } from './place.ts';
import { changeRecord, createRecord, type RunRecord } from './record.ts';

type Deed = Awaited<ReturnType<ClusterPort['cancel']>>;

/** True once it is on record, and what could begin or runs was told to end. */
export async function cancelRun(place: Place, clock: Pick<Clock, 'now'>): Promise<Deed> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const reading = await findRun(place);
    if (reading.kind !== 'found') return { ok: false, why: reading.why };
    const { record } = reading.value;
    const answer = await callOff(place, record, toIsoTime(clock.now()));
    if (answer.kind === 'unclear') return { ok: false, why: answer.why };
    if (answer.kind === 'done') return endAll(place);
    if (!isChanged(answer)) return { ok: false, why: answer.words };
  }
  return { ok: false, why: tooBusy };
}

function callOff(
  place: Place,
  record: RunRecord | null,
  at: string,
): Promise<ApiAnswer<RunRecord>> {
  if (record === null) return createRecord(place, { calledOffAt: at });
  if (record.isCalledOff) return Promise.resolve({ kind: 'done', value: record });
  return changeRecord(place, record, { annotations: { [marks.calledOff]: at }, data: null });
}

/**
 * Read anew after the run was called off: whatever Pod is not in this list cannot be let go any more. A Pod is
 * ended by itself, since one that was let go would be scheduled until somebody sees that its Job is gone.
 */
async function endAll(place: Place): Promise<Deed> {
  const reading = await findRun(place);
  if (reading.kind !== 'found') return { ok: false, why: reading.why };
  const { job, pods } = reading.value;
  const deeds = [
    ...(job === null || isFinished(job) ? [] : [() => deleteJob(place, job.metadata)]),
    ...pods
      .filter((pod) => isLive(pod) && pod.metadata.deletionTimestamp == null)
      .map((pod) => () => deletePod(place, pod.metadata)),
  ];
  for (const deed of deeds) {
    const answer = await deed();
    if (answer.kind === 'unclear') return { ok: false, why: answer.why };
    if (answer.kind === 'no' && !isChanged(answer)) return { ok: false, why: answer.words };
  }
  return { ok: true };
}
