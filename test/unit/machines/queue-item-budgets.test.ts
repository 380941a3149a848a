/** A queue item whose run has budgets: warnings, the stop, and what comes of it. */
import { describe, expect, it } from 'vitest';
import type { RunBudget } from '../../../src/domain/budgets.ts';
import { budgetDayMs, limits } from '../../../src/domain/limits.ts';
import type { CallbackBody } from '../../../src/domain/records.ts';
import type { QueueItemEvent } from '../../../src/machines/queue-item/events.ts';
import { queueItemSpec } from '../../../src/machines/queue-item/spec.ts';
import { claimEvent, enqueueEvent } from '../../support/queue-item-events.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<QueueItemEvent>;
const play = createPlay(queueItemSpec);

const enqueue: Event = enqueueEvent({ machine_target: null, model: null });
const of = (budget: RunBudget['budget'], limit: number): RunBudget => ({
  budget,
  limit,
  warn_at: limit * 0.8,
  before: 0,
  used: null,
  warned: false,
});
/** At minute 1. */
const claim = (...budgets: readonly RunBudget[]): Event => claimEvent({ budgets });
const wall = of('run_wall_sec', 600);
const accepted: Event = { type: 'WORKER_ACCEPTED', run_id: 'r1', session_id: 's1' };
const dueAt = (count: number): Event => ({ type: 'BUDGET_DUE', run_id: 'r1', at: minute(count) });
const usage = (tokens: number, run = 'r1'): Event => ({
  type: 'USAGE_REPORTED',
  run_id: run,
  usage: { tokens, cost_usd: null },
});
const stopped: Event = { type: 'RUN_STOPPED', run_id: 'r1' };
const finished: Event = {
  type: 'DECISION_READ',
  run_id: 'r1',
  decision: {
    project_decision: 'continue',
    research_outcome: 'useful_signal',
    hypothesis_status: 'mixed',
    summary: 'half of it',
  },
  gate_verdict: null,
  problems: [],
};
const gateError: CallbackBody = {
  event_type: 'gate_error',
  idempotency_key: 'r1:gate_error:3',
  run_id: 'r1',
  project_id: 'p',
  session_id: 's1',
  sequence: 3,
  seen_at: minute(12),
  gate_state: 'gate_error',
  reason: 'the agent was killed',
  process_tracking: null,
  telemetry: null,
  exit_code: 143,
  decision: null,
};
const running = [enqueue, claim(wall), accepted];
/** Ten minutes after the claim. */
const over = [...running, dueAt(11)];
const timerOf = ({ actions }: ReturnType<typeof play>) =>
  actions.flatMap((action) =>
    action.type === 'schedule' && action.params.timer === 'budget' ? [action.params.delay_ms] : [],
  );

describe('the time of a run', () => {
  it('is watched from the claim on, first for the warning', () => {
    expect(timerOf(play([enqueue], claim(wall)))).toEqual([480_000]);
    expect(timerOf(play([enqueue], claim()))).toEqual([]);
  });

  it('is warned of once, and then watched to its end', () => {
    const warned = play(running, dueAt(9));
    expect(warned.told).toMatchObject([
      {
        to: { kind: 'run', id: 'r1' },
        event: { type: 'BUDGET_WARNED', warned: { budget: 'run_wall_sec', spent: 480 } },
      },
    ]);
    expect(timerOf(warned)).toEqual([120_000]);
    const again = play([...running, dueAt(9)], dueAt(10));
    expect(again.told).toEqual([]);
    expect(timerOf(again)).toEqual([60_000]);
  });

  it('ends it on its worker when it is up, also while contact is lost', () => {
    for (const history of [running, [...running, { type: 'RUN_MISSING', run_id: 'r1' } as const]]) {
      const { state, before, performed, records } = play(history, dueAt(11));
      expect(state.status).toBe(before.status);
      expect(performed).toMatchObject([
        {
          effect: 'worker.stop_run',
          input: {
            run_id: 'r1',
            reason:
              'budget_exceeded: run wall time budget spent: 10 of 10 min (budget_run_wall_sec)',
          },
        },
      ]);
      expect(records).toContain('queue_item.budget_spent');
      expect(state.budget_stop).toEqual({ budget: 'run_wall_sec', spent: 600, limit: 600 });
    }
  });

  it('ends it when it is up by its timers, though the clock was put back a month', () => {
    const back = (count: number) => minute(count - 30 * 24 * 60);
    const timers = ({ actions }: ReturnType<typeof play>): Event[] =>
      actions.flatMap((action) =>
        action.type === 'schedule' && action.params.timer === 'budget'
          ? [action.params.event as unknown as Event]
          : [],
      );
    const [first] = timers(play([enqueue], claim(wall)));
    const warned = play(running, { ...first!, at: back(9) });
    expect(warned.records).toContain('queue_item.budget_warned');
    expect(timerOf(warned)).toEqual([120_000]);
    const [last] = timers(warned);
    const { state } = play([...running, { ...first!, at: back(9) }], { ...last!, at: back(11) });
    expect(state.budget_stop).toEqual({ budget: 'run_wall_sec', spent: 600, limit: 600 });
  });

  it('of another run ends nothing', () => {
    const { accepted: taken, performed } = play(running, { ...dueAt(11), run_id: 'r0' } as Event);
    expect(taken).toBe(false);
    expect(performed).toEqual([]);
  });
});

