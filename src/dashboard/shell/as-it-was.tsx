/** Over a page that is asked for as of a past moment: which, what of the page is of it, the way elsewhere in it and back. */

import { addressOf, type PageName, type Place, pageTitles } from '../places/places.ts';
import { timeOf } from '../service/loose.ts';
import { useDashboard, useServiceMs, useValue } from '../ui/context.tsx';
import { momentText, sentence } from '../words/words.ts';

/** Pages that show what was, in the order of the navigation. */
const toldPages = [
  'overview',
  'queue',
  'runs',
  'papers',
  'workers',
  'events',
  'alerts',
] as const satisfies readonly PageName[];
const isTold = (page: PageName): boolean => toldPages.some((each) => each === page);

/** What of the page is shown as it was, and what cannot be. */
function extentOf({ page }: Place): string {
  if (page === 'machines') return 'The slider stands at it; what it is now is said first.';
  if (page === 'events') return 'Events after it are left out.';
  if (page === 'workers') return 'As the looks up to then had them; nobody looked again.';
  if (page === 'settings') return 'Settings of then are not in the log: what follows is of now.';
  if (isTold(page)) return 'As the log tells it; nothing can be done to what was.';
  return 'This page is of what is there now and cannot be shown as it was: what follows is of now.';
}

/** Nothing while now is shown. */
export function AsItWas() {
  const place = useValue((state) => state.place);
  const past = useValue((state) => state.past);
  const nowMs = useServiceMs();
  const { change } = useDashboard();
  const { at } = place;
  if (at === null) return null;
  const told = past?.at === at ? past : null;
  const ms = timeOf(told?.told?.as_of?.at) ?? (/^\d+$/.test(at) ? null : timeOf(at));
  const event = told?.told?.as_of?.event_id ?? (/^\d+$/.test(at) ? at : null);
  const moment = ms === null ? `after event ${at}` : `at ${momentText(ms, nowMs)}`;
  return (
    <aside class="as-it-was" aria-label="A past moment">
      <p>
        <strong>As it was {moment}</strong>
        {ms !== null && event !== null && <span>after event {event}</span>}
        <span>{extentOf(place)}</span>
      </p>
      {told?.problem != null && <p class="trouble">{sentence(told.problem)}</p>}
      <p class="moments">
        {toldPages
          .filter((page) => page !== place.page || place.id !== null)
          .map((page) => (
            <a key={page} href={addressOf({ page, at })}>
              {pageTitles[page]} then
            </a>
          ))}
        <label class="inline-field">
          <span>Another moment</span>{' '}
          <input
            type="datetime-local"
            step="1"
            value={ms === null ? '' : localText(ms)}
            onChange={(event) => {
              const chosen = new Date(event.currentTarget.value);
              if (!Number.isNaN(chosen.getTime())) change({ at: chosen.toISOString() });
            }}
          />
        </label>
        <a href={addressOf({ ...place, at: null })}>Back to now</a>
      </p>
    </aside>
  );
}

/** As the field takes it: the reader's own time, to the second. */
function localText(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 19);
}
