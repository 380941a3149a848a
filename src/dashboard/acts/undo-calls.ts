/** Taking back what was done just now, where another act does exactly that: for ten seconds. */
import { type Answer, ask, failureWords } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import { endSentence } from '../words/words.ts';
import { afterTick, type Inverse, toldSec, type Undo, undoSec } from './undo.ts';

/** What acts and the shell may ask. */
export interface UndoCalls {
  /** Something was done that these acts take back; what was offered before is not any more. */
  offer(words: string, inverses: readonly Inverse[]): void;
  take(): void;
  /** A second has passed. */
  tick(): void;
  close(): void;
}

/** What was offered last is all that is kept. */
export function createUndoCalls(session: Session): UndoCalls {
  const change = (of: Undo, part: Partial<Undo>): Undo | null => {
    const { undo } = stateOf(session);
    if (undo?.key !== of.key) return null;
    const next = { ...undo, ...part };
    note(session, { undo: next });
    return next;
  };
  let offered = 0;
  const take = async (): Promise<void> => {
    const { undo } = stateOf(session);
    if (undo === null || undo.phase !== 'offered') return;
    change(undo, { phase: 'sending' });
    for (const inverse of undo.inverses) {
      const answer = await send(session, inverse);
      if (isLost(session, answer)) return;
      if (answer.kind === 'failed') {
        const words =
          answer.status === null
            ? `Whether it was taken back is not known: ${endSentence(answer.why)}`
            : `It was not taken back: ${endSentence(failureWords(answer))}`;
        change(undo, { phase: 'failed', words, leftSec: undoSec });
        session.done();
        return;
      }
    }
    change(undo, { phase: 'done', words: 'It was taken back.', leftSec: toldSec });
    session.done();
  };
  return {
    offer(words, inverses) {
      offered += 1;
      const undo = { key: offered, words, inverses, phase: 'offered', leftSec: undoSec } as const;
      note(session, { undo });
    },
    take: () => void take(),
    tick() {
      const { undo } = stateOf(session);
      if (undo !== null) note(session, { undo: afterTick(undo) });
    },
    close: () => note(session, { undo: null }),
  };
}

function send({ api }: Session, inverse: Inverse): Promise<Answer<unknown>> {
  const body = { requested_by: 'dashboard', note: 'taken back' };
  switch (inverse.verb) {
    case 'pause':
    case 'resume':
      return ask(
        api.post(
          inverse.verb === 'pause'
            ? '/control/api/v1/queue/{project_id}/pause'
            : '/control/api/v1/queue/{project_id}/resume',
          { params: { path: { project_id: inverse.id } }, body },
        ),
      );
    case 'edit':
      return ask(
        api.post('/control/api/v1/queue/{project_id}/edit', {
          params: { path: { project_id: inverse.id } },
          body: { ...body, fields: { ...inverse.fields } },
        }),
      );
    case 'open':
      return ask(api.post('/control/resume', { body: { resumed_by: 'dashboard' } }));
    case 'close':
      return ask(
        api.post('/control/pause', {
          body: { paused_by: 'dashboard', maintenance_mode: inverse.maintenance },
        }),
      );
    case 'pump':
      return ask(
        api.post(inverse.on ? '/control/api/v1/pump/on' : '/control/api/v1/pump/off', {
          body: { requested_by: 'dashboard' },
        }),
      );
  }
}
