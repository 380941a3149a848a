/** General refusals are made from the running definition. */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import {
  legalEvents,
  refuseGenerally,
  statusesAccepting,
} from '../../../../src/actors/machine/refusal.ts';

const door = setup({
  actions: { record: () => {} },
  guards: { keyFits: (_, _params: { key: string }) => true },
}).createMachine({
  id: 'door',
  initial: 'shut',
  on: { LOOK: { actions: 'record' } },
  states: {
    shut: {
      on: {
        OPEN: 'open',
        LOCK: { guard: { type: 'keyFits', params: { key: 'a' } }, target: 'locked' },
        KNOCK: { actions: 'record' },
      },
    },
    open: { on: { CLOSE: 'shut' } },
    locked: { type: 'final' },
  },
});

describe('general refusals', () => {
  it('say what the state is and where the event applies', () => {
    expect(legalEvents(door, 'shut')).toEqual(['OPEN', 'LOCK', 'KNOCK', 'LOOK']);
    expect(statusesAccepting(door, 'CLOSE')).toEqual(['open']);
    expect(refuseGenerally(door, 'The door', 'shut', 'CLOSE')).toEqual({
      code: 'transition_refused',
      message: 'The door is shut, so "close" does not apply: it is possible while open.',
    });
    expect(refuseGenerally(door, 'The door', 'shut', 'LOCK').message).toContain('values');
  });
});
