/** A process that ends twice inside one effect: the third has the reason to show, and serves on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { createEffectMarks, withMarks } from '../../../src/control/papers/effect-marks.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemEntropy } from '../../../src/lib/ids.ts';
import { controlPlaneMachines } from '../../../src/machines/all.ts';
import { sampleDecision } from '../../support/paper-host.ts';
import { openTestStore, type TestStore } from '../../support/store-fixtures.ts';

let dir: string;
let store: TestStore;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'marks-'));
  store = openTestStore();
});
afterEach(async () => {
  await store.journal.close();
  rmSync(dir, { recursive: true, force: true });
});

const paper = { kind: 'paper', id: 'p--draft' };
const draft = {
  type: 'DRAFT',
  paper_id: paper.id,
  project_id: 'p',
  project_name: 'P',
  project_dir: '/srv/p',
  run_id: 'p-1',
  decision: sampleDecision,
};

/** A process on the store; in it the draft ends the process, which here means that nothing follows. */
async function startProcess() {
  let sayBegun = (): void => {};
  const begun = new Promise<void>((resolve) => {
    sayBegun = resolve;
  });
  const ending = {
    run: (): Promise<never> => {
      sayBegun();
      return new Promise(() => {});
    },
  };
  const host = new ActorHost({
    journal: store.journal,
    definitions: new Map(
      Object.values(controlPlaneMachines).map((spec) => [
        spec.kind,
        createMachineActor(spec as unknown as MachineSpec<ActorState, ActorEvent>),
      ]),
    ),
    effects: withMarks({ 'paper.draft': ending }, createEffectMarks(dir)),
    clock: systemClock,
    entropy: systemEntropy,
    onStoreFault: (error) => {
      throw error;
    },
  });
  await host.start();
  return { host, begun };
}

it('is answered with the reason, which the paper keeps, and leaves nothing on the bench', async () => {
  const first = await startProcess();
  void first.host.ask(paper, draft, { idempotency: { key: 'k', payload: draft } });
  await first.begun;
  const second = await startProcess();
  await second.begun;

  const { host } = await startProcess();
  const reason = expect.stringContaining('the service ended 2 times in the middle of it');
  const reply = await host.recall('k');
  expect(reply).toMatchObject({
    ok: true,
    outcome: { body: { error: reason, code: 'work_given_up' } },
  });
  const stored = await store.journal.load(paper.kind, paper.id);
  expect(stored?.state).toMatchObject({ last_error: reason });
  const events = await store.journal.eventsAfter(0, 10);
  expect(events.at(-1)).toMatchObject({
    event_type: 'paper.draft_failed',
    payload: { error: reason },
  });
  // It is the paper's to show and an operator's to ask for anew: nobody is out of service.
  expect(host.repairs.quarantines()).toEqual([]);
  expect(await host.repairs.deadLetters(10)).toEqual([]);
  expect(await store.journal.effects(0, 10)).toEqual([]);
  await host.drain(1000);
});
