/** Whether the browser tells of what needs a person while this page is out of sight. */
import type { NoticeState } from '../session/state.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Button } from '../ui/parts.tsx';

const words: Readonly<Record<NoticeState, string>> = {
  on: 'This browser tells you when something new needs a person, also while this page is out of sight.',
  off: 'This browser can tell you when something new needs a person.',
  denied: 'Notifications are forbidden in the settings of this browser.',
  'unknown here': 'This browser shows no notifications, or only to pages that come over TLS.',
};

/** Says why where it cannot be switched. */
export function NoticeSwitch() {
  const { notices } = useDashboard();
  const state = useValue((each) => each.notices);
  const canTurn = state === 'on' || state === 'off';
  return (
    <ul class="verbs">
      <li>
        <Button blocked={!canTurn} onPress={() => notices.turn(state !== 'on')}>
          {state === 'on' ? 'No notifications' : 'Notify me'}
        </Button>
        <span class="effect">{words[state]}</span>
      </li>
    </ul>
  );
}
