/** Two programs that write one store in turn, the older of which does not know all that the newer one keeps. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { Stamped } from '../../../src/actors/machine/durable-actions.ts';
import { createRestoring } from '../../../src/actors/machine/restore.ts';
import { durableSetup } from '../../../src/actors/machine/setup.ts';
import { createSpec, type MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createKit } from '../../../src/machines/kit.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { startHost } from '../../support/toy-host.ts';

interface Run {
  readonly status: 'open';
  readonly steps: number;
  readonly gate_id?: string | undefined;
  readonly parts: readonly { readonly name: string; readonly size?: number | undefined }[];
  readonly created_at: string;
  readonly updated_at: string;
}
type RunEvent =
  | { readonly type: 'STEP' }
  | { readonly type: 'BEGIN' }
  | { readonly type: 'ADD'; readonly name: string };
type Context = Omit<Run, 'status'>;
type Of<Type extends RunEvent['type']> = Stamped<Extract<RunEvent, { type: Type }>>;
const kit = createKit<Context, Stamped<RunEvent>>();
const context: Context = { steps: 0, parts: [], created_at: '', updated_at: '' };

const machine = durableSetup({
  types: { context: {} as Context, events: {} as RunEvent },
}).createMachine({
  id: 'run',
  context,
  initial: 'open',
  states: {
    open: {
      on: {
        STEP: {
          actions: [
            kit.change<Of<'STEP'>>(({ context }) => ({ steps: context.steps + 1 })),
            kit.record<Of<'STEP'>>('run.stepped'),
          ],
        },
        ADD: {
          actions: [
            kit.change<Of<'ADD'>>(({ context, event }) => ({
              parts: [...context.parts, { name: event.name }],
            })),
            kit.record<Of<'ADD'>>('run.added'),
          ],
        },
        BEGIN: {
          actions: [
            kit.change<Of<'BEGIN'>>(() => ({
              gate_id: 'gate-1',
              parts: [{ name: 'first', size: 3 }],
            })),
            kit.record<Of<'BEGIN'>>('run.begun'),
          ],
        },
      },
    },
  },
});
const common = {
  status: z.literal('open'),
  steps: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
};
const earlier = z.object({ ...common, parts: z.array(z.object({ name: z.string() })) });
const later = z.object({
  ...common,
  gate_id: z.string().optional(),
  parts: z.array(z.object({ name: z.string(), size: z.number().optional() })),
});
const specWith = (schema: { parse(stored: unknown): Run }, stateVersion = 1) =>
  createSpec<Run, RunEvent>()({
    kind: 'run',
    stateVersion,
    schema,
    machine,
    initialState: () => ({ status: 'open', ...context }),
    explainRefusal: () => ({ code: 'not_now', message: 'not now' }),
  });

describe('an older program between two turns of a newer one', () => {
  const journal = createMemoryJournal();
  /** Starts anew, as a plane that takes over does, and makes one turn. */
  async function turnOf(schema: { parse(stored: unknown): Run }, event: RunEvent) {
    const spec = specWith(schema) as unknown as MachineSpec<ActorState, never>;
    const { host } = await startHost({
      journal,
      definitions: new Map([['run', createMachineActor(spec)]]),
      effects: {},
      clock: createManualClock(),
    });
    const reply = await host.ask({ kind: 'run', id: 'r' }, event);
    expect(reply).toMatchObject({ ok: true, outcome: { accepted: true } });
  }

  it('hands on what it does not know, so that the row stays what the log adds up to', async () => {
    await turnOf(later, { type: 'BEGIN' });
    await turnOf(earlier, { type: 'STEP' });
    expect(journal.actors.get('run/r')).toMatchObject({
      version: 2,
      state: { steps: 1, gate_id: 'gate-1', parts: [{ name: 'first', size: 3 }] },
    });
    expect(await verifyJournal(journal)).toMatchObject({ problems: [] });
    await turnOf(earlier, { type: 'ADD', name: 'second' });
    await turnOf(later, { type: 'STEP' });
    expect(journal.actors.get('run/r')).toMatchObject({
      version: 4,
      state: {
        steps: 2,
        gate_id: 'gate-1',
        parts: [{ name: 'first', size: 3 }, { name: 'second' }],
      },
    });
    expect(await verifyJournal(journal)).toMatchObject({ problems: [] });
  });
});

describe('a state as it is restored', () => {
  const stored = { status: 'open', ...context, gate_id: 'gate-1', parts: [{ name: 'a', size: 1 }] };
  it('has what its schema does not know, and is checked by it all the same', () => {
    expect(createRestoring(specWith(earlier)).restore(stored, 1)).toEqual(stored);
    expect(() => createRestoring(specWith(earlier)).restore({ ...stored, steps: 'x' }, 1)).toThrow(
      /steps/,
    );
  });
  it('has it under whatever name, which gives it no members that nobody has written', () => {
    const odd = JSON.parse(
      `${JSON.stringify(stored).slice(0, -1)},"__proto__":{"steps":7}}`,
    ) as Run;
    const restored = createRestoring(specWith(earlier)).restore(odd, 1);
    expect(Object.getPrototypeOf(restored)).toBe(Object.prototype);
    expect(JSON.stringify(restored)).toContain('"__proto__":{"steps":7}');
  });
  it('has no more than its schema knows where it is brought up from an older version', () => {
    expect(createRestoring(specWith(earlier, 2)).restore(stored, 1)).toEqual({
      status: 'open',
      ...context,
      parts: [{ name: 'a' }],
    });
  });
});
