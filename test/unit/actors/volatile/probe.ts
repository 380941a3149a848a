/** A volatile kind that does a little of everything, and a host whose turns can be held back. */
import { assign, setup } from 'xstate';
import { VolatileHost } from '../../../../src/actors/volatile/host.ts';
import type {
  VolatileHostOptions,
  VolatileSettings,
} from '../../../../src/actors/volatile/host-options.ts';
import {
  answers,
  asks,
  type EffectHandlers,
  type VolatileKind,
  waitsFor,
} from '../../../../src/actors/volatile/kind.ts';
import { createManualClock } from '../../../../src/lib/clock.ts';

type ProbeEvent =
  | { readonly type: 'ADD'; readonly n: number }
  | { readonly type: 'WORK' | 'REST' | 'LEAVE' | 'THROW' | 'SHOUT' | 'ECHO' | 'END' }
  | { readonly type: 'KEEP'; readonly request_key?: string }
  | { readonly type: 'FREE' };

export interface ProbeContext {
  readonly sum: number;
  readonly kept: readonly string[];
}

export const probeMachine = setup({
  types: {
    context: {} as ProbeContext,
    events: {} as ProbeEvent,
    input: {} as { readonly sum: number },
  },
  actors: { job: waitsFor<number, { readonly sum: number }>() },
  actions: {
    ...answers,
    shout: asks<{ readonly sum: number }>(),
    echo: asks(),
    add: assign({
      sum: ({ context, event }) => context.sum + (event.type === 'ADD' ? event.n : 0),
    }),
    throw: assign(() => {
      throw new Error('machine');
    }),
  },
}).createMachine({
  id: 'probe',
  context: ({ input }) => ({ sum: input.sum, kept: [] }),
  initial: 'idle',
  on: {
    ADD: { actions: 'add' },
    THROW: { actions: 'throw' },
    SHOUT: { actions: { type: 'shout', params: ({ context }) => ({ sum: context.sum }) } },
    ECHO: { actions: 'echo' },
    END: '.over',
  },
  states: {
    idle: {
      on: {
        WORK: 'working',
        REST: 'resting',
        KEEP: {
          actions: [
            'defer',
            assign({ kept: ({ context, event }) => [...context.kept, event.request_key!] }),
          ],
        },
        FREE: {
          actions: {
            type: 'answer',
            params: ({ context }) => ({ keys: context.kept, body: 'free' }),
          },
        },
      },
    },
    working: {
      invoke: {
        src: 'job',
        input: ({ context }) => ({ sum: context.sum }),
        onDone: {
          target: 'idle',
          actions: assign({ sum: ({ context, event }) => context.sum + event.output }),
        },
      },
      on: { LEAVE: 'idle' },
    },
    resting: {
      after: {
        100: { target: 'idle', actions: assign({ sum: ({ context }) => context.sum + 1000 }) },
      },
      on: { LEAVE: 'idle' },
    },
    over: { type: 'final' },
  },
});

export type ProbeKind = VolatileKind<typeof probeMachine>;

/** Its handlers do nothing unless told otherwise. */
export function createProbeKind(
  handlers: EffectHandlers = {},
  change: Partial<ProbeKind> = {},
): ProbeKind {
  return {
    kind: 'probe',
    machine: probeMachine,
    handlers: () => ({ job: () => 0, shout: () => null, echo: () => null, ...handlers }),
    ...change,
  };
}

/** With `held`, one turn is taken at a time, and the next one when `resume` is called. */
export function createProbeHost(
  options: Partial<VolatileHostOptions> & {
    readonly held?: boolean;
    readonly settings?: Partial<VolatileSettings>;
  } = {},
) {
  const clock = createManualClock();
  const waiting: (() => void)[] = [];
  const failures: string[] = [];
  const oneByOne = {
    turnsPerSlice: 1,
    yieldToLoop: (resume: () => void) => void waiting.push(resume),
  };
  const host = new VolatileHost({
    clock,
    onFailure: ({ actor, error, led_to: ledTo }) =>
      failures.push(`${actor} ${String(error)}: ${ledTo}`),
    ...options,
    settings: { ...(options.held === true ? oneByOne : {}), ...options.settings },
  });
  /** Keeps the host busy, so that what is told from now on waits for `resume`. */
  const hold = (): void => {
    const echo = () => {
      busy.tell({ type: 'LEAVE' });
      void busy.stop();
    };
    const busy = host.spawn(createProbeKind({ echo }, { kind: 'busy' }), 'busy', { sum: 0 });
    busy.tell({ type: 'ECHO' });
  };
  /** Takes the next turn; false when nobody waits for one. */
  const resume = (): boolean => {
    const next = waiting.shift();
    next?.();
    return next !== undefined;
  };
  return { host, clock, failures, resume, hold };
}

/** Lets everything that is ready run. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
