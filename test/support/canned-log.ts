/** The log of a run that a test writes: kept to a bound, followed by whoever waits for more. */
import type { RouteResult } from '../../src/http/route.ts';
import { runId, toldByWorker } from './canned-telemetry.ts';
import type { CannedRequest } from './http-dashboard.ts';

export interface CannedLog {
  /** Bytes asked for so far, as `offset`. */
  readonly offsets: number[];
  append(text: string): void;
  /** Everything before this byte is no longer kept. */
  dropTo(offset: number): void;
  /** The run is over: nothing more is written. */
  finish(): void;
  answer(request: Pick<CannedRequest, 'query' | 'signal'>): Promise<RouteResult>;
}

/** `text` is ASCII, so that its characters are its bytes. */
export function cannedLog(text: string): CannedLog {
  let whole = text;
  let keptFrom = 0;
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const tell of waiting) tell();
    waiting.clear();
  };
  const more = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      waiting.add(resolve);
      signal.addEventListener('abort', () => resolve());
    });
  return {
    offsets: [],
    append(added) {
      whole += added;
      wake();
    },
    dropTo(offset) {
      keptFrom = offset;
    },
    finish() {
      isOver = true;
      wake();
    },
    async answer({ query, signal }) {
      const asked = Number(query['offset']);
      this.offsets.push(asked);
      const from = asked < 0 ? Math.max(keptFrom, whole.length + asked) : asked;
      if (from >= whole.length && !isOver && query['wait_sec'] !== 0) await more(signal);
      const begin = Math.max(from, keptFrom);
      return {
        status: 200,
        body: {
          ok: true,
          run_id: runId,
          offset: begin,
          next_offset: whole.length,
          size_bytes: whole.length,
          eof: isOver,
          text: whole.slice(begin),
          dropped: begin > from ? { from, to: begin } : null,
          run_over: isOver,
          ...toldByWorker(),
        },
      };
    },
  };
}

export const logText = (lines: number): string =>
  Array.from({ length: lines }, (_, index) => {
    const step = String(index * 50).padStart(5, '0');
    return `[step ${step}] loss ${(3.2 / (1 + index / 9)).toFixed(4)}  lr 3.0e-4  tok/s ${41_200 + ((index * 37) % 900)}\n`;
  }).join('');
