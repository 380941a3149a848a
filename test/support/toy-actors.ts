/**
 * A small domain for testing the runtime by itself: purses that hold coins, pay each other, set
 * reminders, ask a bank and have it watch them, and keep notes in books that are parts of them. Written without XState, which shows that the runtime
 * does not depend on it. What a purse records is enough to tell, from the log alone, whether a
 * payment, a reminder or a watch was lost, doubled or brought to the wrong turn.
 */

import type {
  ActorEvent,
  DurableAction,
  Stamped,
} from '../../src/actors/machine/durable-actions.ts';
import type { MachineDecision } from '../../src/actors/machine/spec.ts';
import type { ActorDefinition, AnyDefinition } from '../../src/actors/runtime/definition.ts';
import type { JsonObject } from '../../src/lib/canonical-json.ts';

export interface Purse {
  readonly status: 'open' | 'closed';
  readonly name: string;
  readonly coins: number;
  readonly received: number;
  /** Payments sent, which numbers them. */
  readonly sent: number;
  readonly checks: number;
  readonly ticks: number;
  /** Request key of the check that is under way. */
  readonly pending: string | null;
  /** Watches begun, which numbers them. */
  readonly watches: number;
  /** The watch that is under way. */
  readonly watch: number | null;
  /** Notes written, which numbers them. */
  readonly notes: number;
}

/** Part of a purse: holds `notesInBook` notes, then it is full and takes no more. */
export interface Book {
  readonly status: 'new' | 'open' | 'full';
  readonly name: string;
  readonly numbers: readonly number[];
}
export const notesInBook = 3;

export type PurseEvent =
  | { readonly type: 'PUT'; readonly coins: number }
  /** Pays `to`, who passes the coins on along `route`. */
  | { readonly type: 'PAY'; readonly coins: number; readonly to: string; readonly route?: string[] }
  | {
      readonly type: 'RECEIVE';
      readonly coins: number;
      readonly from?: string;
      readonly number?: number;
      readonly route?: string[];
    }
  /** Asks the bank and is answered when the bank has answered. */
  | { readonly type: 'CHECK' }
  | { readonly type: 'CHECKED'; readonly ok: boolean }
  /** Sets a timer, in place of one of the same name. `mark` tells one setting from another. */
  | {
      readonly type: 'REMIND';
      readonly delay_ms: number;
      readonly timer?: string;
      readonly mark?: string;
    }
  | { readonly type: 'FORGET'; readonly timer: string }
  | { readonly type: 'TICK'; readonly timer?: string; readonly mark?: string }
  /** Invokes the bank's watch; UNWATCH leaves the invocation. */
  | { readonly type: 'WATCH' }
  | { readonly type: 'UNWATCH' }
  /** Writes a note into the book of that number, a new one when the last is full. */
  | { readonly type: 'NOTE' }
  | { readonly type: 'xstate.done.actor.watch'; readonly output: { readonly watch: number } | null }
  | { readonly type: 'EXPLODE' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };

type Decision = MachineDecision<Purse>;
type Given<Type extends PurseEvent['type']> = Stamped<Extract<PurseEvent, { type: Type }>>;
type Deciders = {
  readonly [Type in PurseEvent['type']]: (purse: Purse, event: Given<Type>) => Decision;
};

const record = (event_type: string, payload: JsonObject = {}): DurableAction => ({
  type: 'record',
  params: { event_type, payload },
});
const refused = (state: Purse): Decision => ({ accepted: false, state, actions: [] });
const accept = (purse: Purse, change: Partial<Purse>, ...actions: DurableAction[]): Decision => ({
  accepted: true,
  state: { ...purse, ...change },
  actions,
});

function payment(purse: Purse, coins: number, to: string, route: string[]): DurableAction[] {
  const number = purse.sent + 1;
  const event = { type: 'RECEIVE', coins, from: purse.name, number, route };
  return [
    record('purse.paid', { coins, to, number }),
    { type: 'tell', params: { to: { kind: 'purse', id: to }, event } },
  ];
}

const endCheck = (purse: Purse, isOk: boolean): Decision =>
  accept(purse, { pending: null, checks: purse.checks + 1 }, record('purse.checked'), {
    type: 'answer',
    params: { key: purse.pending, body: { ok: isOk } },
  });

