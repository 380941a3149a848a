/** The stretch of the history of an entity that is looked at, and how it was at the moment that the address names. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from '../places/places.ts';
import { ask, failureWords } from '../service/api.ts';
import { isLost } from '../service/asking.ts';
import type { Reply } from '../service/wire.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { useTold } from '../ui/told.ts';
import {
  type HistoryPage,
  type HistoryWindow,
  holds,
  stepAt,
  windowOf,
  withEarlier,
  withNewest,
} from './history-model.ts';
import type { Step } from './machine-model.ts';

/** An entity as it was. */
export type Then = Reply<'actors.state'>;
type Kind = NonNullable<Then['kind']>;

/** What is known of its history, and which moment of it is shown. */
export interface HistoryShown {
  readonly window: HistoryWindow | null;
  /** Events up to the moment shown, newest first. */
  readonly steps: readonly Step[];
  /** The event that is pointed at; null: it is shown as it is now. */
  readonly pointed: Step | null;
  /** How it was then; null: now, or not told yet. */
  readonly past: Then | null;
  /** `past` is of the moment before, the one that is pointed at is asked for. */
  readonly isOld: boolean;
  readonly problem: string | null;
  /** Shows it as it was after an event, or with null as it is now. */
  readonly point: (eventId: number | null) => void;
  readonly showEarlier: () => void;
}

interface Wanted {
  readonly kind: Kind;
  readonly id: string;
  /** Its newest event that the feed told of; null: none. */
  readonly newest: number | null;
}

const pageSize = 100;
/** A slider that is moved shows a moment once it rests. */
const restMs = 150;

/** Pages of its events, and how it was at the moment that the address names. */
export function useHistory({ kind, id, newest }: Wanted): HistoryShown {
  const session = useDashboard();
  const at = useValue((state) => state.place.at);
  const [window, setWindow] = useState<HistoryWindow | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [draft, setDraft] = useState<number | null>(null);
  const path = { kind, id };
  const call = (before: number | null) => {
    const query = { page_size: pageSize, ...(before === null ? {} : { before }) };
    const params = { path, query };
    return ask(session.api.get('/control/api/v1/actors/{kind}/{id}/history', { params }));
  };
  const top = useTold(`history ${kind}/${id}`, () => call(null), newest);
  const asked = useTold(at === null ? null : `state ${kind}/${id} ${at}`, (api) => {
    const params = { path, query: { at: at ?? '' } };
    return ask(api.get('/control/api/v1/actors/{kind}/{id}/state', { params }));
  });
  const last = useRef<Then | null>(null);
  // Until the next moment is told the one before stays, so that nothing that was opened in it is lost.
  if (at === null || asked.told !== null) last.current = asked.told;
  const moment = asked.told?.as_of?.event_id ?? eventIdIn(at);
  const read = async (before: number, join: (page: HistoryPage) => void): Promise<void> => {
    const answer = await call(before);
    if (isLost(session, answer)) return;
    setProblem(answer.kind === 'ok' ? null : failureWords(answer));
    if (answer.kind === 'ok') join(answer.told);
  };
  useEffect(() => {
    const { told } = top;
    if (told !== null) setWindow((before) => withNewest(before, told));
  }, [top.told]);
  const isFar = moment !== null && window !== null && !holds(window, moment);
  useEffect(() => {
    if (!isFar) return undefined;
    let isOver = false;
    void read(moment + 1, (page) => {
      if (!isOver) setWindow(windowOf(page, moment));
    });
    return () => {
      isOver = true;
    };
  }, [isFar, moment]);
  useEffect(() => {
    const { told } = top;
    if (at === null && told !== null) {
      setWindow((before) => (before?.to == null ? before : windowOf(told)));
    }
  }, [at, top.told]);
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => replaceAt(session, draft), restMs);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => setDraft(null), [at]);

  const rows = window?.rows ?? [];
  const pointedId = draft ?? moment;
  const pointed = pointedId === null || window === null ? null : stepAt(window, pointedId);
  return {
    window,
    steps: pointed === null ? rows : rows.slice(rows.indexOf(pointed)),
    pointed,
    past: last.current,
    isOld: asked.told === null || (draft !== null && draft !== moment),
    problem: asked.problem ?? top.problem ?? problem,
    point(eventId) {
      if (eventId !== null) return setDraft(eventId);
      setDraft(null);
      replaceAt(session, null);
    },
    showEarlier() {
      if (window?.next == null) return;
      void read(window.next, (page) => setWindow(withEarlier(window, page)));
    },
  };
}

/** The number of an event, where the address names one and not a time. */
const eventIdIn = (at: string | null): number | null =>
  at !== null && /^\d{1,15}$/.test(at) ? Number(at) : null;

/** The address names the moment; going back does not go through every step of the slider. */
function replaceAt({ store }: ReturnType<typeof useDashboard>, eventId: number | null): void {
  const at = eventId === null ? null : String(eventId);
  location.replace(addressOf({ ...store.get().context.place, at }));
}
