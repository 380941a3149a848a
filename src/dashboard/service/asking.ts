/** What all that ask the service in a session have in common. */

import type { DashboardStore, State } from '../session/state.ts';
import type { Answer, Api } from './api.ts';

/** From a token that was accepted until it is forgotten or refused. */
export interface Session {
  readonly api: Api;
  readonly store: DashboardStore;
  /** Aborted when the session is over; answers that come later are dropped. */
  readonly signal: AbortSignal;
  /** The service does not take the token any more. */
  refused(): void;
  /** Something was done: all that is shown may have changed. */
  done(): void;
}

/** The state as it is now. */
export const stateOf = ({ store }: Pick<Session, 'store'>): State => store.get().context;

/** Notes down members of the state. */
export const note = ({ store }: Pick<Session, 'store'>, part: Partial<State>): void =>
  store.trigger.noted({ part });

/** True when the answer is of no use: the session is over, or ends by it. */
export function isLost<Reply>(
  session: Session,
  answer: Answer<Reply>,
): answer is Extract<Answer<Reply>, { kind: 'unauthorized' }> {
  if (session.signal.aborted) return true;
  if (answer.kind === 'unauthorized') session.refused();
  return answer.kind === 'unauthorized';
}

/** One question at a time; what changes meanwhile is asked about once more. */
export function oneAtATime(signal: AbortSignal, ask: () => Promise<void>): () => void {
  let asking = false;
  let again = false;
  const run = async (): Promise<void> => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    do {
      again = false;
      await ask();
    } while (again && !signal.aborted);
    asking = false;
  };
  return () => void run();
}
