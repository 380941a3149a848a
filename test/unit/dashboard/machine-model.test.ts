/** The way of an entity through its machine, and what may come next. */
import { describe, expect, it } from 'vitest';
import {
  eventLabel,
  impossibleIn,
  isMove,
  movesOf,
  possibleIn,
  type Statechart,
  type Step,
  staysOf,
  visitsOf,
  wayWords,
} from '../../../src/dashboard/machines/machine-model.ts';
import { valueText } from '../../../src/dashboard/words/value-text.ts';

const step = (id: number, status: string | null, sec: number | null = id): Step => ({
  event_id: id,
  event_type: 'item.moved',
  created_at: sec === null ? 'some day' : new Date(sec * 1_000).toISOString(),
  status,
});
/** Newest first, as they are told. */
const steps = [
  step(5, 'queued'),
  step(4, null),
  step(3, 'running'),
  step(2, 'queued'),
  step(1, 'queued', 0),
];

describe('the way', () => {
  it('has no stay where no event set a status', () => {
    expect(visitsOf([])).toEqual([]);
    expect(visitsOf([step(1, null)])).toEqual([]);
  });

  it('goes from state to state, however often one was set again', () => {
    const visits = visitsOf(steps);
    expect(visits.map(({ status, sinceMs, untilMs }) => [status, sinceMs, untilMs])).toEqual([
      ['queued', 0, 3_000],
      ['running', 3_000, 5_000],
      ['queued', 5_000, null],
    ]);
    expect([...movesOf(visits)]).toEqual(['queued running', 'running queued']);
  });

  it('sums up the stays, the one that goes on up to now, and says when a time is not known', () => {
    const stays = staysOf(visitsOf(steps), 6_500);
    expect(stays.get('queued')).toEqual({ times: 2, ms: 4_500 });
    expect(stays.get('running')).toEqual({ times: 1, ms: 2_000 });
    expect(staysOf(visitsOf([step(1, 'queued', null)]), 9).get('queued')).toEqual({
      times: 1,
      ms: null,
    });
  });
});

const answer = (event: string, to: string[], more: object = {}) => ({
  event,
  named: true,
  if: null,
  to,
  again: false,
  ...more,
});
const chart: Statechart = {
  states: [
    { id: '', name: 'item', status: 'item', answers: [answer('FORGET', ['over'])] },
    { id: 'queued', name: 'queued', status: 'queued', answers: [answer('START', ['on.first'])] },
    {
      id: 'on',
      name: 'on',
      status: 'on',
      answers: [answer('END', ['over']), answer('LOOK', [])],
    },
    {
      id: 'on.first',
      name: 'first',
      status: 'first',
      answers: [
        answer('END', ['over'], { if: 'it is done' }),
        answer('END', [], { if: 'else' }),
        answer('after 5 s', ['over'], { named: false }),
      ],
    },
    { id: 'over', name: 'over', status: 'over_all', answers: [] },
    // Of another region of `on`, in which it is at the same time.
    { id: 'on.beside', name: 'beside', status: 'beside', answers: [answer('STOP', ['over'])] },
  ],
  statuses: [
    { status: 'queued', takes: ['FORGET', 'START'] },
    { status: 'first', takes: ['FORGET', 'LOOK', 'STOP', 'END', '*'] },
    { status: 'over_all', takes: ['FORGET'] },
  ],
};

describe('what may come next', () => {
  it('is what the status takes, with where that leads from the innermost state that answers', () => {
    const possible = possibleIn(chart, 'first');
    expect(possible.map(({ event }) => event)).toEqual([
      'FORGET',
      'LOOK',
      'STOP',
      'END',
      'after 5 s',
    ]);
    expect(possible.filter((each) => isMove(each, 'first')).map(({ label }) => label)).toEqual([
      'forget',
      'stop',
      'end',
      'after 5 s',
    ]);
    expect(possible[3]?.ways.map((way) => wayWords(way, 'first'))).toEqual([
      'leads to over all if it is done',
      'else it stays first',
    ]);
    expect(possible[2]?.ways).toEqual([{ to: 'over_all', when: null }]);
    expect(possibleIn(chart, 'over_all').map(({ event }) => event)).toEqual(['FORGET']);
    expect(possibleIn(chart, 'unheard of')).toEqual([]);
  });

  it('leaves out the rest, and says when that is possible', () => {
    expect(impossibleIn(chart, 'queued')).toEqual([
      { label: 'look', during: ['first'] },
      { label: 'stop', during: ['first'] },
      { label: 'end', during: ['first'] },
    ]);
  });

  it('is in words', () => {
    expect(eventLabel('RETRY_NOW')).toBe('retry now');
    expect(eventLabel('after 5 s')).toBe('after 5 s');
    expect([null, '', 0, false, 'x', { a: 1 }].map(valueText)).toEqual([
      'nothing',
      'an empty text',
      '0',
      'false',
      'x',
      '{"a":1}',
    ]);
  });
});
