/** A rewrite batch: paper by paper, canceled between two, and nothing of one paper in another. */
import { describe, expect, it } from 'vitest';
import { batchProgress } from '../../../src/domain/entities/rewrite-batch.ts';
import type { RewriteBatchEvent } from '../../../src/machines/rewrite-batch/events.ts';
import { rewriteBatchSpec } from '../../../src/machines/rewrite-batch/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

const play = createPlay(rewriteBatchSpec, 'batch-1');
type Event = Given<RewriteBatchEvent>;
const start: Event = {
  type: 'START',
  papers: ['a', 'b', 'c'].map((paper_id) => ({ paper_id, title: null })),
  force: false,
};
const ended = (
  paper_id: string,
  result: 'rewritten' | 'skipped' | 'failed' = 'rewritten',
): Event => ({
  type: 'PAPER_ENDED',
  paper_id,
  result,
  code: result === 'rewritten' ? null : 'evidence_missing',
  detail: null,
  event_id: null,
});
const cancel: Event = { type: 'CANCEL', note: 'enough' };

describe('a rewrite batch', () => {
  it.each<[string, Event[], Event, string]>([
    ['a second start', [start], start, 'already_started'],
    ['a batch of nothing', [], { ...start, papers: [] }, 'transition_refused'],
    ['a word about another paper', [start], ended('b'), 'transition_refused'],
    ['a second word about the same paper', [start, ended('a')], ended('a'), 'transition_refused'],
    ['a second cancel', [start, cancel], cancel, 'already_canceling'],
    ['a cancel of what is over', [start, cancel, ended('a')], cancel, 'already_ended'],
  ])('refuses %s', (_, history, event, code) => {
    expect(play(history, event).refusal?.code).toBe(code);
  });

  it('asks for one paper after the other, and ends with the last', () => {
    const second = play([start], ended('a'));
    expect(second.performed).toMatchObject([
      { effect: 'batch.rewrite', input: { batch_id: 'batch-1', paper_id: 'b', force: false } },
    ]);
    const last = play([start, ended('a'), ended('b', 'skipped')], ended('c', 'failed'));
    expect(last.performed).toEqual([]);
    expect(last.state).toMatchObject({ status: 'done', ended_at: minute(3) });
    expect(batchProgress(last.state)).toEqual({
      total: 3,
      rewritten: 1,
      skipped: 1,
      failed: 1,
      left: 0,
      current_paper_id: null,
    });
  });

  it('goes on where the work on one paper was given up', () => {
    const { state, performed } = play([start], {
      type: 'EFFECT_FAILED',
      effect: 'batch.rewrite',
      error: 'the thread is gone',
    });
    expect(state.papers[0]).toMatchObject({ result: 'failed', detail: 'the thread is gone' });
    expect(performed).toMatchObject([{ input: { paper_id: 'b' } }]);
  });

  it('lets the paper under way end when it is canceled, and leaves the others', () => {
    expect(play([start], cancel).state.status).toBe('canceling');
    const { state, performed, records } = play([start, cancel], ended('a'));
    expect(performed).toEqual([]);
    expect(state).toMatchObject({ status: 'canceled', canceled_by: 'ada', note: 'enough' });
    expect(state.papers.map(({ result }) => result)).toEqual(['rewritten', 'left', 'left']);
    expect(records).toEqual(['rewrite_batch.paper_ended', 'rewrite_batch.canceled']);
  });
});
