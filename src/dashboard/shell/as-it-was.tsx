/** Over a page that is asked for as of a past moment: which, what of the page is of it, and the way back. */
import { timeOf } from '../loose.ts';
import { addressOf, type PageName, type Place } from '../places.ts';
import { useServiceMs, useValue } from '../ui/context.tsx';
import { momentText } from '../words.ts';

const lists: readonly PageName[] = ['queue', 'runs', 'papers'];

/** What of the page is shown as it was, and what cannot be. */
function extentOf({ page, id }: Place): string {
  if (page === 'machines' && id !== null)
    return 'The slider stands at it; what it is now is said first.';
  if (lists.includes(page) && id !== null)
    return 'What is open is shown as it was; the list beside it is of now.';
  if (page === 'events') return 'Events after it are left out.';
  return 'This page cannot be shown as it was: what follows is of now. An item, a run, a paper or a machine that is opened can.';
}

/** Nothing while now is shown. */
export function AsItWas() {
  const place = useValue((state) => state.place);
  const nowMs = useServiceMs();
  const { at } = place;
  if (at === null) return null;
  const ms = /^\d+$/.test(at) ? null : timeOf(at);
  const moment = ms === null ? `after event ${at}` : `at ${momentText(ms, nowMs)}`;
  return (
    <aside class="as-it-was" aria-label="A past moment">
      <p>
        <strong>As it was {moment}</strong>
        <span>{extentOf(place)}</span>
      </p>
      <a href={addressOf({ ...place, at: null })}>Back to now</a>
    </aside>
  );
}
