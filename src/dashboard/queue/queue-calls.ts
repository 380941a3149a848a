/** Reading the queue: as much of it as is looked at, and single items when they change. */

import type { operations } from '../../client/schema.ts';
import type { WorkloadClass } from '../../domain/statuses.ts';
import type { Place } from '../places/places.ts';
import { ask, type NoReply } from '../service/api.ts';
import { isLost, note, oneAtATime, type Session, stateOf } from '../service/asking.ts';
import { pageOf } from '../service/wire.ts';
import { figuresOf } from '../session/state.ts';
import {
  emptyList,
  isListOf,
  type Look,
  listAround,
  type Piece,
  piecesFrom,
  type QueueList,
  reaches,
  restarted,
  type Step,
  stepFor,
  trimmed,
  withItem,
  withPieces,
} from './queue-list.ts';
import {
  type Anchor,
  anchorFor,
  countsFor,
  type Edge,
  type Side,
  viewLanes,
} from './queue-views.ts';

/** Rows read at first, and at once once somebody reads on. */
const pieceSize = 100;
const nextPieceSize = 500;
/** So much is read again at once; whoever looks further is read to as they look. */
const againPieces = 4;

/** Null where the service did not send the rows. */
type Read<Told> = NoReply | { readonly kind: 'ok'; readonly told: Told | null };

/** The rows around those that somebody looks at, read again. */
export async function readQueue(session: Session, place: Place): Promise<Read<QueueList>> {
  const { queue, look } = stateOf(session);
  let list = restarted(queue, place, look);
  const [again] = list.rows;
  if (again?.project_id !== undefined) {
    const answer = await askRows(session, {
      project_id: again.project_id,
      page_size: 1,
      ...(place.at === null ? {} : { at: place.at }),
    });
    if (answer.kind !== 'ok') return answer;
    // One that is no more leaves its place to those around it.
    const [row] = answer.told?.rows ?? [];
    list = row === undefined ? { ...list, rows: [], marks: [] } : withItem(list, row);
  }
  const size = look.to < pieceSize / 2 ? pieceSize : nextPieceSize;
  for (
    let pieces = 0;
    pieces < againPieces && (pieces === 0 || !reaches(list, look));
    pieces += 1
  ) {
    const answer = await readOn(session, list, { side: 'next', size });
    if (answer.kind !== 'ok') return answer;
    if (answer.told === null) return { kind: 'ok', told: null };
    list = answer.told(list);
  }
  return { kind: 'ok', told: list };
}

type Query = NonNullable<operations['queue.list']['parameters']['query']>;

/** One page of the list. */
async function askRows({ api }: Session, query: Query) {
  const answer = await ask(api.get('/control/api/v1/queue', { params: { query } }));
  if (answer.kind !== 'ok') return answer;
  const page = pageOf(answer.told);
  return {
    kind: 'ok' as const,
    told: page && { ...page, counts: answer.told.counts },
  };
}

/** What a page is asked with, away from the first row or towards it. */
function queryFor(place: Place, side: Side, edge: Edge): Query {
  const { view, filter, tags, worker, work, at } = place;
  const lane = viewLanes[view];
  const sort = side === 'next' ? place.sort : turned(place.sort || defaultSort);
  return {
    search: filter.search,
    tag: [...tags],
    machine_target: worker,
    workload_class: work as WorkloadClass,
    ...(lane === undefined ? {} : { operator_lane: lane }),
    ...(edge.status === null ? {} : { status: edge.status }),
    cursor: edge.cursor ?? '',
    sort,
    at: at ?? '',
  };
}
/** What the service sorts by where nothing else is asked for. */
const defaultSort = 'dispatch_priority';
const turned = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

/** What was read, to be put to the list that it follows on. */
type Put = (list: QueueList) => QueueList;

