/** Putting a queued item before or behind another: by edits of priority and rank, which can be taken back. */

import type { UndoCalls } from '../acts/undo-calls.ts';
import { type Place, sameList } from '../places/places.ts';
import { ask, failureWords } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import { endSentence } from '../words/words.ts';
import { type QueueCalls, readQueue } from './queue-calls.ts';
import type { Edge } from './queue-views.ts';
import { type Move, movesFor, waitingRows } from './reorder.ts';

/** What keys and the mouse may ask. */
export interface ReorderCalls {
  /** One place down or up. */
  step(id: string | null, by: 1 | -1): void;
  /** To the place of another. */
  drop(id: string, onto: string): void;
}

interface ReorderOptions {
  readonly session: Session;
  readonly undo: Pick<UndoCalls, 'offer'>;
  readonly queue: Pick<QueueCalls, 'reading'>;
  /** Draws a change that puts the row of this item elsewhere; that row has the focus afterwards. */
  draw(id: string, change: () => void): void;
}

/** One at a time; what was asked for meanwhile is not done. */
export function createReorderCalls({ session, undo, queue, draw }: ReorderOptions): ReorderCalls {
  let isMoving = false;
  const say = (words: string | null): void => note(session, { orderWords: words });
  const send = async (moves: readonly Move[]): Promise<void> => {
    for (const { id, to } of moves) {
      const answer = await ask(
        session.api.post('/control/api/v1/queue/{project_id}/edit', {
          params: { path: { project_id: id } },
          body: {
            requested_by: 'dashboard',
            note: 'put elsewhere in the queue',
            fields: { ...to },
          },
        }),
      );
      if (isLost(session, answer)) return;
      if (answer.kind === 'failed') {
        say(`${id} was not moved: ${endSentence(failureWords(answer))}`);
        return;
      }
    }
    const [moved] = moves.slice(-1);
    undo.offer(
      `${moved?.id} was moved.`,
      moves.map(({ id, from }) => ({ verb: 'edit', id, fields: { ...from } })),
    );
  };
  const move = async (id: string, to: (place: number, ids: readonly string[]) => number) => {
    const { queue: list, place: asked } = stateOf(session);
    if (!list || isMoving) return;
    if (asked.sort !== '')
      return say('Only a queue with its best candidate first can be put in order.');
    const rows = waitingRows(list.rows);
    const ids = rows.map((row) => row.id);
    const at = ids.indexOf(id);
    if (at < 0) return say(`${id} does not wait in the queue, so it has no place there.`);
    const place = Math.min(ids.length - 1, Math.max(0, to(at, ids)));
    const isUnread = (edge: Edge | null): boolean =>
      edge !== null && (edge.status === null || edge.status === 'queued');
    if ((place === 0 && isUnread(list.before)) || (place === ids.length - 1 && isUnread(list.next)))
      return say('What stands beside that place is still being read.');
    const moves = movesFor(rows, id, place);
    if (moves === null)
      return say('Too many items share one rank there; give it a priority instead.');
    if (moves.length === 0) return;
    isMoving = true;
    say(null);
    await send(moves);
    await queue.reading(() => reread(id, asked));
    isMoving = false;
  };
  const reread = async (id: string, asked: Place): Promise<void> => {
    // Who has gone elsewhere meanwhile is shown the list of that place.
    const isLeft = (): boolean => !sameList(asked, stateOf(session).place);
    if (isLeft()) return;
    const answer = await readQueue(session, asked);
    if (isLost(session, answer) || isLeft()) return;
    if (answer.kind === 'failed') session.done();
    else draw(id, () => note(session, { queue: answer.told }));
  };
  return {
    step(id, by) {
      if (id !== null) void move(id, (place) => place + by);
    },
    drop: (id, onto) =>
      void move(id, (place, ids) => (ids.includes(onto) ? ids.indexOf(onto) : place)),
  };
}
