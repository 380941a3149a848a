/** What is found out by the control plane that writes alone: one that stands by, or only reads, says whom to ask. */
import type { Needs, Verdict } from '../common/index.ts';

/** Null where this control plane does the work itself. */
export function whoWorks({ vitals, settings }: Needs<'settings' | 'vitals'>): string | null {
  const plane = vitals.plane?.() ?? null;
  const isReader = settings.storeBackend === 'hosted_readonly';
  if (!isReader && plane?.role !== 'standby') return null;
  const address = plane?.holder?.address ?? null;
  return `the control plane that writes${address === null ? '' : ` (${address})`}`;
}

/** A verdict for which nothing was looked at here, and which waiting here does not change. */
export function judgedElsewhere(verdict: Verdict, who: string | null, what: string): Verdict {
  if (who === null || verdict.status === 'ok') return verdict;
  return {
    status: 'unknown',
    detail: `${what} by ${who}, and this one does not`,
    action: `ask ${who}`,
    judgedBy: who,
    evidence: verdict.evidence ?? {},
  };
}