describe('a stopped run', () => {
  it('has its evidence collected, and its item waits for a person whatever it decided', () => {
    const end = play(over, stopped);
    expect(end.state).toMatchObject({ status: 'wake_received', last_run_state: 'canceled' });
    expect(end.performed).toMatchObject([{ effect: 'evidence.collect', input: { run_id: 'r1' } }]);
    expect(end.told).toMatchObject([{ event: { type: 'CANCELED' } }]);
    const read = play([...over, stopped], finished);
    expect(read.state).toMatchObject({
      status: 'needs_review',
      lane: null,
      manual_review_required: true,
      blocked_reason:
        'budget_exceeded: run wall time budget spent: 10 of 10 min (budget_run_wall_sec)',
      decision: { summary: 'half of it' },
      next_mode: 'resume',
    });
    expect(read.records).toEqual(['queue_item.budget_exceeded']);
  });

  it('is stopped once: a second word of it changes nothing', () => {
    const { state, performed } = play([...over, stopped], stopped);
    expect(state.status).toBe('wake_received');
    expect(performed).toEqual([]);
    expect(play(over, dueAt(12)).performed).toEqual([]);
  });

  it.each([
    ['its own budget', over],
    [
      'the budget of the day',
      [
        enqueue,
        claim(),
        accepted,
        {
          type: 'DAY_BUDGET_SPENT',
          run_id: 'r1',
          stop: { budget: 'day_wall_sec', spent: 61, limit: 60 },
        } as const,
      ],
    ],
  ])('that its gate then calls failed waits for a person as one over %s', (_words, spent) => {
    const failed: Event = { type: 'GATE_ERROR', callback: gateError };
    for (const words of [[stopped, failed], [failed]]) {
      expect(play([...spent, ...words.slice(0, -1)], words.at(-1)!).state.status).toBe(
        'wake_received',
      );
      const { state } = play([...spent, ...words], finished);
      expect(state).toMatchObject({ status: 'needs_review', decision: { summary: 'half of it' } });
      expect(state.blocked_reason).toMatch(/^budget_exceeded: /);
    }
    const late = play([...spent, stopped], failed);
    expect(late.reply).toMatchObject({ applied: false, ignore_reason: 'not_applicable_now' });
  });

  it('whose evidence cannot be had says both', () => {
    const failed = { type: 'EFFECT_FAILED', effect: 'evidence.collect', error: 'gone' } as const;
    const { state } = play([...over, stopped], failed);
    expect(state.status).toBe('needs_review');
    expect(state.blocked_reason).toMatch(/^budget_exceeded: .*could not be collected$/);
  });

  it('goes back into the queue only by hand, and then without the mark', () => {
    const { state } = play([...over, stopped, finished], { type: 'RETRY', note: null });
    expect(state).toMatchObject({ status: 'queued', budget_stop: null, blocked_reason: null });
  });

  it('that was never started does not go back into the queue either', () => {
    const refused: Event = {
      type: 'WORKER_REFUSED',
      run_id: 'r1',
      error: 'no',
      code: 'worker_busy',
    };
    const { state } = play([enqueue, claim(wall), dueAt(11)], refused);
    expect(state).toMatchObject({ status: 'needs_review', current_run_id: null });
    expect(state.blocked_reason).toMatch(/^budget_exceeded/);
  });

  it('is canceled when somebody asks for that', () => {
    const asked = play(over, { type: 'CANCEL', note: null });
    expect(JSON.stringify(asked.state)).toContain('asked');
    expect(play([...over, { type: 'CANCEL', note: null }], stopped).state.status).toBe('canceled');
  });
});

describe('a run that cannot be stopped', () => {
  const failed: Event = { type: 'STOP_FAILED', run_id: 'r1', error: 'no answer' };

  it('is stopped again after a pause', () => {
    const first = play(over, failed);
    expect(first.state).toMatchObject({ status: 'running', budget_stop: null });
    expect(timerOf(first)).toEqual([limits.stopRetryMs]);
    const second = play([...over, failed], dueAt(13));
    expect(second.performed).toMatchObject([{ effect: 'worker.stop_run' }]);
  });
});

describe('what agents report', () => {
  const tokens = of('run_tokens', 1_000);
  const told = [enqueue, claim(tokens), accepted];

  it('is kept with the run, warned of, and ends it when it is too much', () => {
    expect(timerOf(play([enqueue], claim(tokens)))).toEqual([budgetDayMs]);
    const little = play(told, usage(500));
    expect(little.told).toMatchObject([{ event: { type: 'USAGE', usage: { tokens: 500 } } }]);
    expect(little.performed).toEqual([]);
    const much = play(told, usage(900));
    expect(much.told.map(({ event }) => event.type)).toEqual(['USAGE', 'BUDGET_WARNED']);
    const all = play([...told, usage(900)], usage(1_200));
    expect(all.performed).toMatchObject([{ effect: 'worker.stop_run' }]);
    expect(all.state.budget_stop).toEqual({ budget: 'run_tokens', spent: 1_200, limit: 1_000 });
  });

  it('of an earlier run is passed on to it and judges nothing', () => {
    const { told: words, performed, records, state } = play(told, usage(5_000, 'r0'));
    expect(words).toMatchObject([{ to: { id: 'r0' }, event: { type: 'USAGE' } }]);
    expect(performed).toEqual([]);
    expect(records).toEqual(['queue_item.usage_reported']);
    expect(state.budgets).toMatchObject([{ used: null }]);
  });
});
