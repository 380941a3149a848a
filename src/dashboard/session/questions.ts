/** Asking the service for what a page shows, and noting the answers down. */

import { type PageName, type PaperStage, type Place, sameList } from '../places/places.ts';
import { readQueue } from '../queue/queue-calls.ts';
import { isListOf } from '../queue/queue-list.ts';
import { type Api, ask, failureWords, type NoReply } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import { type Overview, type PastOverview, pageOf } from '../service/wire.ts';
import type { State } from './state.ts';

/** An answer is in the store; there was none; the session is over. */
export type Outcome = 'heard' | 'lost' | 'over';

const pageSize = 100;

/** What a list told: members of the state, or why not. */
type ListAnswer = NoReply | { readonly kind: 'ok'; readonly part: Partial<State> };

/** Asks for the overview and, with `list`, for what the page lists. */
export async function askPage(session: Session, { list }: { list: boolean }): Promise<Outcome> {
  const { api, store } = session;
  const { place, resync } = stateOf(session);
  const isAnew = ({ log_epoch: epoch }: Overview): boolean => {
    const before = stateOf(session).overview?.log_epoch;
    return resync !== null || (before !== undefined && before !== epoch);
  };
  const isShown = (): boolean => !session.signal.aborted && stateOf(session).overview !== null;
  const askFigures = async () => {
    const answer = await ask(api.get('/control/api/v1/overview', {}));
    // Those that are shown do not wait for a list that takes long, or is not had; how old all is, the list tells too.
    if (answer.kind === 'ok' && isShown() && !isAnew(answer.told)) {
      note(session, { overview: answer.told, figuresOld: false });
    }
    if (answer.kind === 'failed' && !session.signal.aborted) note(session, { figuresOld: true });
    return answer;
  };
  const [first, ...others] = await Promise.all([
    askFigures(),
    ...(list ? [askList(session, place)] : []),
  ]);
  const answers = [first, ...others];
  if (session.signal.aborted) return 'over';
  if (answers.some((answer) => answer?.kind === 'unauthorized')) {
    session.refused();
    return 'over';
  }
  const failed = answers.find((answer) => answer?.kind === 'failed');
  if (failed?.kind === 'failed') {
    note(session, { lost: failed.why });
    return 'lost';
  }
  const state = stateOf(session);
  if (first.kind === 'ok') {
    const anew = isAnew(first.told);
    store.trigger.told({ overview: first.told, atMs: Date.now(), anew });
    for (const answer of others) take(session, place, answer, anew);
  }
  // Another gap may have been told meanwhile.
  note(session, {
    lost: null,
    figuresOld: false,
    ...(state.resync === resync ? { resync: null } : {}),
  });
  return 'heard';
}

function take(session: Session, asked: Place, answer: ListAnswer | undefined, anew: boolean) {
  // Asked before the address changed; what it says now is asked next.
  if (answer === undefined || !('part' in answer) || !sameList(asked, stateOf(session).place))
    return;
  const { events, ...part } = answer.part;
  note(session, part);
  if (events !== undefined) {
    session.store.trigger.eventsTold({ page: events, filter: asked.filter, anew });
  }
}

type ListCall = (session: Session, place: Place) => Promise<ListAnswer>;

/** Pages that show how all was at a moment, and pages with a list of then, which is counted by that. */
export const wholePages: readonly PageName[] = ['overview', 'workers', 'alerts'];
const listPages: readonly PageName[] = ['queue', 'runs', 'papers'];

/** What the page lists, now or at the moment that the address names. */
async function askList(session: Session, place: Place): Promise<ListAnswer | undefined> {
  const { page, at } = place;
  const isWhole = wholePages.includes(page);
  const isPast = at !== null && (isWhole || listPages.includes(page));
  if (isPast && stateOf(session).past?.at !== at) {
    const answer = await askPast(session, at);
    if (answer.kind !== 'ok') return answer;
    note(session, answer.part);
  }
  const state = stateOf(session);
  if (isPast && state.past?.told == null) return undefined;
  // What was does not change.
  const isHeld = page === 'queue' ? isListOf(state.queue, place) : state[page as 'runs'] != null;
  if (isPast && (isHeld || isWhole)) return undefined;
  return lists[page]?.(session, place);
}