const deciders: Deciders = {
  PUT: (purse, { coins }) =>
    accept(purse, { coins: purse.coins + coins }, record('purse.filled', { coins })),
  PAY(purse, { coins, to, route = [] }) {
    if (coins > purse.coins) return refused(purse);
    const change = { coins: purse.coins - coins, sent: purse.sent + 1 };
    return accept(purse, change, ...payment(purse, coins, to, route));
  },
  RECEIVE(purse, { coins, from = '', number = 0, route = [] }) {
    const received = record('purse.received', { coins, from, number });
    const change = { received: purse.received + 1 };
    const [next, ...rest] = route;
    if (next === undefined)
      return accept(purse, { ...change, coins: purse.coins + coins }, received);
    const passed = payment(purse, coins, next, rest);
    return accept(purse, { ...change, sent: purse.sent + 1 }, received, ...passed);
  },
  CHECK(purse, { request_key }) {
    if (purse.pending !== null) return refused(purse);
    return accept(
      purse,
      { pending: request_key },
      record('purse.check_requested'),
      { type: 'perform', params: { effect: 'bank.check', input: { coins: purse.coins } } },
      { type: 'defer', params: {} },
    );
  },
  CHECKED: (purse, { ok }) => endCheck(purse, ok),
  EFFECT_FAILED: (purse) => endCheck(purse, false),
  REMIND: (purse, { delay_ms, timer = 'tick', mark = '' }) =>
    accept(purse, {}, record('purse.reminded', { timer, mark, delay_ms }), {
      type: 'schedule',
      params: { timer, delay_ms, event: { type: 'TICK', timer, mark } },
    }),
  FORGET: (purse, { timer }) =>
    accept(purse, {}, record('purse.forgot', { timer }), { type: 'cancel', params: { timer } }),
  TICK: (purse, { timer = 'tick', mark = '' }) =>
    accept(purse, { ticks: purse.ticks + 1 }, record('purse.ticked', { timer, mark })),
  WATCH(purse) {
    if (purse.watch !== null) return refused(purse);
    const watch = purse.watches + 1;
    return accept(purse, { watch, watches: watch }, record('purse.watch_begun', { watch }), {
      type: 'perform',
      params: { effect: 'bank.watch', input: { watch }, invoke_id: 'watch' },
    });
  },
  UNWATCH(purse) {
    if (purse.watch === null) return refused(purse);
    const left = record('purse.watch_left', { watch: purse.watch });
    return accept(purse, { watch: null }, left, { type: 'abort', params: { invoke_id: 'watch' } });
  },
  'xstate.done.actor.watch'(purse, { output }) {
    if (purse.watch === null) return refused(purse);
    const seen = { watch: purse.watch, output: output?.watch ?? null };
    return accept(purse, { watch: null }, record('purse.watched', seen));
  },
  NOTE(purse) {
    const number = purse.notes + 1;
    const index = Math.floor(purse.notes / notesInBook);
    const tell = (to: number, event: ActorEvent & JsonObject): DurableAction => ({
      type: 'tell',
      params: { to: { kind: 'book', id: `${purse.name}-${to}` }, event },
    });
    const open = purse.notes % notesInBook === 0 ? [tell(index, { type: 'OPEN' })] : [];
    const write = { type: 'WRITE', number };
    // The book before is full: what it is told changes nothing.
    const late = index > 0 ? [tell(index - 1, write)] : [];
    const noted = record('purse.noted', { number });
    return accept(purse, { notes: number }, noted, ...open, tell(index, write), ...late);
  },
  EXPLODE() {
    throw new Error('boom');
  },
  CLOSE: (purse) => accept(purse, { status: 'closed' }, record('purse.closed')),
};

const book: ActorDefinition<Book, { type: 'OPEN' } | { type: 'WRITE'; number: number }> = {
  kind: 'book',
  partOf: 'purse',
  stateVersion: 1,
  initialState: (name) => ({ status: 'new', name, numbers: [] }),
  decide(state, event) {
    if (event.type === 'OPEN') {
      const isNew = state.status === 'new';
      const opened = { ...state, status: 'open' } as const;
      return isNew
        ? { accepted: true, state: opened, actions: [record('book.opened')] }
        : { accepted: false, state, actions: [] };
    }
    if (state.status !== 'open') return { accepted: false, state, actions: [] };
    const numbers = [...state.numbers, event.number];
    const status = numbers.length === notesInBook ? 'full' : 'open';
    const written = record('book.written', { number: event.number });
    return { accepted: true, state: { ...state, status, numbers }, actions: [written] };
  },
  explainRefusal: () => ({ code: 'book_full', message: 'The book is full.' }),
  restore(stored) {
    if (typeof stored !== 'object' || stored === null || !('numbers' in stored)) {
      throw new Error('not a book');
    }
    return stored as Book;
  },
};

/** Purses; those for whose name `isBroken` says so throw at whatever they are sent. */
export function createToyDefinitions(
  isBroken: (name: string) => boolean = () => false,
): ReadonlyMap<string, AnyDefinition> {
  const purse: ActorDefinition<Purse, PurseEvent> = {
    kind: 'purse',
    stateVersion: 1,
    initialState: (name) => ({
      status: 'open',
      name,
      coins: 0,
      received: 0,
      sent: 0,
      checks: 0,
      ticks: 0,
      pending: null,
      watches: 0,
      watch: null,
      notes: 0,
    }),
    decide(state, event) {
      if (isBroken(state.name)) throw new Error(`the purse of ${state.name} is broken`);
      if (state.status === 'closed') return refused(state);
      const decide = deciders[event.type] as (purse: Purse, event: PurseEvent) => Decision;
      return decide(state, event);
    },
    explainRefusal: (state, event) => ({
      code: state.status === 'closed' ? 'closed' : 'not_possible',
      message: `${event.type} does not apply to a purse that is ${state.status} with ${state.coins} coins`,
    }),
    restore(stored) {
      if (typeof stored !== 'object' || stored === null || !('coins' in stored)) {
        throw new Error('not a purse');
      }
      return stored as Purse;
    },
    constraints: { purse_full: { code: 'purse_full', message: 'no purse holds so much' } },
  };
  const all = [purse, book] as unknown as readonly AnyDefinition[];
  return new Map(all.map((each) => [each.kind, each]));
}

export const toyDefinitions = createToyDefinitions();
