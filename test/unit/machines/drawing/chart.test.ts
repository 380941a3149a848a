/** Facts are read from the running definition, nested as it is, names put into words. */
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { countTransitions, listStates, readChart } from '../../../../src/machines/drawing/chart.ts';
import { eachToEach, job } from './samples.ts';

const root = readChart(job);
const stateOf = (id: string) => listStates(root).find((state) => state.id === id)!;
/** `EVENT [condition] -> targets` of a state. */
const waysOf = (id: string): string[] =>
  stateOf(id).transitions.map(
    ({ event, guard, isElse, targets }) =>
      `${event} [${isElse ? 'else' : (guard ?? '')}] -> ${targets.join(' ')}`,
  );

describe('reading a machine', () => {
  it('keeps nests, kinds, marks, statuses, tags and children', () => {
    expect(listStates(root).map(({ id, type }) => `${id} ${type}`)).toEqual([
      ' compound',
      'queued atomic',
      'active parallel',
      'active.run compound',
      'active.run.starting atomic',
      'active.run.running atomic',
      'active.run.over final',
      'active.run.before history',
      'active.canceling compound',
      'active.canceling.unasked atomic',
      'active.canceling.asked atomic',
      'active.canceling.settled final',
      'review atomic',
      'completed final',
      'canceled atomic',
    ]);
    const initial = listStates(root).filter(({ isInitial }) => isInitial);
    expect(initial.map(({ name }) => name)).toEqual(['queued', 'starting', 'unasked']);
    const terminal = listStates(root).filter(({ isTerminal }) => isTerminal);
    expect(terminal.map(({ name }) => name)).toEqual(['over', 'settled', 'completed', 'canceled']);
    expect(stateOf('active.run.starting')).toMatchObject({
      status: 'dispatching',
      invokes: ['start run'],
    });
    expect([stateOf('active').tags, stateOf('canceled').tags]).toEqual([['claimed'], []]);
    expect(stateOf('active.run.before').isDeep).toBe(true);
  });

  it('says delays, ends, children and history in words', () => {
    expect(waysOf('active.run.starting')).toEqual([
      'when start run is done [] -> active.run.running',
      'when start run fails [too often] -> review',
      'when start run fails [else] -> queued',
      'after 90 s [] -> ',
      'after patience over [] -> active.run.running',
    ]);
    expect(waysOf('active')).toContain('when done [] -> completed');
    expect(waysOf('active.run.before')).toEqual(['at first [] -> active.run.starting']);
  });

  it('spells conditions and what they are made of', () => {
    expect(waysOf('active')).toContain('LOST [current run and not found live] -> review');
    expect(waysOf('active.canceling.unasked')).toEqual([
      'at once [in active.run.over] -> active.canceling.settled',
    ]);
    expect(waysOf('review').slice(-3)).toEqual([
      'ANSWER [found live] -> completed',
      'ANSWER [current run or (found live and not too often)] -> canceled',
      'ANSWER [else] -> ',
    ]);
    expect(readChart(eachToEach).children[0]?.transitions[1]?.guard).toBe('sets to queued');
  });

  it('tells staying from starting over', () => {
    const [again] = stateOf('review').transitions.filter(({ event }) => event === 'AGAIN');
    expect(again).toMatchObject({ targets: [], reenters: true });
    expect(root.transitions).toMatchObject([{ event: 'EDIT', targets: [], reenters: false }]);
  });
});

describe('counting transitions', () => {
  it('counts every branch of every state, by itself, delayed and done ones too', () => {
    // root 1, queued 2, active 3, starting 3 + 2, running 2, unasked 1, asked 1, review 6, canceled 1
    expect(countTransitions(job)).toBe(22);
    expect(countTransitions(eachToEach)).toBe(12 * 12 + 11);
    expect(countTransitions(createMachine({ id: 'none' }))).toBe(0);
  });
});
