/** What is passed on to the pump as a change, and how seldom. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Inspection } from '../../../src/actors/runtime/inspection.ts';
import { createPumpWaker } from '../../../src/app/plane/pump-waker.ts';
import type { Waker } from '../../../src/app/plane/waker.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock, type ManualClock } from '../../../src/lib/clock.ts';

let inspection: Inspection;
let clock: ManualClock;
let waker: Waker;
let said: string[];
let errors: unknown[];
let answer: () => Promise<void>;

beforeEach(() => {
  inspection = new Inspection(10);
  clock = createManualClock();
  said = [];
  errors = [];
  answer = () => Promise.resolve();
  waker = createPumpWaker({
    inspection,
    clock,
    wake: (cause) => {
      said.push(cause);
      return answer();
    },
    onError: (error) => errors.push(error),
  });
});

const turn = (actor: string, from: string, to: string, event = 'X', accepted = true): void =>
  inspection.add({
    kind: 'turn',
    at: '2026-01-01T00:00:00.000Z',
    actor,
    event,
    from,
    to,
    accepted,
    refused: null,
    effects: [],
    durationMs: 1,
  });
/** Lets promises settle. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await Promise.resolve();
};
/** The pause after a word is over. */
const rest = async (): Promise<void> => {
  await settle();
  clock.advance(limits.pumpBurstMs);
  await settle();
};

describe('the pump', () => {
  it('is told nothing while it is off, and hears again once it is on', async () => {
    waker.start(false);
    turn('queue_item/a', 'new', 'queued');
    await rest();
    expect(said).toEqual([]);
    turn('pump/main', 'off', 'waiting', 'SWITCH_ON');
    turn('pump/main', 'waiting', 'waiting', 'LOOKED');
    turn('queue_item/b', 'new', 'queued');
    expect(said).toEqual(['queue_item/b became queued']);
    turn('pump/main', 'waiting', 'off', 'SWITCH_OFF');
    await rest();
    turn('queue_item/c', 'new', 'queued');
    expect(said).toHaveLength(1);
  });

  it('is told of what may give it work, and of nothing else', async () => {
    waker.start(true);
    await rest();
    said = [];
    turn('run/a-1', 'new', 'prepared');
    turn('paper/a-1--draft', 'new', 'draft_generating');
    turn('worker_target/gpu', 'healthy', 'unreachable');
    turn('queue_item/a', 'queued', 'queued', 'CLAIM', false);
    turn('queue_item/a', 'running', 'running');
    turn('queue_item/a', 'running', 'awaiting_wake');
    turn('queue_item/a', 'queued', 'dispatching');
    await rest();
    expect(said).toEqual([]);
    for (const give of [
      () => turn('worker_target/gpu', 'unreachable', 'healthy'),
      () => turn('control/main', 'paused', 'open'),
      () => turn('queue_item/a', 'running', 'completed'),
      () => turn('queue_item/a', 'queued', 'queued', 'EDIT'),
      () => turn('paper/a-1--draft', 'draft_generating', 'draft_review'),
      () => turn('paper_review/a-1--draft', 'queued', 'queued', 'EVALUATED'),
    ]) {
      said = [];
      give();
      expect(said).toHaveLength(1);
      await rest();
    }
  });

  it('gets one word at a time with a pause after it, whatever happens meanwhile', async () => {
    waker.start(true);
    expect(said).toEqual(['the service has started']);
    for (let count = 0; count < 100; count += 1) turn(`queue_item/${count}`, 'new', 'queued');
    await settle();
    expect(said).toHaveLength(1);
    await rest();
    expect(said).toEqual(['the service has started', 'queue_item/0 became queued']);
    await rest();
    expect(said).toHaveLength(2);
  });

  it.each([
    ['it looks', () => turn('pump/main', 'waiting', 'waiting', 'LOOK_DUE')],
    ['it was just switched on', () => turn('pump/main', 'off', 'waiting', 'SWITCH_ON')],
    ['it steps', () => turn('pump/main', 'waiting', 'stepping', 'LOOKED')],
  ])('is told nothing while %s, and of what came meanwhile after it', async (_when, begin) => {
    waker.start(true);
    await rest();
    begin();
    turn('queue_item/a', 'new', 'queued');
    await rest();
    expect(said).toHaveLength(1);
    turn('pump/main', 'stepping', 'waiting', 'STEPPED');
    expect(said).toEqual(['the service has started', 'queue_item/a became queued']);
  });

  it('is told again after a word that was lost, and not after the stop', async () => {
    answer = () => Promise.reject(new Error('overloaded'));
    waker.start(true);
    await rest();
    expect(errors).toHaveLength(1);
    turn('queue_item/a', 'new', 'queued');
    await settle();
    expect(said).toHaveLength(2);
    waker.stop();
    await rest();
    turn('queue_item/b', 'new', 'queued');
    await settle();
    expect(said).toHaveLength(2);
    expect(clock.pendingCount).toBe(0);
  });
});
