/** The page, its item and its filters in the address, so that back, reload and a link lead to the same. */
import { type EventFilter, filterNames, noFilter, type PageName, pages } from './places.ts';

/** What the API takes; longer ones are cut. */
const filterCharsMax = 200;

/** The page named in the address; the first when it names none. */
export function pageInAddress(): PageName {
  const name = location.hash.replace(/^#\/?/, '').split(/[/?]/)[0];
  return pages.find((page) => page === name) ?? 'overview';
}

/** Id of the queue item that the address names; null when it names none, or not in whole. */
export function itemInAddress(): string | null {
  const match = /^#\/?queue\/([^/?]+)/.exec(location.hash);
  if (match === null) return null;
  try {
    return decodeURIComponent(match[1]!);
  } catch {
    return null;
  }
}

export function filterInAddress(): EventFilter {
  const query = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const filter = { ...noFilter };
  for (const name of filterNames) {
    filter[name] = (query.get(name) ?? '').trim().slice(0, filterCharsMax);
  }
  return filter;
}
