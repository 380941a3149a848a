/** The switches of the whole service, as the operator uses them: the pump, and dispatching. */
import { type Answer, type Api, ask, failureWords } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import type { State } from '../session/state.ts';
import { endSentence } from '../words/words.ts';
import type { Inverse } from './undo.ts';
import type { UndoCalls } from './undo-calls.ts';

/** What can be switched; while one switching is under way a further one does nothing. */
export type SwitchName = 'pump on' | 'pump off' | 'pause' | 'maintenance' | 'resume';

/** On the button of each switch, and what follows from it. */
export const switchWords: Readonly<
  Record<SwitchName, { readonly label: string; readonly effect: string }>
> = {
  resume: { label: 'Resume dispatching', effect: 'New runs may start again.' },
  pause: { label: 'Pause dispatching', effect: 'Nothing new starts; what runs goes on.' },
  maintenance: {
    label: 'Maintenance mode on',
    effect: 'Nothing new starts until it is resumed, and everybody sees why.',
  },
  'pump on': { label: 'Switch the pump on', effect: 'What is queued starts by itself.' },
  'pump off': {
    label: 'Switch the pump off',
    effect: 'Nothing starts by itself; what runs goes on.',
  },
};

interface Switch {
  readonly sending: string;
  readonly done: string;
  /** As in "Whether it is off is not known". */
  readonly state: string;
  send(api: Api): Promise<Answer<unknown>>;
}

const by = { requested_by: 'dashboard' };
const switches: Readonly<Record<SwitchName, Switch>> = {
  'pump on': {
    sending: 'Switching it on…',
    done: 'It is switched on.',
    state: 'it is on',
    send: (api) => ask(api.post('/control/api/v1/pump/on', { body: by })),
  },
  'pump off': {
    sending: 'Switching it off…',
    done: 'It is switched off.',
    state: 'it is off',
    send: (api) => ask(api.post('/control/api/v1/pump/off', { body: by })),
  },
  pause: {
    sending: 'Pausing…',
    done: 'Dispatching is paused; what runs goes on.',
    state: 'it is paused',
    send: (api) => ask(api.post('/control/pause', { body: { paused_by: 'dashboard' } })),
  },
  maintenance: {
    sending: 'Switching maintenance mode on…',
    done: 'Maintenance mode is on; what runs goes on.',
    state: 'maintenance mode is on',
    send: (api) =>
      ask(api.post('/control/pause', { body: { paused_by: 'dashboard', maintenance_mode: true } })),
  },
  resume: {
    sending: 'Resuming…',
    done: 'Dispatching goes on.',
    state: 'it was resumed',
    send: (api) => ask(api.post('/control/resume', { body: { resumed_by: 'dashboard' } })),
  },
};

/** Notes each step down; asked again, the same switching does no more. */
export function createSwitchCalls(
  session: Session,
  undo: Pick<UndoCalls, 'offer'>,
): (name: SwitchName) => void {
  const turn = async (name: SwitchName): Promise<void> => {
    if (stateOf(session).pumpAct?.phase === 'sending') return;
    const inverse = inverseOf(name, stateOf(session));
    const { sending, done, state, send } = switches[name];
    note(session, { pumpAct: { phase: 'sending', words: sending } });
    const answer = await send(session.api);
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok') {
      note(session, { pumpAct: { phase: 'done', words: done } });
      if (inverse !== null) undo.offer(done, [inverse]);
      session.done();
      return;
    }
    // No answer is not a refusal: it may have been done, and doing it again does no more.
    const words =
      answer.status === null
        ? `Whether ${state} is not known: ${endSentence(answer.why)} It can be asked for again.`
        : `It was not switched: ${endSentence(failureWords(answer))}`;
    note(session, { pumpAct: { phase: 'failed', words } });
  };
  return (name) => void turn(name);
}

/** What puts the switch back as it is; null: nobody knows how it is. */
function inverseOf(name: SwitchName, { overview }: State): Inverse | null {
  if (name === 'pump on' || name === 'pump off') {
    const enabled = overview?.pump?.enabled;
    return enabled === undefined ? null : { verb: 'pump', on: enabled };
  }
  const status = overview?.control?.status;
  if (status === undefined) return null;
  return status === 'open'
    ? { verb: 'open' }
    : { verb: 'close', maintenance: status === 'maintenance' };
}
