/** How components read the store: each is drawn anew only when what it selects has changed. */
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { connectionWords } from '../session/connection-words.ts';
import type { Dashboard } from '../session/session.ts';
import type { State } from '../session/state.ts';

export const DashboardContext = createContext<Dashboard | null>(null);

/** What the reader may ask of the session. */
export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (dashboard === null) throw new Error('a component of the dashboard stands outside a session');
  return dashboard;
}

/** A part of the state; `select` must give the same value for the same state. */
export function useValue<Value>(select: (state: State) => Value): Value {
  const { store } = useDashboard();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const value = select(store.get().context);
  const latest = useRef({ select, value });
  latest.current = { select, value };
  useLayoutEffect(() => {
    const look = (): void => {
      const { select: read, value: shown } = latest.current;
      if (!Object.is(read(store.get().context), shown)) draw(0);
    };
    const subscription = store.subscribe(look);
    // It may have changed between the drawing and now.
    look();
    return () => subscription.unsubscribe();
  }, [store]);
  return value;
}

/** Now, by the clock of the service, which is what its times are compared with; each second another. */
export const useServiceMs = (): number => useValue(({ nowMs, skewMs }) => nowMs + skewMs);

/** Why the service cannot be asked for anything; null when it can. */
export const useCannotAsk = (): string | null =>
  useValue(
    (state) => connectionWords(state, { nowMs: state.nowMs, retryMs: state.retryMs }).cannotAsk,
  );
