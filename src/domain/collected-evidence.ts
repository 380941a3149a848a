/**
 * What was fetched of a run's evidence when the run was over: one small file a run beside that evidence,
 * written by the control plane, out of reach of the agent. By it a file is known to be of its run.
 */
import * as z from 'zod';
import { projectMetaDir } from './product.ts';

const isoTime = z.string().nullable();

/** Times are of the worker's file system, ISO 8601; null where an older worker does not say. */
export const collectedEvidenceSchema = z.object({
  run_id: z.string(),
  started_at: isoTime,
  /** When the worker saw that it was over; null where it did not, absent in records of an earlier edition. */
  ended_at: isoTime.default(null),
  /** As each was when it was fetched first. */
  files: z.array(z.object({ path: z.string(), sha256: z.string(), modified_at: isoTime })),
  /** What the last fetch left behind, with the reason. */
  failed: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** Why the last fetch was cut off; null when it was not. */
  error: z.string().nullable(),
});
/** The record of one run. */
export type CollectedEvidence = z.infer<typeof collectedEvidenceSchema>;

/** Folder of the records, below the folder of the project. */
export const collectedDir = `${projectMetaDir}/collected`;
/** Place of a run's record. */
export const collectedFile = (runId: string): string => `${collectedDir}/${runId}.json`;

/** The record that a file holds; null for anything else. */
export function readCollected(text: string): CollectedEvidence | null {
  try {
    const parsed = collectedEvidenceSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
