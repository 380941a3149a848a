/** Putting a queued item before or behind another: by edits of priority and rank, which can be taken back. */
import { ask, failureWords } from './api.ts';
import { isLost, note, type Session, stateOf } from './asking.ts';
import { readQueue } from './queue-calls.ts';
import { type Move, movesFor, waitingRows } from './reorder.ts';
import { drawNow } from './ui/draw-now.ts';
import type { UndoCalls } from './undo-calls.ts';
import { endSentence } from './words.ts';

/** What keys and the mouse may ask. */
export interface ReorderCalls {
  /** One place down or up. */
  step(id: string | null, by: 1 | -1): void;
  /** To the place of another. */
  drop(id: string, onto: string): void;
}

/** One at a time; what was asked for meanwhile is not done. */
export function createReorderCalls(session: Session, undo: Pick<UndoCalls, 'offer'>): ReorderCalls {
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
    const { queue, place } = stateOf(session);
    if (!queue || isMoving) return;
    if (place.sort !== '')
      return say('Only a queue with its best candidate first can be put in order.');
    const rows = waitingRows(queue.rows);
    const ids = rows.map((row) => row.id);
    const at = ids.indexOf(id);
    if (at < 0) return say(`${id} does not wait in the queue, so it has no place there.`);
    const moves = movesFor(rows, id, Math.min(ids.length - 1, Math.max(0, to(at, ids))));
    if (moves === null)
      return say('Too many items share one rank there; give it a priority instead.');
    if (moves.length === 0) return;
    isMoving = true;
    say(null);
    await send(moves);
    const answer = await readQueue(session, stateOf(session).place);
    isMoving = false;
    if (isLost(session, answer) || answer.kind !== 'ok') return;
    // A row that goes elsewhere would lose the focus.
    drawNow(() => note(session, { queue: answer.told }));
    document.getElementById(`open-${id}`)?.focus();
  };
  return {
    step(id, by) {
      if (id !== null) void move(id, (place) => place + by);
    },
    drop: (id, onto) =>
      void move(id, (place, ids) => (ids.includes(onto) ? ids.indexOf(onto) : place)),
  };
}
