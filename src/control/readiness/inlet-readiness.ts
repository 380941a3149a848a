/** Whether what people and programs send comes in: the checks of readiness that look at connections and the idea folder. */
import { type Needs, ok, type Verdict } from '../common/index.ts';

/** Whether the listener has room for another connection. */
export function judgeConnections({ vitals }: Needs<'vitals'>): Verdict {
  const trouble = vitals.connectionTrouble();
  if (trouble === null) return ok('new connections are accepted');
  return {
    status: 'failing',
    detail: trouble,
    action: 'raise the limit of open files (LimitNOFILE, ulimit -n), or end connections',
  };
}

/** Whether `intake_dir` was looked into, and what of it could not be read. */
export function judgeInbox({ vitals }: Needs<'vitals'>): Verdict {
  const inbox = vitals.inbox();
  if (inbox === null) return ok('no intake_dir is configured');
  const { trouble, looked_at: at, waiting } = inbox;
  if (trouble !== null)
    return {
      status: 'failing',
      detail: trouble,
      action: 'mend what it names; the files are tried again by themselves',
      evidence: { looked_at: at, waiting },
    };
  if (at === null)
    return { status: 'unknown', detail: 'nobody has looked into intake_dir yet', action: 'wait' };
  return ok(`looked into at ${at}`, { waiting });
}
