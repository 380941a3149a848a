/** What sbatch(1) said when it did not give a number: a refusal, or nothing clear. Pure. */
import { type CommandOutcome, notFoundCode } from '../command-runner.ts';
import { firstWords } from './answers.ts';

/**
 * Said of a job that will not be taken as it is (slurm_errno.c). Whatever is not here may be a time-out, of which
 * sbatch says in the same form that the submission failed, and after which there may be a job.
 */
const refusals: readonly RegExp[] = [
  /invalid (?:partition|account|qos|feature|generic resource|job (?:name|script)|time|node|wckey|reservation|user)/i,
  /invalid (?:trackable|license|option|argument|--)|(?:unrecognized|unknown) option/i,
  /requested (?:node configuration|partition configuration|operation|reservation|qos)/i,
  /requested time limit|time limit (?:specification|is) /i,
  /violates accounting\/qos policy/i,
  /(?:access\/)?permission denied|not permitted|not authorized/i,
  /more processors requested|cpu count per node can not be satisfied/i,
  /memory (?:required|specification)/i,
  /(?:node|task) count specification invalid/i,
  /batch script/i,
];

/** Null: not clear. `code` is not 0. */
export function refusalOf(outcome: CommandOutcome & { readonly kind: 'ended' }): string | null {
  if (outcome.code === notFoundCode) return 'there is no sbatch on that machine';
  return refusals.some((form) => form.test(outcome.stderr)) ? firstWords(outcome.stderr) : null;
}
