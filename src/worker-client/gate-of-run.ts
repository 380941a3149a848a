/** Whether the gate that answers is the one that took a run: what is known of a run that it has no record of. */
import type { WorkerClient } from './client.ts';

/** Ids of the gates, by the keys that sign their evidence; null: not known. */
export interface GatesOfRun {
  readonly took: string | null;
  readonly answers: string | null;
}

/** Asks which gate answers; where it does not say, that is not known. */
export async function compareGates(
  client: WorkerClient,
  took: string | undefined,
  signal: AbortSignal,
): Promise<GatesOfRun> {
  const listed = await client.listRuns(signal);
  const answers = listed.kind === 'ok' ? (listed.value.gate_id ?? null) : null;
  return { took: took ?? null, answers };
}

/** True only where both are known. */
export const isAnotherGate = ({ took, answers }: GatesOfRun): boolean =>
  took !== null && answers !== null && took !== answers;

/** As a part of a sentence. */
export function gateWords(gates: GatesOfRun): string {
  const { took, answers } = gates;
  if (isAnotherGate(gates))
    return `it is another gate (${answers}) than the one that took the run (${took})`;
  if (took !== null && took === answers)
    return `it is the gate that took the run (${took}), so that its state is gone or an older one was put back`;
  return 'whether it is the gate that took the run is not known';
}
