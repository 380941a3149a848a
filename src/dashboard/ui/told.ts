/** What one part of a page asks the service for by itself: asked when it is drawn, and again when something has changed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, type Api, failureWords } from '../service/api.ts';
import { isLost } from '../service/asking.ts';
import type { Told } from '../service/wire.ts';
import { useDashboard } from './context.tsx';

/** What was told last, and why there is no newer answer; both null before the first. */
export interface Asked<Reply> {
  readonly told: Told<Reply> | null;
  readonly problem: string | null;
  /** Asks again now. */
  readonly again: () => void;
}

/** Changes closer together than this are asked about once. */
const restMs = 3_000;

/**
 * Asks `call` for what `key` names; another key forgets what was told before, and gives up what is asked.
 * While it stays the same, another `change` asks again, one question at a time. A key of null asks nothing.
 */
export function useTold<Reply>(
  key: string | null,
  call: (api: Api, signal: AbortSignal) => Promise<Answer<Reply>>,
  change: unknown = null,
): Asked<Reply> {
  const session = useDashboard();
  const [shown, setShown] = useState<{ key: string | null } & Omit<Asked<Reply>, 'again'>>({
    key,
    told: null,
    problem: null,
  });
  const latest = useRef(call);
  latest.current = call;
  const asker = useRef<{ readonly now: () => void; readonly soon: () => void } | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    const over = new AbortController();
    let isAsking = false;
    let isWanted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      if (isAsking) {
        isWanted = true;
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      isAsking = true;
      isWanted = false;
      const answer = await latest.current(session.api, over.signal);
      isAsking = false;
      if (over.signal.aborted || isLost(session, answer)) return;
      setShown((before) =>
        answer.kind === 'ok'
          ? { key, told: answer.told, problem: null }
          : { key, told: before.key === key ? before.told : null, problem: failureWords(answer) },
      );
      timer = setTimeout(() => {
        timer = undefined;
        if (isWanted) void run();
      }, restMs);
    };
    const soon = (): void => {
      isWanted = true;
      if (timer === undefined) void run();
    };
    asker.current = { now: () => void run(), soon };
    void run();
    return () => {
      over.abort();
      clearTimeout(timer);
      asker.current = null;
    };
  }, [key, session.api]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) asker.current?.soon();
    isFirst.current = false;
  }, [change]);
  const isCurrent = shown.key === key;
  return {
    told: isCurrent ? shown.told : null,
    problem: isCurrent ? shown.problem : null,
    again: () => asker.current?.now(),
  };
}
