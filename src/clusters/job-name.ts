/** The name by which a cluster knows the job of a run: the same run has the same name, and no other run has it. Pure. */
import { sha256Hex } from '../lib/hash.ts';

/** Of a job's name: schedulers keep more, and their tables show less. */
export const jobNameCharsMax = 100;
const prefix = 'orrery-';
const plainId = /^[A-Za-z0-9._-]+$/;
const headCharsMax = 40;

/**
 * `orrery-<run id>` where that fits. Otherwise the beginning of it and a hash after a `+`, which no run id holds,
 * so that it is no plain name. Letters, digits, `.`, `_`, `-` and `+` only: safe as a file's name, in the pattern
 * of an output file, and in the lists of names that schedulers take.
 */
export function jobNameOf(runId: string): string {
  const plain = `${prefix}${runId}`;
  if (plainId.test(runId) && plain.length <= jobNameCharsMax) return plain;
  const head = runId.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, headCharsMax);
  return `${prefix}${head}+${sha256Hex(runId).slice(0, 32)}`;
}
