/** What sbatch(1) said when it did not give a number: a refusal, or nothing clear. Pure. */
import { type CommandOutcome, notFoundCode } from '../command-runner.ts';
import { firstWords } from './answers.ts';

/** Said of what the cluster does not have or does not give to the account, whatever its nodes do at the moment. */
const unknownHere: readonly RegExp[] = [
  /invalid (?:partition|account|qos|feature|generic resource|job (?:name|script)|time|node|wckey|reservation|user)/i,
  /invalid (?:trackable|license|option|argument|--)|(?:unrecognized|unknown) option/i,
  /violates accounting\/qos policy/i,
  /(?:access\/)?permission denied|not permitted|not authorized/i,
];
/**
 * Said of a job that will not be taken as it is (slurm_errno.c). Whatever is not here may be a time-out, of which
 * sbatch says in the same form that the submission failed, and after which there may be a job.
 */
const refusals: readonly RegExp[] = [
  ...unknownHere,
  /requested (?:node configuration|partition configuration|operation|reservation|qos)/i,
  /requested time limit|time limit (?:specification|is) /i,
  /more processors requested|cpu count per node can not be satisfied/i,
  /memory (?:required|specification)/i,
  /(?:node|task) count specification invalid/i,
  /batch script/i,
];

/** Null: not clear. `code` is not 0. */
export const refusalOf = (outcome: Ended): string | null => wordsOf(outcome, refusals);

/** As `refusalOf`, of a job that was only tried: nodes that are down make it sound as if there were none. */
export const misfitOf = (outcome: Ended): string | null => wordsOf(outcome, unknownHere);

type Ended = CommandOutcome & { readonly kind: 'ended' };

function wordsOf({ code, stderr }: Ended, forms: readonly RegExp[]): string | null {
  if (code === notFoundCode) return 'there is no sbatch on that machine';
  return forms.some((form) => form.test(stderr)) ? firstWords(stderr) : null;
}