/** How all was at a moment; that it cannot be told is an answer, too. */
async function askPast({ api }: Session, at: string): Promise<ListAnswer> {
  // A copy of what was may have to be made for it.
  const answer = await ask(
    api.wait('/control/api/v1/overview/past', { params: { query: { at } } }),
  );
  const past = (told: PastOverview | null, problem: string | null): ListAnswer => ({
    kind: 'ok',
    part: { past: { at, told, problem } },
  });
  if (answer.kind === 'ok') return past(answer.told, null);
  return answer.kind === 'failed' && answer.status === 422
    ? past(null, failureWords(answer))
    : answer;
}

const tagged = (place: Place) => ({
  query: { page_size: pageSize, tag: [...place.tags], at: place.at ?? '' },
});

/** What each stage of the papers is narrowed to. */
const stages = {
  '': {},
  held: { paper_status: 'human_review_required' },
  finalize: { operator_lane: 'finalize' },
  publish: { operator_lane: 'publish_import' },
  imported: { operator_lane: 'published_imported' },
  ended: { operator_lane: 'done_no_paper' },
} as const satisfies Record<PaperStage, object>;
const staged = (place: Place) => ({
  query: { ...tagged(place).query, search: place.filter.search, ...stages[place.stage] },
});

const lists: Readonly<Partial<Record<PageName, ListCall>>> = {
  queue: (session, place) => told(readQueue(session, place), (queue) => ({ queue })),
  runs: ({ api }, place) =>
    told(ask(api.get('/control/api/v1/runs', { params: tagged(place) })), (reply) => ({
      runs: pageOf(reply),
    })),
  papers: ({ api }, place) =>
    told(ask(api.get('/control/api/v1/papers', { params: staged(place) })), (reply) => ({
      papers: pageOf(reply),
    })),
  workers: ({ api }) =>
    told(ask(api.get('/control/api/v1/workers', {})), ({ workers }) => ({
      workers: workers ?? null,
    })),
  corpus: ({ api }, { filter: { search } }) =>
    told(
      ask(
        api.get('/control/api/v1/corpus', { params: { query: { search, page_size: pageSize } } }),
      ),
      (reply) => {
        const page = pageOf(reply);
        const { counts, state } = reply;
        return { corpus: page && { page, counts, state } };
      },
    ),
  events: ({ api }, place) =>
    told(askEvents(api, place, null), (reply) => ({ events: pageOf(reply) })),
  alerts: askAlerts,
};

async function told<Reply>(
  asked: Promise<NoReply | { readonly kind: 'ok'; readonly told: Reply }>,
  partOf: (reply: Reply) => Partial<State>,
): Promise<ListAnswer> {
  const answer = await asked;
  return answer.kind === 'ok' ? { kind: 'ok', part: partOf(answer.told) } : answer;
}

async function askAlerts({ api }: Session): Promise<ListAnswer> {
  const alerts = (status: 'firing' | 'suppressed') =>
    ask(api.get('/control/api/v1/alerts', { params: { query: { status, page_size: pageSize } } }));
  const [firing, suppressed, incidents] = await Promise.all([
    alerts('firing'),
    alerts('suppressed'),
    ask(api.get('/control/api/v1/incidents', { params: { query: { page_size: 50 } } })),
  ]);
  if (firing.kind !== 'ok') return firing;
  if (suppressed.kind !== 'ok') return suppressed;
  if (incidents.kind !== 'ok') return incidents;
  return {
    kind: 'ok',
    part: {
      alerts: {
        firing: pageOf(firing.told),
        suppressed: pageOf(suppressed.told),
        incidents: pageOf(incidents.told),
      },
    },
  };
}

function askEvents(api: Api, place: Place, cursor: string | null) {
  const query = {
    ...place.filter,
    page_size: pageSize,
    at: place.at ?? '',
    cursor: cursor ?? '',
  };
  return ask(api.get('/control/api/v1/events', { params: { query } }));
}

/** Asks for the events before the last one shown. */
export async function askOlder(session: Session): Promise<Outcome> {
  const { filter, events, place } = stateOf(session);
  if (!events || events.nextCursor === null) return 'heard';
  const answer = await askEvents(session.api, { ...place, filter }, events.nextCursor);
  if (isLost(session, answer)) return 'over';
  if (answer.kind === 'failed') {
    note(session, { lost: answer.why });
    // Whether it answers again is known once it is asked; and what fails elsewhere is not mended by this.
    session.done();
    return 'lost';
  }
  session.store.trigger.olderTold({ page: pageOf(answer.told), filter });
  return 'heard';
}
