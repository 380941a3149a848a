/**
 * A small domain for testing the runtime by itself: purses that hold coins, pay each other and ask
 * a bank. Written without XState, which shows that the runtime does not depend on it.
 */
import type { ActorDefinition, AnyDefinition } from '../../src/actors/runtime/definition.ts';
import type { DurableAction } from '../../src/machines/durable-actions.ts';

export interface Purse {
  readonly status: 'open' | 'closed';
  readonly coins: number;
  readonly received: number;
  readonly checks: number;
  readonly ticks: number;
  readonly pending: string | null;
}
export type PurseEvent =
  | { readonly type: 'PUT'; readonly coins: number }
  | { readonly type: 'PAY'; readonly coins: number; readonly to: string }
  | { readonly type: 'RECEIVE'; readonly coins: number }
  | { readonly type: 'CHECK' }
  | { readonly type: 'CHECKED'; readonly ok: boolean }
  | { readonly type: 'REMIND'; readonly delay_ms: number }
  | { readonly type: 'TICK' }
  | { readonly type: 'EXPLODE' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };

const record = (event_type: string, payload = {}): DurableAction => ({
  type: 'record',
  params: { event_type, payload },
});

const purse: ActorDefinition<Purse, PurseEvent> = {
  kind: 'purse',
  stateVersion: 1,
  initialState: () => ({
    status: 'open',
    coins: 0,
    received: 0,
    checks: 0,
    ticks: 0,
    pending: null,
  }),
  decide(state, event) {
    const refused = { accepted: false, state, actions: [] };
    if (event.type === 'EXPLODE') throw new Error('boom');
    if (state.status === 'closed') return refused;
    switch (event.type) {
      case 'PUT':
        return {
          accepted: true,
          state: { ...state, coins: state.coins + event.coins },
          actions: [record('purse.filled', { coins: event.coins })],
        };
      case 'PAY':
        if (event.coins > state.coins) return refused;
        return {
          accepted: true,
          state: { ...state, coins: state.coins - event.coins },
          actions: [
            record('purse.paid', { coins: event.coins, to: event.to }),
            {
              type: 'tell',
              params: {
                to: { kind: 'purse', id: event.to },
                event: { type: 'RECEIVE', coins: event.coins },
              },
            },
          ],
        };
      case 'RECEIVE':
        return {
          accepted: true,
          state: { ...state, coins: state.coins + event.coins, received: state.received + 1 },
          actions: [record('purse.received', { coins: event.coins })],
        };
      case 'CHECK':
        if (state.pending !== null) return refused;
        return {
          accepted: true,
          state: { ...state, pending: event.request_key },
          actions: [
            record('purse.check_requested'),
            { type: 'perform', params: { effect: 'bank.check', input: { coins: state.coins } } },
            { type: 'defer', params: {} },
          ],
        };
      case 'CHECKED':
      case 'EFFECT_FAILED':
        return {
          accepted: true,
          state: { ...state, pending: null, checks: state.checks + 1 },
          actions: [
            record('purse.checked'),
            {
              type: 'answer',
              params: { key: state.pending, body: { ok: event.type === 'CHECKED' && event.ok } },
            },
          ],
        };
      case 'REMIND':
        return {
          accepted: true,
          state,
          actions: [
            {
              type: 'schedule',
              params: { timer: 'tick', delay_ms: event.delay_ms, event: { type: 'TICK' } },
            },
          ],
        };
      case 'TICK':
        return {
          accepted: true,
          state: { ...state, ticks: state.ticks + 1 },
          actions: [record('purse.ticked')],
        };
      case 'CLOSE':
        return {
          accepted: true,
          state: { ...state, status: 'closed' },
          actions: [record('purse.closed')],
        };
    }
  },
  explainRefusal: (state, event) => ({
    code: state.status === 'closed' ? 'closed' : 'not_possible',
    message: `${event.type} does not apply to a purse that is ${state.status} with ${state.coins} coins`,
  }),
  restore(stored) {
    if (typeof stored !== 'object' || stored === null || !('coins' in stored))
      throw new Error('not a purse');
    return stored as Purse;
  },
};

export const toyDefinitions: ReadonlyMap<string, AnyDefinition> = new Map([
  ['purse', purse as unknown as AnyDefinition],
]);
