/** The page, its item and its filters in the address, so that back, reload and a link lead to the same. */
import {
  type EventFilter,
  filterNames,
  noFilter,
  type PageName,
  pages,
  type SpanName,
  spans,
} from './places.ts';

/** What the API takes; longer ones are cut. */
const filterCharsMax = 200;

/** The page named in the address; the first when it names none. */
export function pageInAddress(): PageName {
  const name = location.hash.replace(/^#\/?/, '').split(/[/?]/)[0];
  return pages.find((page) => page === name) ?? 'overview';
}

/** Id of the queue item that the address names; null when it names none, or not in whole. */
export const itemInAddress = (): string | null => nameInAddress('queue');
/** Id of the run that the address names. */
export const runInAddress = (): string | null => nameInAddress('runs');
/** Name of the worker that the address names. */
export const workerInAddress = (): string | null => nameInAddress('workers');

function nameInAddress(page: PageName): string | null {
  const [, at, name] = /^#\/?([a-z]+)\/([^/?]+)/.exec(location.hash) ?? [];
  if (at !== page || name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

/** Which stretch of a run the address asks for. */
export function spanInAddress(): SpanName {
  const asked = new URLSearchParams(location.hash.split('?')[1] ?? '').get('span');
  return (Object.keys(spans) as SpanName[]).find((span) => span === asked) ?? 'all';
}

/** As many as a list takes. */
const tagsMax = 20;

/** What the address narrows a list to. */
export function tagsInAddress(): readonly string[] {
  const query = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const tags = query.getAll('tag').map((tag) => tag.trim().slice(0, filterCharsMax));
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, tagsMax);
}

/** The filter of the event log as the address has it; a name that is not there filters nothing. */
export function filterInAddress(): EventFilter {
  const query = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const filter = { ...noFilter };
  for (const name of filterNames) {
    filter[name] = (query.get(name) ?? '').trim().slice(0, filterCharsMax);
  }
  return filter;
}
