/** What a page shows, called elsewhere: the request that tells it, and the command of `orrery`. Pure. */
import type { CopyLine } from '../acts/copy-lines.ts';
import { askedAt, reportNames, reportOf } from '../operations/reports.ts';
import { type PageName, type Place, queryOf } from '../places/places.ts';

const v1 = '/control/api/v1';
const lines = (path: string, ...commands: readonly (readonly string[])[]): readonly CopyLine[] => [
  { name: 'curl', method: 'GET', path },
  ...commands.map((command) => ({
    // A page that has several says which it is.
    name: commands.length === 1 ? 'command' : command.slice(0, 2).join(' '),
    command,
  })),
];
const list = (path: string, { filter }: Place): string => {
  const query = queryOf(filter);
  return query.size === 0 ? `${v1}/${path}` : `${v1}/${path}?${query}`;
};
const flagsOf = ({ filter }: Place): readonly string[] =>
  (
    [
      ['--type', filter.event_type],
      ['--entity', filter.entity_id],
      ['--search', filter.search],
    ] as const
  ).flatMap(([flag, value]) => (value === '' ? [] : [flag, value]));

const ofPages: Readonly<
  Record<PageName, (place: Place, id: string | null) => readonly CopyLine[]>
> = {
  overview: () => lines(`${v1}/overview`, ['status']),
  queue: (place, id) =>
    id === null
      ? lines(list('queue', place), ['queue', 'list'])
      : lines(`${v1}/projects/${id}`, ['project', 'show', place.id ?? '']),
  runs: ({ id: run }, id) =>
    run === null
      ? lines(`${v1}/runs`, ['run', 'list'])
      : lines(
          `${v1}/runs/${id}`,
          ['run', 'show', run],
          ['why', 'run', run],
          ['run', 'telemetry', run],
          ['run', 'log', run],
        ),
  papers: (place, id) =>
    id === null
      ? lines(list('papers', place), ['papers', 'list'])
      : lines(`${v1}/papers/${id}`, ['papers', 'show', place.id ?? '']),
  workers: ({ id: worker }, id) =>
    worker === null
      ? lines(`${v1}/workers`, ['workers', 'list'])
      : lines(`${v1}/workers/${id}`, ['workers', 'show', worker]),
  events: (place) => lines(list('events', place), ['events', ...flagsOf(place)]),
  alerts: () => lines(`${v1}/alerts`, ['alerts'], ['incidents', 'list']),
  since: () => lines(`${v1}/report`, ['report']),
  machines: ({ id }) => {
    const [kind = '', ...parts] = id?.split('/') ?? [];
    return lines(
      parts.length === 0
        ? `${v1}/actors`
        : `${v1}/actors/${kind}/${encodeURIComponent(parts.join('/'))}`,
    );
  },
  readiness: () => lines(`${v1}/automation-readiness`, ['status', '--check']),
  bench: () => lines(`${v1}/bench`, ['bench', 'list']),
  settings: () => lines(`${v1}/settings`, ['config', 'check']),
  dispatch: ({ id: item }) => [
    { name: 'command', command: ['dispatch', ...(item === null ? [] : ['--project', item])] },
  ],
  add: () => [{ name: 'command', command: ['import', 'ideas.md'] }],
  corpus: (place) => lines(list('corpus', place)),
  reports: ({ id, filter: { search } }) => {
    const name = reportNames.find((each) => each === id);
    const path = name && askedAt(reportOf(name), { typed: search, from: null });
    return path == null ? [] : lines(path, ...(commandsOf[name ?? ''] ?? (() => []))(search));
  },
};

/** Reports that the command line has as well. */
const commandsOf: Readonly<
  Partial<Record<string, (typed: string) => readonly (readonly string[])[]>>
> = {
  budgets: () => [['budgets']],
  messages: () => [['alerts', 'sent']],
  log: () => [['archive']],
  trace: (id) => [['trace', id]],
  supervision: () => [['bench', 'supervision']],
};

/** The lines for a place; the link comes before them by itself. */
export function pageCopies(place: Place): readonly CopyLine[] {
  const { at, page, id } = place;
  const own = ofPages[page](place, id === null ? null : encodeURIComponent(id));
  return at === null ? own : (copiesOfThen(place, at) ?? own);
}

/** The request that tells of a moment; null for a page that is of now whatever the address says. */
function copiesOfThen({ page, id }: Place, at: string): readonly CopyLine[] | null {
  const then = `at=${encodeURIComponent(at)}`;
  if (page === 'queue' || page === 'runs' || page === 'papers') {
    const one = page === 'queue' ? 'projects' : page;
    const word = page === 'papers' ? page : one.slice(0, -1);
    return id === null
      ? lines(`${v1}/${page}?${then}`, [page === 'runs' ? 'run' : page, 'list', '--at', at])
      : lines(`${v1}/${one}/${encodeURIComponent(id)}?${then}`, [word, 'show', id, '--at', at]);
  }
  if (page === 'events') return lines(`${v1}/events?${then}`);
  const isPast = page === 'overview' || page === 'workers' || page === 'alerts';
  return isPast ? lines(`${v1}/overview/past?${then}`) : null;
}
