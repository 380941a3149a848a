/** A piece of what a run's job printed, as its node keeps it. */
import type { ClusterPort, LogPiece } from '../port.ts';
import type { Look } from './look-up.ts';
import { containerName } from './names.ts';
import type { Place } from './place.ts';

/** What a kubelet prints in the place of a log that it cannot read. */
const noLog = /^unable to retrieve container logs for \S+\s*$/;

/**
 * Kubernetes gives a log from its beginning only, so what comes before the piece is fetched and left out. A node
 * begins a log anew when it has grown long (10 MiB unless set), which shows when it is shorter than it was.
 */
export async function readLog(
  place: Place,
  { phase, found }: Look,
  range: Parameters<ClusterPort['logs']>[1],
): Promise<LogPiece> {
  const uid = 'pod' in phase && phase.pod !== null ? phase.pod.metadata.uid : found.record?.pod;
  if (uid == null || ['held', 'gated', 'waiting'].includes(phase.kind)) return { kind: 'none' };
  const pod = found.pods.find(({ metadata }) => metadata.uid === uid);
  if (pod === undefined)
    return { kind: 'unclear', why: 'the Pod is gone, and what it printed with it' };
  const query = `container=${containerName}&limitBytes=${range.from + range.bytesMax}`;
  const path = `${place.path('v1', 'pods', pod.metadata.name)}/log?${query}`;
  const answer = await place.api.read(path, range);
  if (answer.kind === 'unclear') return answer;
  if (answer.kind === 'no')
    return answer.status === 400
      ? { kind: 'none' }
      : { kind: 'unclear', why: `the log cannot be read: ${answer.words}` };
  const { bytes, total } = answer.value;
  if (total < range.from)
    return { kind: 'unclear', why: 'its node began the log anew; what it was is gone' };
  if (range.from === 0 && noLog.test(bytes.toString('utf8')))
    return { kind: 'unclear', why: 'its node cannot read the log' };
  return { kind: 'piece', bytes, next: range.from + bytes.length };
}
