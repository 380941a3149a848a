/** Reading the queue: as much of it as is looked at, and single items when they change. */

import type { WorkloadClass } from '../domain/statuses.ts';
import { ask, type NoReply } from './api.ts';
import { isLost, note, oneAtATime, type Session, stateOf } from './asking.ts';
import type { Place } from './places.ts';
import {
  isListOf,
  type Piece,
  piecesFrom,
  type QueueList,
  viewLanes,
  withPieces,
} from './queue-list.ts';
import { pageOf } from './wire.ts';

/** Rows read at first, and at once once somebody reads on. */
const pieceSize = 100;
const nextPieceSize = 500;

/** Null where the service did not send the rows. */
type Read = NoReply | { readonly kind: 'ok'; readonly told: QueueList | null };

/** The rows from the beginning, as many as were read before. */
export async function readQueue(session: Session, place: Place): Promise<Read> {
  const { queue } = stateOf(session);
  const before = isListOf(queue ?? null, place) ? (queue?.rows ?? []) : [];
  let list: QueueList = {
    place,
    rows: [],
    next: piecesFrom(place.view, null)[0] ?? null,
    tagCounts: undefined,
  };
  do {
    const answer = await readOn(session, list);
    if (answer.kind !== 'ok' || answer.told === null) return answer;
    list = answer.told;
  } while (list.rows.length < Math.min(before.length, again) && list.next !== null);
  return { kind: 'ok', told: queue && list.next !== null ? withRest(list, queue) : list };
}

/** With the rows that were read further down before, so that nobody there loses their place. */
function withRest(list: QueueList, before: QueueList): QueueList {
  if (!isListOf(before, list.place) || before.rows.length <= list.rows.length) return list;
  const ids = new Set(list.rows.map(({ project_id: id }) => id));
  const rest = before.rows.filter(({ project_id: id }) => !ids.has(id));
  return { ...list, rows: [...list.rows, ...rest], next: before.next };
}

/** Rows read again at most; who has read further keeps the rest as it was until it changes. */
const again = 500;

/** The next piece; where several statuses follow on one another, what is left of all of them at once. */
async function readOn({ api, store }: Session, list: QueueList): Promise<Read> {
  const { place } = list;
  const lane = viewLanes[place.view];
  const { overview } = store.get().context;
  const counts = overview?.operator_detail_counts?.queue;
  const isEmpty = (status: string | null): boolean =>
    status !== null && counts !== undefined && counts[status] === 0;
  const pieces = piecesFrom(place.view, list.next);
  const answers = await Promise.all(
    pieces
      .filter(({ status, cursor }) => cursor !== null || !isEmpty(status))
      .map(async (asked, index) => {
        const { status, cursor } = asked;
        const query = {
          page_size: list.rows.length === 0 ? pieceSize : nextPieceSize,
          search: place.filter.search,
          tag: [...place.tags],
          machine_target: place.worker,
          ...(place.work === '' ? {} : { workload_class: place.work as WorkloadClass }),
          // How often each tag is used is told with the first rows.
          ...(index === 0 && list.tagCounts === undefined ? { counts: 'tag' as const } : {}),
          ...(lane === undefined ? {} : { operator_lane: lane }),
          ...(status === null ? {} : { status }),
          ...(cursor === null ? {} : { cursor }),
          ...(place.sort === '' ? {} : { sort: place.sort }),
        };
        return {
          asked,
          answer: await ask(api.get('/control/api/v1/queue', { params: { query } })),
        };
      }),
  );
  const told: Piece[] = [];
  let { tagCounts } = list;
  for (const { asked, answer } of answers) {
    if (answer.kind !== 'ok') return answer;
    const page = pageOf(answer.told);
    tagCounts ??= answer.told.counts;
    if (page === null) return { kind: 'ok', told: null };
    told.push({ asked, rows: page.rows, nextCursor: page.nextCursor });
  }
  return { kind: 'ok', told: { ...withPieces(list, told), tagCounts } };
}

/** What the queue's page and the feed may ask for. */
export interface QueueCalls {
  /** Reads the next piece, once, while there is one. */
  more(): void;
  /** An item has changed, or is new. */
  changed(id: string): void;
  /** Reads the list by `read`. What changes meanwhile may be newer than the list, and is asked about once that is in. */
  reading<Result>(read: () => Promise<Result>): Promise<Result>;
}

/** Changes closer together than this are asked about together. */
const settleMs = 300;
/** Items asked about at once; further ones wait. */
const atOnce = 8;
/** Changed items that wait to be asked about; past it the list is read again as a whole. */
const waitingMax = 200;

/** Asks for what changed, item by item; `reread` asks for the list as a whole. */
export function createQueueCalls(session: Session, reread: () => void): QueueCalls {
  const waiting = new Set<string>();
  /** What has changed since each of the lists that are being read was asked for. */
  const readings = new Set<Set<string>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  session.signal.addEventListener('abort', () => clearTimeout(timer));

  const askItem = async (id: string): Promise<void> => {
    const params = { query: { project_id: id, page_size: 1 } };
    const answer = await ask(session.api.get('/control/api/v1/queue', { params }));
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok') session.store.trigger.itemsTold({ rows: answer.told.rows ?? [] });
    // Nobody tells of this change again; the list is asked for until it is heard.
    else reread();
  };
  const askWaiting = oneAtATime(session.signal, async () => {
    const ids = [...waiting].slice(0, atOnce);
    for (const id of ids) waiting.delete(id);
    await Promise.all(ids.map(askItem));
    if (waiting.size > 0) later();
  });
  const later = (): void => {
    clearTimeout(timer);
    if (!session.signal.aborted) timer = setTimeout(askWaiting, settleMs);
  };
  const more: () => void = oneAtATime(session.signal, async () => {
    const { queue, place } = stateOf(session);
    if (!queue || queue.next === null || !isListOf(queue, place)) return;
    const answer = await readOn(session, queue);
    if (answer.kind === 'unauthorized') session.refused();
    const { queue: now } = stateOf(session);
    if (session.signal.aborted) return;
    // The list is another one meanwhile: what was read does not follow on it, and its end is in sight still.
    if (now !== queue) {
      more();
      return;
    }
    if (answer.kind === 'ok') note(session, { queue: answer.told });
    else if (answer.kind === 'failed') {
      note(session, { lost: answer.why });
      session.done();
    }
  });
  const changed = (id: string): void => {
    for (const meanwhile of readings) meanwhile.add(id);
    waiting.add(id);
    if (waiting.size <= waitingMax) later();
    else {
      waiting.clear();
      reread();
    }
  };
  return {
    more,
    changed,
    async reading(read) {
      const meanwhile = new Set<string>();
      readings.add(meanwhile);
      const result = await read();
      readings.delete(meanwhile);
      for (const id of meanwhile) changed(id);
      return result;
    },
  };
}
