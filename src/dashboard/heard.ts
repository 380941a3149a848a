/** What was last heard from the service, and asking it again. */
import { getJson } from './api.ts';
import {
  type ListPage,
  type LogEvent,
  type Overview,
  type PaperRow,
  type QueueRow,
  readEvent,
  readOverview,
  readPage,
  readPaperRow,
  readQueueRow,
} from './model.ts';
import type { PageName } from './shell.ts';

export interface Heard {
  /** Null until first loaded, like the lists. */
  overview: Overview | null;
  queue: ListPage<QueueRow> | null;
  papers: ListPage<PaperRow> | null;
  events: ListPage<LogEvent> | null;
  /** Browser time of the last good answer. */
  atMs: number | null;
  /** Service time minus browser time. */
  skewMs: number;
  /** Why nothing is heard; null while something is. */
  lost: string | null;
}

export function nothingHeard(): Heard {
  return {
    overview: null,
    queue: null,
    papers: null,
    events: null,
    atMs: null,
    skewMs: 0,
    lost: null,
  };
}

const listPaths = {
  queue: '/control/api/v1/queue?page_size=100',
  papers: '/control/api/v1/papers?page_size=100',
  events: '/control/api/v1/events?page_size=100',
} as const;

/** Asks for what `page` shows and notes it down in `heard`. */
export async function ask(
  heard: Heard,
  { page, token, signal }: { page: PageName; token: string; signal: AbortSignal },
): Promise<'heard' | 'lost' | 'unauthorized' | 'left'> {
  const paths = ['/control/api/v1/overview', ...(page === 'overview' ? [] : [listPaths[page]])];
  const answers = await Promise.all(paths.map((path) => getJson(path, token)));
  if (signal.aborted) return 'left';
  if (answers.some(({ kind }) => kind === 'unauthorized')) return 'unauthorized';
  const failed = answers.find((answer) => answer.kind === 'failed');
  if (failed !== undefined) {
    heard.lost = failed.why;
    return 'lost';
  }
  const [overview, list] = answers.map((answer) => (answer.kind === 'ok' ? answer.json : null));
  heard.overview = readOverview(overview);
  if (page === 'queue') heard.queue = readPage(list, readQueueRow);
  if (page === 'papers') heard.papers = readPage(list, readPaperRow);
  if (page === 'events') heard.events = readPage(list, readEvent);
  heard.atMs = Date.now();
  heard.skewMs = heard.overview.generatedMs === null ? 0 : heard.overview.generatedMs - heard.atMs;
  heard.lost = null;
  return 'heard';
}
