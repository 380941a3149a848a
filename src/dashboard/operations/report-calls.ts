/** What happened since the reader looked last; where that was, the browser remembers, and the reader moves it. */
import { ask, failureWords } from '../service/api.ts';
import { isLost, note, oneAtATime, type Session, stateOf } from '../service/asking.ts';

/** The mark moves by choice alone: opening the page does not move it. */
export interface ReportCalls {
  /** Asks again when its page is shown. */
  follow(): void;
  /** Looks back so many hours instead, without moving the mark. */
  lookBack(hours: number): void;
  /** Everything up to now has been read. */
  markRead(): void;
}

const hourMs = 3_600_000;
const firstHours = 12;

/** When the reader said last that all was read, ISO 8601; null: never here. */
interface Looked {
  read(): string | null;
  keep(at: string): void;
}

/** Times are those of the service. */
export function createReportCalls(session: Session, looked: Looked): ReportCalls {
  const nowMs = (): number => {
    const { nowMs: now, skewMs } = stateOf(session);
    return now + skewMs;
  };
  const reread = oneAtATime(session.signal, async () => {
    const since = stateOf(session).report?.since;
    if (since === undefined) return;
    const answer = await ask(
      session.api.get('/control/api/v1/report', { params: { query: { since } } }),
    );
    const shown = stateOf(session).report;
    if (isLost(session, answer) || shown?.since !== since) return;
    note(session, {
      report:
        answer.kind === 'ok'
          ? { since, report: answer.told, problem: null }
          : { ...shown, problem: failureWords(answer) },
    });
  });
  const read = (since: string): void => {
    const before = stateOf(session).report;
    if (before?.since !== since) note(session, { report: { since, report: null, problem: null } });
    reread();
  };
  const sinceMark = (): string =>
    looked.read() ?? new Date(nowMs() - firstHours * hourMs).toISOString();
  return {
    follow() {
      const { place, report, atMs } = stateOf(session);
      if (place.page !== 'since' || atMs === null) return;
      read(report?.since ?? sinceMark());
    },
    lookBack: (hours) => read(new Date(nowMs() - hours * hourMs).toISOString()),
    markRead() {
      const now = new Date(nowMs()).toISOString();
      looked.keep(now);
      read(now);
    },
  };
}
