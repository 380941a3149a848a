/** Scheduled backups: keeping the schedule to the configuration. */
import { type ActorSystem, askAccepted, type ControlContext } from '../common/index.ts';
import { readUpkeep, upkeepAddress } from '../readiness/index.ts';

/** Tells the schedule what the configuration says, where it does not keep to that already. */
export async function scheduleBackups(
  { actors, reads }: { readonly actors: ActorSystem; readonly reads: ControlContext['reads'] },
  intervalMs: number | null,
): Promise<void> {
  const stored = await readUpkeep({ reads });
  const isKept = (stored?.interval_ms ?? null) === intervalMs;
  // Who starts anew after a failure has mended something, or wants to know that it is not mended.
  if (isKept && stored?.status !== 'failed') return;
  await askAccepted(
    actors,
    upkeepAddress,
    { type: 'CONFIGURE', interval_ms: intervalMs },
    { by: 'service' },
  );
}
