/** Whether the store takes writes, and what it holds is whole: the checks of readiness that look at it. */
import type { PlaneStanding } from '../../store/ports/plane.ts';
import { type Counts, type Needs, ok, type Verdict } from '../common/index.ts';
import type { CountDisagreement } from './consistency.ts';
import { howToAcknowledge, readLoss } from './log-loss.ts';

/** Whether a write is taken, and which control plane would take it. */
export function judgeStore({ vitals, settings }: Needs<'settings' | 'vitals'>): Verdict {
  const trouble = vitals.writeTrouble();
  const plane = vitals.plane?.() ?? null;
  const evidence = { store_backend: settings.storeBackend, ...(plane === null ? {} : { plane }) };
  return trouble === null
    ? ok(wordsOfPlane(plane), evidence)
    : {
        status: 'failing',
        detail: `the store takes no writes: ${trouble}`,
        action:
          settings.storeBackend === 'sqlite'
            ? 'free space in state_dir, end what holds its write lock, or mend it and restart'
            : actionOfHosted(plane, settings.storeBackend === 'hosted_readonly'),
        evidence,
      };
}

function actionOfHosted(plane: PlaneStanding | null, isReader: boolean): string {
  const bring =
    'bring the PostgreSQL server back, or the way to it; lists show what was last known until then';
  if (isReader)
    return `use the control plane that writes; if this one cannot read either, ${bring}`;
  return plane?.role === 'standby' && plane.holder === null
    ? `wait a moment: a control plane that stands by takes the lease; if none does, ${bring}`
    : bring;
}

function wordsOfPlane(plane: PlaneStanding | null): string {
  if (plane === null) return 'a write was begun and taken back';
  const { role, holder } = plane;
  const since = holder === null ? '' : ` since ${holder.since}`;
  if (role === 'active') return `this control plane holds the lease${since}`;
  return holder === null
    ? 'this control plane stands by; who holds the lease is not known just now'
    : `this control plane stands by; ${holder.address ?? 'another one'} holds the lease${since}`;
}

/** Whether the counts that are kept are those of the rows. */
export function judgeCounts(counts: Counts, disagreements: readonly CountDisagreement[]): Verdict {
  const [first] = disagreements;
  if (first === undefined) return ok('counts agree', { queue_total: counts.queueTotal });
  return {
    status: 'failing',
    detail: first.message,
    action: 'run orrery verify on the store; it names the rows that differ from the log',
    evidence: { disagreements },
  };
}

/** A chain that is sound may still end too early: the end that was kept beside it says so. */
export async function judgeLog(context: Needs<'lineage' | 'reads'>): Promise<Verdict> {
  const lost = await readLoss(context);
  const evidence = { epoch: context.lineage.epoch };
  if (lost === null) return ok('nothing of the log is known to be gone', evidence);
  return {
    status: 'failing',
    detail: `acknowledged work is gone: ${lost.loss.message}`,
    action: howToAcknowledge,
    evidence: { ...evidence, ...lost.loss },
    since: lost.updated_at,
  };
}

/** How far the chain of hashes was followed since the start, and whether it holds. */
export function judgeChain({ vitals }: Needs<'vitals'>): Verdict {
  const progress = vitals.chain();
  const { state, verified_to, head, problem } = progress;
  const evidence = { ...progress };
  if (state === 'broken') {
    return {
      status: 'failing',
      detail: `the event log is not whole: ${problem?.message ?? 'no detail is known'}`,
      action: 'stop the service, run orrery verify, and restore the store from a backup',
      evidence,
    };
  }
  if (state === 'verified') return ok(`every event up to ${verified_to} is sound`, evidence);
  return {
    status: 'unknown',
    detail: `${verified_to} of ${head} events have been checked since the start`,
    action: 'wait; it goes on by itself',
    evidence,
  };
}
