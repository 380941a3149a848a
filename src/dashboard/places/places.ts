/** The pages there are, what each can be narrowed to, and how an address names all of that. Pure. */

/** In the order of the navigation; each is the first part of an address. */
export const pages = [
  'overview',
  'queue',
  'runs',
  'papers',
  'workers',
  'events',
  'alerts',
  'since',
  'machines',
  'readiness',
  'bench',
  'settings',
  'dispatch',
  'add',
  'corpus',
  'reports',
] as const;
/** A page as an address names it. */
export type PageName = (typeof pages)[number];

/** As the reader calls them. */
export const pageTitles: Readonly<Record<PageName, string>> = {
  overview: 'Overview',
  queue: 'Queue',
  runs: 'Runs',
  papers: 'Papers',
  workers: 'Workers',
  events: 'Events',
  alerts: 'Alerts',
  since: 'Since you looked',
  machines: 'Machines',
  readiness: 'Readiness',
  bench: 'Bench',
  settings: 'Settings',
  dispatch: 'Dispatch',
  add: 'Add ideas',
  corpus: 'Corpus',
  reports: 'Reports',
};

/** Filters of the event log, of which lists have the search; empty texts filter nothing. Names are those of the API. */
export interface EventFilter {
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly search: string;
}
/** Everything passes. */
export const noFilter: EventFilter = { event_type: '', entity_type: '', entity_id: '', search: '' };
/** The filters in the order of the form. */
export const filterNames = Object.keys(noFilter) as readonly (keyof EventFilter)[];

/** Stretches of a run that its chart can show; `all` is the whole run. */
export const spans = { all: null, '1h': 3_600_000, '10m': 600_000 } as const;
/** A stretch as an address names it. */
export type SpanName = keyof typeof spans;
/** Such a one, or one that the reader chose: its ends in seconds since the epoch, on the worker's clock. */
export type Span = SpanName | `${number}-${number}`;

/** The ends of a stretch that the reader chose, ms; null where it has a name. */
export function windowOf(span: string): { readonly fromMs: number; readonly toMs: number } | null {
  const [, from, to] = /^(\d{9,11})-(\d{9,11})$/.exec(span) ?? [];
  const fromMs = Number(from) * 1000;
  const toMs = Number(to) * 1000;
  return fromMs < toMs ? { fromMs, toMs } : null;
}

/** The stretch from one time to another, as an address names it; the whole where one is not known. */
export function spanOf(from: string | null | undefined, to: string | null | undefined): Span {
  if (from == null || to == null) return 'all';
  const span = [Math.floor(Date.parse(from) / 1000), Math.ceil(Date.parse(to) / 1000)] as const;
  return windowOf(span.join('-')) === null ? 'all' : `${span[0]}-${span[1]}`;
}

/** What of the queue is shown; it opens on what is alive. */
export const queueViews = [
  'alive',
  'person',
  'running',
  'queued',
  'paused',
  'write',
  'over',
  'done',
  'all',
] as const;
export type QueueView = (typeof queueViews)[number];
/** Orders of the queue, as the API calls them; empty: best candidate first. */
export const queueSorts = ['', '-updated_at', '-created_at', 'project_id'] as const;
export type QueueSort = (typeof queueSorts)[number];

/** What of the papers is shown; empty: all of them. */
export const paperStages = ['', 'held', 'finalize', 'publish', 'imported', 'ended'] as const;
export type PaperStage = (typeof paperStages)[number];

/** Columns of the queue that can be left out, as an address names them. */
export const queueColumns = ['state', 'priority', 'worker', 'class', 'next', 'changed'] as const;
export type QueueColumn = (typeof queueColumns)[number];

/** Pages whose lists can be narrowed to tags. */
export type TaggedPage = 'queue' | 'runs' | 'papers';

/** All that an address says; whatever it leaves out is as in `start`. */
export interface Place {
  readonly page: PageName;
  /** What is shown beside the list, or pointed out in it; null: nothing. */
  readonly id: string | null;
  readonly filter: EventFilter;
  /** A list shows what has all of them. */
  readonly tags: readonly string[];
  readonly span: Span;
  readonly view: QueueView;
  readonly sort: QueueSort;
  readonly stage: PaperStage;
  /** The run that the one shown is held against, by its id; empty: none. */
  readonly with: string;
  /** A moment of the past that is shown, an event id or an ISO time; null: now. */
  readonly at: string | null;
  /** Only items for this worker, by its name; empty: whatever their worker. */
  readonly worker: string;
  /** Only items of this kind of work; empty: of any. */
  readonly work: string;
  /** Columns of the queue that are left out. */
  readonly without: readonly QueueColumn[];
  /** Items chosen in the queue, by id. */
  readonly chosen: readonly string[];
}

