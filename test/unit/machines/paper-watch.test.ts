/** The paper watch: rounds of looks, who hears what of them, and what follows a look that failed. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import type { PaperWatchEvent } from '../../../src/machines/paper-watch/events.ts';
import { paperWatchSpec } from '../../../src/machines/paper-watch/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<PaperWatchEvent>;
const play = createPlay(paperWatchSpec, 'main');
const start: Event = { type: 'START' };
const due: Event = { type: 'LOOK_DUE' };
const looked = (change: Partial<Extract<Event, { type: 'LOOKED' }>> = {}): Event => ({
  type: 'LOOKED',
  after: null,
  papers: 2,
  changed: [],
  published: [],
  ...change,
});
const lookIn = (delay_ms: number) => ({
  type: 'schedule',
  params: { timer: 'look', delay_ms, event: { type: 'LOOK_DUE' } },
});

describe('the paper watch', () => {
  it('is started once, and looks a round later', () => {
    expect(play([start], start).refusal?.code).toBe('transition_refused');
    expect(play([], start).actions).toContainEqual(lookIn(limits.paperRoundMs));
    expect(play([start], due).performed).toEqual([
      { effect: 'papers.look', input: { after: null } },
    ]);
  });

  it('goes on with the next papers soon, and begins the next round later', () => {
    const more = play([start, due], looked({ after: 'p-50' }));
    expect(more.actions).toContainEqual(lookIn(limits.paperLookPauseMs));
    expect(more.state).toMatchObject({ after: 'p-50', round_ended_at: null });
    const history = [start, due, looked({ after: 'p-50' })];
    expect(play(history, due).performed).toMatchObject([{ input: { after: 'p-50' } }]);
    const last = play([...history, due], looked());
    expect(last.actions).toContainEqual(lookIn(limits.paperRoundMs));
    expect(last.state).toMatchObject({ after: null, round_ended_at: minute(4), papers: 2 });
  });

  it('tells each paper what it has to do with what was found, and nobody else', () => {
    const { told, records } = play(
      [start, due],
      looked({
        changed: ['p1'],
        published: [{ paper_id: 'p2', mark: 'm', drift: 'paper.md does not match its checksum' }],
      }),
    );
    expect(told).toEqual([
      { to: { kind: 'paper_review', id: 'p1' }, event: { type: 'EVALUATE' } },
      {
        to: { kind: 'corpus_entry', id: 'p2' },
        event: {
          type: 'FILES_READ',
          mark: 'm',
          drift: 'paper.md does not match its checksum',
        },
      },
    ]);
    expect(records).toEqual(['paper_watch.looked']);
    expect(play([start, due], looked()).told).toEqual([]);
  });

  it('says why a look failed, and makes it again', () => {
    const failure: Event = { type: 'EFFECT_FAILED', effect: 'papers.look', error: 'EIO' };
    const { state, actions } = play([start, due], failure);
    expect(state).toMatchObject({ last_error: 'EIO', failed_at: minute(2) });
    expect(actions).toContainEqual(lookIn(limits.paperLookRetryMs));
    expect(play([start, due, failure, due], looked()).state).toMatchObject({
      last_error: null,
      failed_at: null,
    });
  });
});
