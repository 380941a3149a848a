/**
 * Every durable machine against its model: only the listed moves, every state valid and recorded,
 * terminal states absorbing, decisions pure and equal to those of XState's public call.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActorEvent } from '../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../src/actors/machine/spec.ts';
import { chartOf } from '../../src/actors/statechart/nodes.ts';
import { statusesOf } from '../../src/actors/statechart/shape.ts';
import {
  controlPlaneMachines,
  type EventOf,
  type MachineKind,
  type StateOf,
  workerGateMachines,
} from '../../src/machines/all.ts';
import { gateRunModel } from '../models/gate-run.ts';
import { paperReviewModel } from '../models/paper-review.ts';
import { queueItemModel } from '../models/queue-item.ts';
import * as small from '../models/small.ts';
import { allowedTargets, type MachineModel } from '../models/table.ts';
import { propertyOptions } from '../options.ts';
import { eventArbitraries } from './events.ts';
import { checkAgainstPublicCall, checkStep, play, walks } from './walk.ts';

const models: { readonly [Kind in MachineKind]: MachineModel } = {
  queue_item: queueItemModel,
  run: small.runModel,
  project: small.projectModel,
  intake: small.intakeModel,
  paper: small.paperModel,
  paper_review: paperReviewModel,
  corpus_entry: small.corpusEntryModel,
  paper_watch: small.paperWatchModel,
  rewrite_batch: small.rewriteBatchModel,
  replication: small.replicationModel,
  worker_target: small.workerTargetModel,
  control: small.controlModel,
  command: small.commandModel,
  plan: small.planModel,
  followup: small.followupModel,
  alert: small.alertModel,
  alert_watch: small.alertWatchModel,
  incident: small.incidentModel,
  core_snapshot: small.coreSnapshotModel,
  event_log: small.eventLogModel,
  upkeep: small.upkeepModel,
  pump: small.pumpModel,
  notification: small.notificationModel,
  heartbeat: small.heartbeatModel,
  retention: small.retentionModel,
  gate_run: gateRunModel,
  callback_delivery: small.callbackDeliveryModel,
};
const specs = { ...controlPlaneMachines, ...workerGateMachines };

/** Runs `check` with spec, model and events of a kind, typed together. */
function forKind<Kind extends MachineKind>(
  kind: Kind,
  check: (
    spec: MachineSpec<StateOf<Kind>, EventOf<Kind> & ActorEvent>,
    events: fc.Arbitrary<EventOf<Kind> & ActorEvent>,
  ) => void,
): void {
  // The registry holds matching pairs; TypeScript cannot follow one key through two records.
  const spec = specs[kind] as unknown as MachineSpec<StateOf<Kind>, EventOf<Kind> & ActorEvent>;
  const events = eventArbitraries[kind] as fc.Arbitrary<EventOf<Kind> & ActorEvent>;
  check(spec, events);
}

/** Statuses reachable in the model from its first one. */
function reachable(model: MachineModel): Set<string> {
  const seen = new Set([model.initial]);
  for (const status of seen) {
    for (const event of Object.keys(model.rows[status] ?? {})) {
      for (const target of allowedTargets(model, status, event)) seen.add(target);
    }
  }
  return seen;
}

describe.each(Object.keys(models) as MachineKind[])('%s', (kind) => {
  const model = models[kind];

  it('makes only the listed moves, keeps its shape and records every change', () => {
    forKind(kind, (spec, events) => {
      fc.assert(
        fc.property(walks(spec, events), (walk) => {
          for (const step of play(spec, walk)) checkStep(spec, model, step);
        }),
        propertyOptions(kind === 'queue_item' ? 300 : 50),
      );
    });
  });

  it('decides as the public call of XState does', () => {
    forKind(kind, (spec, events) => {
      fc.assert(
        fc.property(walks(spec, events, 30), (walk) => {
          for (const step of play(spec, walk)) checkAgainstPublicCall(spec, step);
        }),
        propertyOptions(20),
      );
    });
  });

  it('is pure: the same walk gives the same turns', () => {
    forKind(kind, (spec, events) => {
      fc.assert(
        fc.property(walks(spec, events), (walk) => {
          expect(play(spec, walk)).toEqual(play(spec, walk));
        }),
        propertyOptions(10),
      );
    });
  });

  it('names the same statuses as its model and its schema', () => {
    expect([...statusesOf(chartOf(specs[kind].machine)).keys()].sort()).toEqual(
      Object.keys(model.rows).sort(),
    );
  });

  it('reaches every status and leaves it again, or says why not', () => {
    const seen = reachable(model);
    for (const [status, row] of Object.entries(model.rows)) {
      expect(
        seen.has(status) || status in (model.notEntered ?? {}),
        `${status} is never reached`,
      ).toBe(true);
      const leaves = Object.keys(row).some((event) =>
        allowedTargets(model, status, event).some((target) => target !== status),
      );
      expect(leaves || status in model.restingPlaces, `${status} has no exit and no reason`).toBe(
        true,
      );
      expect(leaves && status in model.restingPlaces, `${status} has an exit and a reason`).toBe(
        false,
      );
    }
  });
});

describe('the runner', () => {
  it('finds the fault of a machine that breaks its model (canary)', () => {
    const wrong: MachineModel = {
      ...small.controlModel,
      rows: { ...small.controlModel.rows, open: { PAUSE: 'paused' } },
    };
    const outcome = fc.check(
      fc.property(walks(specs.control, eventArbitraries.control), (walk) => {
        for (const step of play(specs.control, walk)) checkStep(specs.control, wrong, step);
      }),
      { seed: 1, numRuns: 200 },
    );
    expect(outcome.failed).toBe(true);
    expect(outcome.counterexample?.[0].length).toBeLessThanOrEqual(2);
  });
});