/** What follows at one side of a list; where several statuses follow on one another, of as many as are needed at once. */
async function readOn(
  session: Session,
  list: QueueList,
  { side, size }: { readonly side: Side; readonly size: number },
): Promise<Read<Put>> {
  const { place } = list;
  const edge = list[side];
  if (edge === null) return { kind: 'ok', told: (now) => now };
  const counts = countsFor(place, figuresOf(stateOf(session)));
  const { ask: pieces, rest } = piecesFrom(place, { side, edge, size }, counts);
  const answers = await Promise.all(
    pieces.map((piece, index) =>
      askRows(session, {
        ...queryFor(place, side, piece),
        page_size: size,
        // How often each tag is used is told with the first rows.
        ...(index === 0 && list.tagCounts === undefined ? { counts: 'tag' } : {}),
      }),
    ),
  );
  const told: Piece[] = [];
  let { tagCounts } = list;
  for (const [index, answer] of answers.entries()) {
    if (answer.kind !== 'ok') return answer;
    if (answer.told === null) return { kind: 'ok', told: null };
    tagCounts ??= answer.told.counts;
    told.push({ asked: pieces[index]!, ...answer.told });
  }
  return { kind: 'ok', told: (now) => ({ ...withPieces(now, side, { told, rest }), tagCounts }) };
}

/** A stretch that begins there. */
async function readFrom(session: Session, anchor: Anchor): Promise<Read<Put>> {
  const { place, side, status, skip } = anchor;
  const query = { ...queryFor(place, side, { status, cursor: null }), skip, page_size: 1 };
  const answer = await askRows(session, query);
  if (answer.kind !== 'ok') return answer;
  if (answer.told === null) return { kind: 'ok', told: null };
  const { rows, nextCursor } = answer.told;
  return {
    kind: 'ok',
    told: ({ tagCounts }) => ({ ...listAround(anchor, rows[0], nextCursor), tagCounts }),
  };
}

interface Reading {
  readonly step: Exclude<Step, null>;
  readonly anchor: Anchor | null;
}

function readStep(
  session: Session,
  list: QueueList,
  { step, anchor }: Reading,
): Promise<Read<Put>> {
  if (step === 'next' || step === 'before') {
    const size = list.rows.length <= 2 * pieceSize ? pieceSize : nextPieceSize;
    return readOn(session, list, { side: step, size });
  }
  if (step === 'elsewhere' && anchor !== null) return readFrom(session, anchor);
  return readStart(session, list);
}

/** Its first rows alone; what is held stays until they are told. */
async function readStart(session: Session, { place, tagCounts }: QueueList): Promise<Read<Put>> {
  const start = { ...emptyList(place), tagCounts };
  const answer = await readOn(session, start, { side: 'next', size: pieceSize });
  if (answer.kind !== 'ok' || answer.told === null) return answer;
  const { told } = answer;
  return { kind: 'ok', told: (now) => told({ ...start, tagCounts: now.tagCounts }) };
}

/** What the queue's page and the feed may ask for. */
export interface QueueCalls {
  /** Somebody looks at these rows; what is not held of them is read. */
  look(look: Look): void;
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
  const changed = (id: string): void => {
    // What was does not change.
    if (stateOf(session).place.at !== null) return;
    for (const meanwhile of readings) meanwhile.add(id);
    waiting.add(id);
    if (waiting.size <= waitingMax) later();
    else {
      waiting.clear();
      reread();
    }
  };
  const reading: QueueCalls['reading'] = async (read) => {
    const meanwhile = new Set<string>();
    readings.add(meanwhile);
    const result = await read();
    readings.delete(meanwhile);
    for (const id of meanwhile) changed(id);
    return result;
  };
  /** Until all is held that somebody looks at, or the service does not tell it. */
  const readLooked: () => void = oneAtATime(session.signal, async () => {
    for (;;) {
      const state = stateOf(session);
      const { queue, place, look } = state;
      if (!isListOf(queue, place)) return;
      const anchor = anchorFor(place, figuresOf(state), Math.floor((look.from + look.to) / 2));
      const step = stepFor(queue, look, anchor !== null);
      if (step === null) return;
      const answer = await reading(async () => readStep(session, queue, { step, anchor }));
      if (isLost(session, answer)) return;
      if (answer.kind === 'failed') {
        note(session, { lost: answer.why });
        session.done();
      }
      if (answer.kind !== 'ok' || answer.told === null) return;
      const now = stateOf(session);
      const isSameEnd = (step !== 'next' && step !== 'before') || now.queue?.[step] === queue[step];
      // Where the list is another one meanwhile, what was read does not follow on it.
      if (isListOf(now.queue, place) && isSameEnd)
        note(session, { queue: trimmed(answer.told(now.queue), now.look) });
    }
  });
  return {
    look(look) {
      const { look: before } = stateOf(session);
      if (look.from !== before.from || look.to !== before.to) note(session, { look });
      readLooked();
    },
    changed,
    reading,
  };
}
