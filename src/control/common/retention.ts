/** How what is over is forgotten: started with the time that is configured, swept by whoever knows what is over. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { limits } from '../../domain/limits.ts';
import { type Forgotten, retentionSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { RetentionEvent } from '../../machines/retention/events.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import { ask } from './ask.ts';
import type { ActorSystem } from './ports.ts';

interface Context {
  readonly actors: ActorSystem;
  readonly reads: Pick<ReadModels, 'get'>;
}

/** Called at each start, with the time that is configured; `id` as the schema of retention has it. */
export async function startRetention(
  { actors, reads }: Context,
  id: string,
  keepMs: number,
): Promise<void> {
  const row = await reads.get('retention', id);
  if (row !== undefined && retentionSchema.parse(row).keep_ms === keepMs) return;
  const event = { type: 'START', keep_ms: keepMs } as const;
  await ask(actors, { kind: 'retention', id }, event, { by: 'service' });
}

/** Has what was over `before` (ISO 8601) forgotten, a bounded number; answers what it looked at. Stops when told. */
export type Sweep = (before: string, signal: AbortSignal) => Promise<Forgotten>;

/**
 * Effect `retention.sweep`: the sweep by the id of the actor; an id without one has nothing to forget. One that keeps
 * failing is over: it is said why, and the next is made an hour later.
 */
export function createRetentionSweep(sweeps: Readonly<Record<string, Sweep>>): EffectHandler {
  return {
    attemptsMax: limits.retentionAttemptsMax,
    async run(input, { address, signal }): Promise<RetentionEvent> {
      const forgotten = (await sweeps[address.id]?.(asText(input['before']), signal)) ?? {};
      return { type: 'SWEPT', counted_to: asText(input['counted_to']), forgotten };
    },
  };
}
