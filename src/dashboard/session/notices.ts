/** Notifications of the browser, where somebody asked for them: that something new needs a person. */

import { reasonKey } from '../acts/reason-calls.ts';
import { note, type Session, stateOf } from '../service/asking.ts';
import { endSentence } from '../words/words.ts';
import type { NoticeState } from './state.ts';
import { keepNotices, readNotices } from './storage.ts';

/** What the shell may ask. */
export interface Notices {
  /** Asks the browser where nobody has answered it yet. */
  turn(on: boolean): void;
  /** Whether the page goes on listening while nobody looks at it. */
  areOn(): boolean;
}

function stateNow(): NoticeState {
  if (typeof Notification === 'undefined') return 'unknown here';
  if (Notification.permission === 'denied') return 'denied';
  return readNotices() && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Tells of what is new while the page is hidden; what is on the screen needs no telling. */
export function createNotices(session: Session): Notices {
  const follow = (): void => note(session, { notices: stateNow() });
  follow();
  let told: ReadonlySet<string> = new Set();
  let toldItems = 0;
  const subscription = session.store.subscribe(({ context: { overview } }) => {
    if (overview === null) return;
    const reasons = (overview.reasons ?? []).filter(({ known }) => known !== false);
    const news = reasons.find((reason) => !told.has(reasonKey(reason)));
    const items = overview.operator_counts?.attention ?? 0;
    const isNew = news !== undefined || items > toldItems;
    told = new Set(reasons.map(reasonKey));
    toldItems = items;
    if (!isNew || !document.hidden || stateNow() !== 'on') return;
    const body = endSentence(news?.title ?? overview.trouble ?? 'Something needs a person');
    // One stands for all: the newest says how it is.
    new Notification('Orrery', { body, tag: 'orrery' });
  });
  session.signal.addEventListener('abort', () => subscription.unsubscribe());
  const turn = async (on: boolean): Promise<void> => {
    keepNotices(on);
    if (on && typeof Notification !== 'undefined' && Notification.permission === 'default')
      await Notification.requestPermission();
    if (!session.signal.aborted) follow();
  };
  return {
    turn: (on) => void turn(on),
    areOn: () => stateOf(session).notices === 'on',
  };
}
