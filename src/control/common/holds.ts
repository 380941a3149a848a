/**
 * What keeps every run from being started, whatever the item: a store that takes no writes, and a disk on which any
 * write may be refused, so that the evidence of a run could be lost that a GPU worked for. It holds what is new alone:
 * what runs already is heard out and kept as far as there is room. Dispatch, the pump, the lanes, explanations and the
 * dispatch-safety snapshot ask here, so that none says otherwise.
 */
import { ServiceError } from '../../domain/errors.ts';
import type { Needs } from './ports.ts';
import { findShortage } from './shortage.ts';

/** One reason why no run is started. */
export interface Hold {
  readonly code: 'read_only' | 'store_unavailable' | 'disk_full';
  /** What is the matter, as the dispatch-safety snapshot says it. */
  readonly reason: string;
  readonly action: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** The gravest first; empty: nothing of the kind. */
export function findHolds({ settings, vitals }: Needs<'settings' | 'vitals'>): readonly Hold[] {
  const holds: Hold[] = [];
  const trouble = vitals.writeTrouble();
  if (trouble !== null) {
    const isReader = settings.storeBackend === 'hosted_readonly';
    holds.push({
      code: isReader ? 'read_only' : 'store_unavailable',
      reason: `The store takes no writes: ${trouble}`,
      action: isReader ? 'ask the control plane that writes' : 'mend what it names',
      evidence: {},
    });
  }
  const space = vitals.space();
  // How much is left is not always known, and that is no shortage.
  const shortage = space === null ? null : findShortage(space);
  if (shortage?.nearlyFull === true)
    holds.push({
      code: 'disk_full',
      reason: `The disk is nearly full: ${shortage.detail}`,
      action: shortage.action,
      evidence: { ...space },
    });
  return holds;
}

/** A hold in one sentence, with what to do. */
export const holdWords = ({ reason, action }: Hold): string =>
  `${reason}; ${action}. No run is started until then`;

/** Refuses where a run is not to be started. A dry run changes nothing, so that a plane that only reads has it, too. */
export function refuseWhileHeld(
  context: Needs<'settings' | 'vitals'>,
  { dry_run: dryRun }: { readonly dry_run: boolean },
): void {
  const hold = findHolds(context).find(({ code }) => code !== 'read_only' || !dryRun);
  if (hold !== undefined) throw new ServiceError(hold.code, holdWords(hold));
}
