/** An actor that is forgotten: its state leaves the store, the log keeps it, and its id begins anew. */
import { expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { Stamped } from '../../../src/actors/machine/durable-actions.ts';
import { durableSetup } from '../../../src/actors/machine/setup.ts';
import { createSpec, type MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createKit } from '../../../src/machines/kit.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { startHost } from '../../support/toy-host.ts';

interface Note {
  readonly status: 'blank' | 'written';
  readonly words: string;
  readonly created_at: string;
  readonly updated_at: string;
}
type NoteEvent = { readonly type: 'WRITE'; readonly words: string } | { readonly type: 'FORGET' };
type Write = Stamped<Extract<NoteEvent, { type: 'WRITE' }>>;
type Context = Omit<Note, 'status'>;
const kit = createKit<Context, Stamped<NoteEvent>>();
const context = { words: '', created_at: '', updated_at: '' };
/** As `kit.forgetAs` has it beside its record. */
const forget = { type: 'forget' as const, params: {} };
const write = [
  kit.change<Write>(({ event }) => ({ words: event.words })),
  kit.record<Write>('note.written'),
];
const spec = createSpec<Note, NoteEvent>()({
  kind: 'note',
  forgettable: true,
  stateVersion: 1,
  schema: { parse: (stored) => stored as Note },
  machine: durableSetup({
    types: { context: {} as Context, events: {} as NoteEvent },
  }).createMachine({
    id: 'note',
    context,
    initial: 'blank',
    states: {
      blank: {
        on: { WRITE: { target: 'written', actions: write }, FORGET: { actions: [forget] } },
      },
      written: {
        on: {
          WRITE: { actions: write },
          FORGET: { actions: [kit.record('note.forgotten'), forget] },
        },
      },
    },
  }),
  initialState: () => ({ status: 'blank', ...context }),
  explainRefusal: () => ({ code: 'not_now', message: 'not now' }),
});
const definition = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);

async function startNotes(journal = createMemoryJournal()) {
  const { host } = await startHost({
    journal,
    definitions: new Map([[definition.kind, definition]]),
    effects: {},
    clock: createManualClock(),
  });
  const tell = async (event: NoteEvent) => {
    const reply = await host.ask({ kind: 'note', id: 'n' }, event);
    if (!reply.ok) throw new Error(reply.detail);
    return reply.outcome;
  };
  return { journal, tell };
}

it('leaves nothing behind but the log, and begins anew', async () => {
  const { journal, tell } = await startNotes();
  await tell({ type: 'WRITE', words: 'one' });
  expect(await tell({ type: 'FORGET' })).toMatchObject({ accepted: true, version: 2 });
  expect(journal.actors.size).toBe(0);
  expect(journal.log.at(-1)).toMatchObject({
    event_type: 'note.forgotten',
    payload: { change: { kind: 'note', id: 'n', version: 2, set: {}, gone: true } },
  });
  expect(await tell({ type: 'WRITE', words: 'two' })).toMatchObject({ version: 1 });
  expect(journal.actors.get('note/n')).toMatchObject({ version: 1, state: { words: 'two' } });
  expect(await verifyJournal(journal)).toMatchObject({ problems: [] });
});

it('is found as never written by the next process', async () => {
  const first = await startNotes();
  await first.tell({ type: 'WRITE', words: 'one' });
  await first.tell({ type: 'FORGET' });
  const second = await startNotes(first.journal);
  expect(await second.tell({ type: 'WRITE', words: 'two' })).toMatchObject({ version: 1 });
});

it('takes what waits behind its end in the same batch as new', async () => {
  const { journal, tell } = await startNotes();
  await Promise.all([
    tell({ type: 'WRITE', words: 'one' }),
    tell({ type: 'FORGET' }),
    tell({ type: 'WRITE', words: 'two' }),
    tell({ type: 'WRITE', words: 'three' }),
  ]);
  expect(journal.actors.get('note/n')).toMatchObject({ version: 2, state: { words: 'three' } });
  expect(await verifyJournal(journal)).toMatchObject({ problems: [] });
});

it('that was never stored changes nothing', async () => {
  const { journal, tell } = await startNotes();
  expect(await tell({ type: 'FORGET' })).toMatchObject({ version: 0 });
  expect(journal.log).toEqual([]);
});