/** The empty address. */
export const start: Place = {
  page: 'overview',
  id: null,
  filter: noFilter,
  tags: [],
  span: 'all',
  view: 'alive',
  sort: '',
  stage: '',
  with: '',
  at: null,
  worker: '',
  work: '',
  without: ['class'],
  chosen: [],
};

/** What the API takes; longer ones are cut. */
const filterCharsMax = 200;
/** As many as a list takes. */
const tagsMax = 20;
/** Items that an address can name as chosen; a plan takes more only by hand. */
export const chosenMax = 200;
const listOf = (text: string | null): readonly string[] | null =>
  text === null ? null : text.split(',').filter((word) => word !== '');

/** The place that the part of an address behind `#` names; what it does not say, or says wrongly, is as at the start. */
export function placeOf(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name, ...parts] = path.split('/');
  const page = pages.find((each) => each === name);
  if (page === undefined) return start;
  const query = new URLSearchParams(search);
  const one = <Word extends string>(key: string, words: readonly Word[], fallback: Word): Word =>
    words.find((word) => word === query.get(key)) ?? fallback;
  const text = (key: string): string => (query.get(key) ?? '').trim().slice(0, filterCharsMax);
  const tags = query.getAll('tag').map((tag) => tag.trim().slice(0, filterCharsMax));
  return {
    page,
    // An id of a machine is a kind and an id of that kind.
    id: page === 'machines' ? decodedPath(parts) : decoded(parts[0]),
    filter: {
      event_type: text('event_type'),
      entity_type: text('entity_type'),
      entity_id: text('entity_id'),
      search: text('search'),
    },
    tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, tagsMax),
    span:
      windowOf(text('span')) === null
        ? one('span', Object.keys(spans) as SpanName[], 'all')
        : (text('span') as Span),
    view: one('view', queueViews, 'alive'),
    sort: one('sort', queueSorts, ''),
    stage: one('stage', paperStages, ''),
    with: text('with'),
    at: momentIn(query.get('at')),
    worker: text('worker'),
    work: text('work'),
    without: columnsIn(query.get('without')),
    chosen: [...new Set(query.getAll('chosen').filter((id) => id !== ''))].slice(0, chosenMax),
  };
}

/** As long as the API takes it. */
const momentCharsMax = 40;

function momentIn(text: string | null): string | null {
  const moment = text?.trim() ?? '';
  return moment === '' || moment.length > momentCharsMax ? null : moment;
}

function decodedPath(parts: readonly string[]): string | null {
  const texts = parts.map((part) => (part === '' ? '' : decoded(part)));
  return parts.length === 0 || texts.includes(null) || parts.join('') === ''
    ? null
    : texts.join('/');
}

function columnsIn(text: string | null): readonly QueueColumn[] {
  const named = listOf(text);
  return named === null ? start.without : queueColumns.filter((name) => named.includes(name));
}

function decoded(part: string | undefined): string | null {
  if (part === undefined || part === '') return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The address of a place; `placeOf` leads back. */
export function addressOf(to: Partial<Place>): string {
  const place = { ...start, ...to };
  const { page, id, filter, tags, span, view, sort, at, without, chosen } = place;
  const query = queryOf(filter);
  for (const tag of tags) query.append('tag', tag);
  if (view !== 'alive') query.set('view', view);
  if (sort !== '') query.set('sort', sort);
  if (span !== 'all') query.set('span', span);
  if (at !== null) query.set('at', at);
  for (const name of ['stage', 'worker', 'work', 'with'] as const)
    if (place[name] !== '') query.set(name, place[name]);
  if (String(without) !== String(start.without)) query.set('without', without.join(','));
  for (const item of chosen) query.append('chosen', item);
  const name = page === 'machines' ? id?.split('/').map(encodeURIComponent).join('/') : null;
  const path = id === null ? `#/${page}` : `#/${page}/${name ?? encodeURIComponent(id)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Address of the machine that decides about an entity. */
export const machineAddress = (kind: string, id: string, at: string | null = null): string =>
  addressOf({ page: 'machines', id: `${kind}/${id}`, at });

/** Address of the events that pass a filter. */
export const eventsAddress = (filter: Partial<EventFilter>): string =>
  addressOf({ page: 'events', filter: { ...noFilter, ...filter } });

/** Address of a report, narrowed to what is searched for. */
export const reportAddress = (id: string, search: string): string =>
  addressOf({ page: 'reports', id, filter: { ...noFilter, search } });

/** The filters that are set. */
export function queryOf(filter: EventFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames
      .filter((name) => filter[name] !== '')
      .map((name): [string, string] => [name, filter[name]]),
  );
}

/** Whether both ask for the same rows of the same list, whatever is shown beside it. */
export const sameList = (left: Place, right: Place): boolean =>
  listAddress(left) === listAddress(right);

const listAddress = (place: Place): string =>
  addressOf({
    ...place,
    id: null,
    span: 'all',
    with: '',
    without: start.without,
    chosen: [],
  });
