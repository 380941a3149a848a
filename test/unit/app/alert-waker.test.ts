/** What the alert watch is told of as a change, and how seldom. */
import { beforeEach, expect, it } from 'vitest';
import { Inspection, type NoteKind } from '../../../src/actors/runtime/inspection.ts';
import { createAlertWaker } from '../../../src/app/plane/alert-waker.ts';
import type { Waker } from '../../../src/app/plane/waker.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock, type ManualClock } from '../../../src/lib/clock.ts';

let inspection: Inspection;
let clock: ManualClock;
let waker: Waker;
let said: string[];
const at = '2026-01-01T00:00:00.000Z';

beforeEach(() => {
  inspection = new Inspection(10);
  clock = createManualClock();
  said = [];
  waker = createAlertWaker({
    inspection,
    clock,
    wake: async (cause) => void said.push(cause),
    onError: (error) => {
      throw error;
    },
  });
});

const turn = (actor: string, from: string, to: string, event = 'X', accepted = true): void =>
  inspection.add({
    kind: 'turn',
    at,
    actor,
    event,
    from,
    to,
    accepted,
    refused: null,
    effects: [],
    durationMs: 1,
  });
const note = (kind: NoteKind): void =>
  inspection.add({ kind, at, actor: 'run/x', event: 'X', reason: 'boom' });
/** The pause after a word is over. */
const rest = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await Promise.resolve();
  clock.advance(limits.alertWakeMs);
  for (let round = 0; round < 5; round += 1) await Promise.resolve();
};

it('is told nothing where nobody evaluates the alerts', async () => {
  waker.start(false);
  turn('worker_target/gpu', 'healthy', 'unreachable', 'UNREACHABLE');
  await rest();
  expect(said).toEqual([]);
});

it('is told of what may raise or clear an alert, and of nothing else', async () => {
  waker.start(true);
  await rest();
  said = [];
  turn('alert/a', 'pending', 'firing', 'OBSERVED');
  turn('incident/i', 'opening', 'open', 'SAY_DUE');
  turn('notification/n', 'new', 'sending', 'SEND');
  turn('queue_item/a', 'running', 'running', 'USAGE_REPORTED');
  turn('worker_target/gpu', 'healthy', 'unreachable', 'UNREACHABLE', false);
  turn('worker_target/gpu', 'healthy', 'healthy', 'OBSERVED');
  turn('queue_item/a', 'new', 'queued', 'ENQUEUE');
  turn('queue_item/a', 'running', 'awaiting_wake', 'AGENT_YIELDED');
  turn('queue_item/a', 'running', 'reconciling', 'STALE_DUE');
  turn('queue_item/a', 'reconciling', 'running', 'RECONCILED');
  turn('paper_review/p', 'queued', 'in_review', 'CLAIM');
  turn('pump/main', 'waiting', 'stepping', 'LOOKED');
  turn('pump/main', 'stepping', 'waiting', 'STEPPED');
  note('effect_retry');
  await rest();
  expect(said).toEqual([]);
  for (const [give, words] of [
    [() => turn('worker_target/gpu', 'healthy', 'unreachable'), 'worker_target/gpu became'],
    [() => turn('worker_target/gpu', 'degraded', 'degraded', 'OBSERVED'), 'took OBSERVED'],
    [() => turn('queue_item/a', 'dispatching', 'reconciling'), 'became reconciling'],
    [() => turn('queue_item/a', 'reconciling', 'reconciling', 'RECONCILED'), 'took RECONCILED'],
    [() => turn('queue_item/a', 'reconciling', 'needs_review'), 'became needs_review'],
    [() => turn('queue_item/a', 'dispatching', 'queued'), 'became queued'],
    [() => turn('queue_item/a', 'awaiting_wake', 'blocked'), 'became blocked'],
    [() => turn('queue_item/a', 'queued', 'queued', 'EDIT'), 'took EDIT'],
    [() => turn('paper_review/p', 'in_review', 'finalized'), 'became finalized'],
    [
      () => turn('paper/p', 'draft_review', 'human_review_required'),
      'became human_review_required',
    ],
    [() => turn('corpus_entry/p', 'importing', 'failed'), 'became failed'],
    [() => turn('control/main', 'open', 'paused'), 'became paused'],
    [() => turn('notification/n', 'sending', 'undeliverable'), 'became undeliverable'],
    [() => turn('pump/main', 'stepping', 'backing_off'), 'became backing_off'],
    [() => turn('heartbeat/main', 'late', 'failing'), 'became failing'],
    [() => turn('upkeep/main', 'backing_up', 'failed'), 'became failed'],
    [() => note('quarantine'), 'quarantine of run/x'],
    [() => note('dead_letter'), 'dead letter of run/x'],
  ] as const) {
    said = [];
    give();
    expect(said).toEqual([expect.stringContaining(words)]);
    await rest();
  }
});

it('gets one word at a time with a pause after it, and none while it looks', async () => {
  waker.start(true);
  for (let count = 0; count < 100; count += 1) turn(`queue_item/${count}`, 'running', 'blocked');
  expect(said).toEqual(['the service has started']);
  turn('alert_watch/main', 'watching', 'watching', 'WAKE');
  await rest();
  await rest();
  expect(said).toHaveLength(1);
  turn('alert_watch/main', 'watching', 'watching', 'CHECKED');
  expect(said).toEqual(['the service has started', 'queue_item/0 became blocked']);
  await rest();
  waker.stop();
  turn('queue_item/z', 'running', 'blocked');
  await rest();
  expect(said).toHaveLength(2);
  expect(clock.pendingCount).toBe(0);
});
