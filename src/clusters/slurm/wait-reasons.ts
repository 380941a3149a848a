/** Why a job waits, in words: what Slurm calls it, what that means, what to do (squeue(1), "JOB REASON CODES"). Pure. */
import type { WaitReason } from '../port.ts';
import { firstWords, type JobRow } from './answers.ts';

/** The first that fits tells; the order is from one name to kinds of them. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/^(?:None)?$/, 'Slurm has not looked at it yet'],
  [/^Priority$/, 'jobs of higher priority are in front of it'],
  [/^Resources$/, 'what it asks for is in use by other jobs'],
  [/^(?:Dependency|Singleton)/, 'an earlier job of the same run has not ended'],
  [/^BeginTime$/, 'it was put off to a later time'],
  [/^JobHeldUser$/, 'the account holds it back; let it go with scontrol release'],
  [/^JobHeldAdmin$/, 'an administrator of the cluster holds it back; ask there'],
  [/^PartitionTimeLimit$/, 'its time limit is beyond that of the partition; lower time_limit_sec'],
  [/^PartitionNodeLimit$/, 'it asks for more nodes than the partition gives'],
  [
    /^Partition(?:Down|Inactive)$/,
    'the partition takes no jobs at present; ask the administrators',
  ],
  [
    /^(?:BadConstraints|FeaturesNotAvail)/,
    'no node has what constraint or gres ask for; see sinfo',
  ],
  [
    /^(?:ReqNodeNotAvail|NodeDown|Nodes_required)/,
    'the nodes that it needs are down, drained or reserved',
  ],
  [/^Reservation/, 'it waits for a reservation'],
  [/^Licenses$/, 'a licence that it needs is in use'],
  [/^(?:InvalidAccount|AccountNotAllowed)$/, 'the account may not run there; mend account'],
  [/^(?:InvalidQOS|QOSNotAllowed)$/, 'the QOS may not be used there; mend qos'],
  [
    /^(?:QOS|Assoc).*(?:GRES|Cpu|Mem|Node|TRES|Job|Wall|Billing|Energy|BB|Submit)/,
    'a limit of the account or of its QOS is reached',
  ],
  [/^(?:QOS|Assoc)/, 'a rule of the account or of its QOS holds it back; see sacctmgr'],
  [
    /^launch_failed|^JobLaunchFailure/,
    'it could not be started on its node; ask the administrators',
  ],
];

/** What the row of a waiting job says. */
export function waitReasonOf({ reason, startsAt, word }: JobRow): WaitReason {
  const code = firstWords(reason === '' ? (word === 'PENDING' ? 'None' : word) : reason);
  const known = meanings.find(([form]) => form.test(code))?.[1];
  return {
    code,
    sentence: known ?? `Slurm holds it back with ${code}`,
    expectedAt: startsAt,
  };
}
