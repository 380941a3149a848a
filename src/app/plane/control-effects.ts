/**
 * The effects of a control plane that its use cases and its workers' clients carry out, whatever the clock, the store
 * and the workers are: the service has them, and so has a simulation. Files, channels and backups are not of them.
 */
import type { EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import type { AlertLooks } from '../../control/alerts/index.ts';
import {
  createForgetRequests,
  createPerformCommand,
  untilTold,
} from '../../control/commands/index.ts';
import {
  type CommandContext,
  type ControlContext,
  createRetentionSweep,
} from '../../control/common/index.ts';
import { forgetTold } from '../../control/notify/index.ts';
import { createBatchRewrite } from '../../control/publication/index.ts';
import { createPumpEffects } from '../../control/pump/index.ts';
import { createExecutePlan } from '../../control/queue/index.ts';
import { placesOfRun } from '../../control/runs/index.ts';
import { createApplySnapshot } from '../../core-service/apply-snapshot.ts';
import { asText } from '../../lib/as-text.ts';
import type { AgedRows } from '../../store/ports/aged-rows.ts';
import { createControlEffects } from '../../worker-client/effects-control.ts';

interface EffectParts extends Pick<ControlContext, 'reads' | 'workers'> {
  /** Asked when an effect begins: the context is made after the host that has the effects. */
  readonly contextOf: () => CommandContext;
  readonly alertLooks: Pick<AlertLooks, 'effect'>;
  readonly aged: AgedRows;
}

/** By name. */
export function createUseCaseEffects({
  contextOf,
  alertLooks,
  aged,
  reads,
  workers,
}: EffectParts): EffectHandlers {
  const controlOf = (): ControlContext => contextOf().control;
  return {
    ...createControlEffects({
      clientForTarget: (name) => workers.byName(name)?.client,
      laneOfTarget: (name) => workers.byName(name)?.lane,
      clusterOfLane: (lane) => workers.byLane(lane)?.cluster,
      onUnanswered: (lane) => workers.sightings.distrust(lane),
      placesOfRun: (run) => placesOfRun({ workers, reads }, run),
      promptOf: async (projectId) => {
        const project = await reads.get('project', projectId);
        return project === undefined ? undefined : asText(project['prompt']);
      },
      defaultModel: 'default',
      stopGraceSec: 5,
    }),
    'core.apply': createApplySnapshot(controlOf),
    'alerts.check': alertLooks.effect,
    'retention.sweep': createRetentionSweep({
      main: (before) => forgetTold(controlOf(), before),
      requests: createForgetRequests(() => ({ actors: controlOf().actors, aged })),
    }),
    'plan.execute': createExecutePlan(controlOf),
    'command.perform': createPerformCommand(contextOf),
    'batch.rewrite': createBatchRewrite(controlOf, untilTold),
    ...createPumpEffects(contextOf),
  };
}
