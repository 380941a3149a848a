/** The log of a nested machine: its changes add up to what is stored, and show what went. */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createMemoryJournal } from '../../../../src/actors/journal/memory.ts';
import { changeIn, foldChange } from '../../../../src/actors/journal/state-fold.ts';
import { createMachineActor } from '../../../../src/actors/runtime/machine-actor.ts';
import { outcomeOf, startHost } from '../../../support/toy-host.ts';
import { type AnyState, specOf } from './support.ts';

/** Only while it works does the status leave open which states are active. */
const lampMachine = setup({}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { meta: { status: 'off' }, on: { TURN: 'on' } },
    on: {
      meta: { status: 'on' },
      initial: 'dim',
      on: { TURN: 'off' },
      states: { dim: { on: { UP: 'bright' } }, bright: {} },
    },
  },
});
const first: AnyState = { status: 'off' };
const address = { kind: 'lamp', id: 'hall' };

describe('the changes in the log', () => {
  it('add up to the stored state, also where the states beside its status went', async () => {
    const journal = createMemoryJournal();
    const definition = createMachineActor(specOf(lampMachine, first));
    const { host } = await startHost({ journal, definitions: new Map([['lamp', definition]]) });
    const stored = () => journal.actors.get('lamp/hall');
    const folded = () =>
      journal.log
        .map(({ payload }) => changeIn(payload)!)
        .reduce<ReturnType<typeof foldChange> | undefined>(foldChange, undefined);
    for (const type of ['TURN', 'UP', 'TURN', 'TURN']) {
      expect(outcomeOf(await host.ask(address, { type })).accepted).toBe(true);
      expect(folded()).toEqual(stored());
    }
    expect(journal.log.map(({ payload }) => changeIn(payload)?.unset)).toEqual([
      undefined,
      undefined,
      ['machine_state'],
      undefined,
    ]);
  });

  it('are none where what went is no list', () => {
    const change = { kind: 'lamp', id: 'hall', version: 2, state_version: 1, set: {} };
    expect(changeIn({ change })).toEqual(change);
    expect(changeIn({ change: { ...change, unset: 'machine_state' } })).toBeUndefined();
  });
});
