/**
 * Forgetting what was asked for under a key long ago: commands, plans and intakes that ended, and then the stored
 * answers. A key that is used again after that is a new request.
 */
import { limits } from '../../domain/limits.ts';
import { inSteps } from '../../lib/in-steps.ts';
import type { AgedRows } from '../../store/ports/aged-rows.ts';
import { type ActorSystem, askInService, type Sweep } from '../common/index.ts';

const ended = {
  command: ['done', 'refused', 'failed'],
  plan: ['executed', 'outdated', 'expired', 'failed'],
  intake: ['recorded'],
} as const;
type Kind = keyof typeof ended;

interface Context {
  readonly actors: ActorSystem;
  readonly aged: AgedRows;
}

/** Of a worker gate, which takes no plans and no ideas. */
export const createForgetCommands = (context: () => Context): Sweep =>
  createForget(context, ['command']);

/** Of a control plane. So many rows of each kind at most; the rest waits for the next sweep. */
export const createForgetRequests = (context: () => Context): Sweep =>
  createForget(context, ['command', 'plan', 'intake']);

function createForget(contextOf: () => Context, kinds: readonly Kind[]): Sweep {
  return async (before, signal) => {
    const context = contextOf();
    const counts: Partial<Record<`${Kind}s`, number>> = {};
    let isWhole = true;
    for (const kind of kinds) {
      const { forgotten, isToEnd } = await forgetKind(context, kind, before, signal);
      counts[`${kind}s`] = forgotten;
      isWhole &&= isToEnd;
    }
    // The answer of what is still there stays with it: else a repeat would find neither.
    if (!isWhole) return counts;
    return { ...counts, answers: await forgetAnswers(context.aged, before, signal) };
  };
}

async function forgetKind(
  { actors, aged }: Context,
  kind: Kind,
  before: string,
  signal: AbortSignal,
): Promise<{ readonly forgotten: number; readonly isToEnd: boolean }> {
  const look = (after: string) => aged.ended({ kind, statuses: ended[kind], before, after });
  let forgotten = 0;
  for await (const { ids } of inSteps(look, signal)) {
    for (const id of ids) {
      if (forgotten >= limits.retentionRowsMax) return { forgotten, isToEnd: false };
      if (await forgetOne(actors, kind, id)) forgotten += 1;
    }
  }
  return { forgotten, isToEnd: true };
}

/** False for one that stays: one that is out of service must not keep all those behind it. */
async function forgetOne(actors: ActorSystem, kind: Kind, id: string): Promise<boolean> {
  const by = 'retention';
  const answered = await askInService(actors, { kind, id }, { type: 'FORGET' }, { by });
  return answered?.outcome.accepted === true;
}

async function forgetAnswers(aged: AgedRows, before: string, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  for await (const step of inSteps((after) => aged.forgetAnswers({ before, after }), signal))
    forgotten += step.forgotten;
  return forgotten;
}
