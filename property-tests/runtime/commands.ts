/** What can happen to the runtime in its property test, as data. */
import fc from 'fast-check';
import type { Boundary } from '../../src/actors/runtime/host-options.ts';
import type { PurseEvent } from '../../test/support/toy-actors.ts';
import type { SlipEvent } from './slip.ts';

export const names = ['ann', 'ben', 'cid'] as const;

export type Command =
  /** One request, or several of the same at once. */
  | {
      readonly do: 'ask';
      readonly who: string;
      readonly event: PurseEvent;
      readonly times: number;
      readonly settle: boolean;
    }
  /** A slip of that name is written on, or burned; its line is marked by the request. */
  | { readonly do: 'slip'; readonly who: string; readonly event: Unmarked; readonly times: number }
  | { readonly do: 'repeat'; readonly which: number }
  /** Another process on the same store asks, and goes on living beside this one. */
  | { readonly do: 'rival'; readonly who: string; readonly event: PurseEvent }
  | { readonly do: 'crash' }
  | { readonly do: 'crash_at'; readonly boundary: Boundary; readonly passes: number }
  | { readonly do: 'drain' }
  /** Reads of the store fail for a while. */
  | { readonly do: 'read_faults'; readonly times: number }
  /** Whatever this purse is sent, it throws, until it is mended. */
  | { readonly do: 'break'; readonly who: string }
  | { readonly do: 'mend'; readonly who: string }
  /** Somebody looks at the bench and does something about it. */
  | { readonly do: 'release' }
  | { readonly do: 'letter'; readonly act: 'retry' | 'discard' | 'replace' }
  | { readonly do: 'advance'; readonly ms: number }
  /** The wall clock is set, forward or back, while time goes on as before. */
  | { readonly do: 'set_clock'; readonly ms: number }
  /** Lets a few things happen, or everything that needs no clock. */
  | { readonly do: 'step'; readonly count: number }
  | { readonly do: 'settle' }
  | { readonly do: 'passivate' };

type Unmarked =
  | Omit<Extract<SlipEvent, { type: 'SCRIBBLE' }>, 'mark'>
  | Omit<Extract<SlipEvent, { type: 'BURN' }>, 'mark'>;

const monthMs = 30 * 24 * 3_600_000;
const name = fc.constantFrom(...names);
const timer = fc.constantFrom('soon', 'late', 'tick');
const event: fc.Arbitrary<PurseEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('PUT' as const), coins: fc.nat(20) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('PAY' as const),
      coins: fc.nat(8),
      to: name,
      route: fc.array(name, { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'CHECK' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('REMIND' as const),
      delay_ms: fc.nat(3000),
      timer,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('FORGET' as const), timer }) },
  { weight: 2, arbitrary: fc.constant({ type: 'WATCH' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'UNWATCH' as const }) },
  { weight: 4, arbitrary: fc.constant({ type: 'NOTE' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'EXPLODE' as const }) },
);

const of = <Name extends Command['do']>(command: Name) => fc.constant(command);
export const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      do: of('ask'),
      who: name,
      event,
      times: fc.oneof(
        { weight: 5, arbitrary: fc.constant(1) },
        { weight: 2, arbitrary: fc.integer({ min: 2, max: 7 }) },
      ),
      settle: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: of('slip'),
      who: name,
      event: fc.oneof(
        fc.constant({ type: 'SCRIBBLE' as const }),
        fc.record({ type: fc.constant('BURN' as const), to: fc.option(name) }),
      ),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: of('repeat'), which: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: of('rival'), who: name, event }) },
  { weight: 1, arbitrary: fc.record({ do: of('crash') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: of('crash_at'),
      boundary: fc.constantFrom<Boundary>(
        'before_commit',
        'after_commit',
        'before_effect',
        'after_effect',
      ),
      passes: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: of('drain') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: of('read_faults'), times: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('break'), who: name }) },
  { weight: 2, arbitrary: fc.record({ do: of('mend'), who: name }) },
  { weight: 2, arbitrary: fc.record({ do: of('release') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: of('letter'),
      act: fc.constantFrom('retry' as const, 'discard' as const, 'replace' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: of('advance'), ms: fc.nat(1500) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: of('set_clock'), ms: fc.integer({ min: -monthMs, max: monthMs }) }),
  },
  { weight: 8, arbitrary: fc.record({ do: of('step'), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ do: of('settle') }) },
  { weight: 1, arbitrary: fc.record({ do: of('passivate') }) },
);
