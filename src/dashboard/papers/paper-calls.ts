/** The paper that the address names: what it says, sentence by sentence, and what each number comes from. */

import type { ChecklistItemId } from '../../domain/statuses.ts';
import { ask, failureWords } from '../service/api.ts';
import { isLost, note, oneAtATime, type Session, stateOf } from '../service/asking.ts';
import type { PaperDetail } from './paper-state.ts';

/** What the page and the pane may ask of it. */
export interface PaperCalls {
  follow(): void;
  show(claim: string | null): void;
  /** Decides that an item of its checklist passes. */
  pass(id: string, item: ChecklistItemId): void;
}

/** Shows nothing until `follow`. */
export function createPaperCalls(session: Session): PaperCalls {
  const change = (id: string, part: Partial<PaperDetail>): void => {
    const { paper } = stateOf(session);
    if (paper?.id === id) note(session, { paper: { ...paper, ...part } });
  };
  const read = async (id: string): Promise<void> => {
    const params = { path: { paper_id: id } };
    const at = stateOf(session).paper?.at ?? null;
    const then = { ...params, query: at === null ? {} : { at } };
    const [facts, trace] = await Promise.all([
      ask(session.api.get('/control/api/v1/papers/{paper_id}', { params: then })),
      ask(session.api.get('/control/api/v1/papers/{paper_id}/trace', { params })),
    ]);
    if (isLost(session, facts) || isLost(session, trace)) return;
    if (stateOf(session).paper?.at !== at) return;
    if (facts.kind === 'ok') change(id, { facts: facts.told });
    if (trace.kind === 'ok') change(id, { trace: trace.told, problem: null });
    else change(id, { problem: failureWords(trace) });
  };
  // An answer that took longer never stands in the place of a newer one.
  const reread = oneAtATime(session.signal, async () => {
    const { paper } = stateOf(session);
    if (paper !== null) await read(paper.id);
  });
  const pass = async (id: string, item_id: ChecklistItemId): Promise<void> => {
    const answer = await ask(
      session.api.post('/control/api/publication-automation/{paper_id}/checklist/{item_id}', {
        params: { path: { paper_id: id, item_id } },
        body: { requested_by: 'dashboard', status: 'pass' },
      }),
    );
    if (isLost(session, answer)) return;
    change(id, {
      told: answer.kind === 'ok' ? null : `It was not decided: ${failureWords(answer)}`,
    });
    reread();
  };
  return {
    follow() {
      const { place, paper } = stateOf(session);
      const id = place.page === 'papers' ? place.id : null;
      if (id === null) {
        if (paper !== null) note(session, { paper: null });
        return;
      }
      const { at } = place;
      if (paper?.id !== id || paper.at !== at)
        note(session, {
          paper: {
            id,
            at,
            facts: null,
            trace: null,
            problem: null,
            claim: null,
            told: null,
            act: null,
          },
        });
      reread();
    },
    pass: (id, item) => void pass(id, item),
    show(claim) {
      const { paper } = stateOf(session);
      if (paper !== null) change(paper.id, { claim });
    },
  };
}
