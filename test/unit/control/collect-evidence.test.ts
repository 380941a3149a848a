/** A worker that is away when its run is over: the evidence waits for it, and nobody is bothered. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import type { WorkerDirectory } from '../../../src/control/fleet/workers.ts';
import { createCollectEvidence } from '../../../src/control/runs/collect-evidence.ts';
import type { QueueItem } from '../../../src/domain/records.ts';
import { createManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { controlPlaneMachines } from '../../../src/machines/all.ts';
import type { QueueItemEvent } from '../../../src/machines/queue-item/events.ts';
import type { WorkerClient, WorkerResult } from '../../../src/worker-client/client.ts';
import { contentOf, entryOf } from '../../support/evil-worker.ts';
import { sampleDecision } from '../../support/paper-host.ts';
import { claimEvent, enqueueEvent } from '../../support/queue-item-events.ts';
import { settle, until } from '../../support/toy-host.ts';

const minuteMs = 60_000;
const lane = 'http://worker';
const item = { kind: 'queue_item', id: 'p' };
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const enqueue = enqueueEvent({
  auto_continue: false,
  max_continues: 0,
  machine_target: null,
  workload_class: 'cpu_only',
  model: null,
});
const claim = claimEvent({ run_id: 'r', lane, worker_target: 'w' });
const over: QueueItemEvent = {
  type: 'SESSION_FINISHED_READY',
  callback: {
    event_type: 'session_finished_ready',
    idempotency_key: 'r:session_finished_ready:1',
    run_id: 'r',
    project_id: 'p',
    session_id: null,
    sequence: 1,
    seen_at: '2026-01-01T00:00:00.000Z',
    gate_state: 'idle',
    reason: null,
    process_tracking: null,
    telemetry: null,
    exit_code: 0,
    decision: null,
  },
};

/** Plays a run to its end on a worker that answers as `reply` says, and lets `minutes` pass. */
async function playOver(minutes: number, reply: (passedMs: number) => WorkerResult<never> | null) {
  const artifactRoot = mkdtempSync(join(tmpdir(), 'orrery-collect-'));
  folders.push(artifactRoot);
  const clock = createManualClock();
  const startMs = clock.now();
  const file = '.orrery/project_decision.json';
  const text = JSON.stringify(sampleDecision);
  const stamp = { project_id: 'p', timestamp: toIsoTime(startMs) };
  const asked: number[] = [];
  const answer = (value: object) => {
    asked.push(clock.now() - startMs);
    return reply(clock.now() - startMs) ?? { kind: 'ok', value: { ...stamp, ...value } };
  };
  const client = {
    evidenceManifest: async () =>
      answer({ run_id: 'r', files: [entryOf(file, text)], omitted: [] }),
    readEvidence: async () => answer({ files: [contentOf(file, text)], unread: [] }),
  } as unknown as WorkerClient;
  const workers = {
    byLane: () => ({ name: 'w', lane, client }),
    byName: () => undefined,
  } as unknown as WorkerDirectory;
  const journal = createMemoryJournal();
  const host = new ActorHost({
    journal,
    definitions: new Map(
      Object.values(controlPlaneMachines).map((spec) => [
        spec.kind,
        createMachineActor(spec as unknown as MachineSpec<ActorState, ActorEvent>),
      ]),
    ),
    effects: {
      'worker.start_run': {
        run: async () => ({ type: 'WORKER_ACCEPTED', run_id: 'r', session_id: null }) as never,
      },
      'evidence.collect': createCollectEvidence({
        workers,
        reads: { get: async () => undefined },
        artifactRoot,
        clock,
        syncTimeoutMs: minuteMs,
        exitCodeOf: async () => 0,
        hearUsage: async () => {},
        redact: (text) => text,
        onSynced: () => {},
      }),
    },
    clock,
    entropy: createSeededEntropy(1),
    onStoreFault: (error) => {
      throw error;
    },
  });
  await host.start();
  for (const event of [enqueue, claim, over]) void host.ask(item, event);
  await until(() => asked.length > 0);
  const itemNow = () => journal.actors.get('queue_item/p')?.state as QueueItem;
  for (let step = 0; step < minutes * 2 && itemNow().status === 'wake_received'; step += 1) {
    clock.advance(minuteMs / 2);
    await settle();
  }
  const drained = host.drain(1000);
  clock.advance(1000);
  await drained;
  return { item: itemNow(), asked };
}

const away: WorkerResult<never> = { kind: 'not_sent', error: 'connection refused' };

it('waits an hour for a worker that cannot be reached, and asks it every minute at least', async () => {
  const { item: after, asked } = await playOver(90, (passedMs) =>
    passedMs < 60 * minuteMs ? away : null,
  );
  expect(after).toMatchObject({ status: 'completed', manual_review_required: false });
  const pauses = asked.map((at, index) => at - (asked[index - 1] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1.5 * minuteMs);
});

it('goes to a person when the worker stays away', async () => {
  const { item: after } = await playOver(5 * 60, () => away);
  expect(after).toMatchObject({
    status: 'needs_review',
    blocked_reason: 'the evidence of the run could not be collected',
    last_error: expect.stringContaining('connection refused'),
  });
});

it('goes to a person at once when the worker refuses in its own words', async () => {
  const { item: after, asked } = await playOver(
    5,
    () => ({ kind: 'refused', code: 'run_not_found', status: 404, detail: 'gone' }) as never,
  );
  expect(after).toMatchObject({
    status: 'needs_review',
    blocked_reason: expect.stringContaining('gone'),
  });
  expect(asked).toHaveLength(1);
});
