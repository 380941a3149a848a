/**
 * The log of a run: its end, followed while the reader is at the bottom. Going up pauses it; nothing
 * of it is ever taken for markup.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useDashboard } from '../ui/context.tsx';
import { Button } from '../ui/parts.tsx';
import { bytesText } from '../words/units.ts';
import type { LogLine } from './log-buffer.ts';
import { everyLine, findLines, isEvery, piecesOf } from './log-search.ts';
import { LogTools } from './log-tools.tsx';
import { logWords, type RunLog } from './run-log.ts';

/** This near to the bottom the reader follows, px. */
const nearPx = 24;

/** Pauses when the reader goes up, and goes on when they come back to the end. */
export function LogView({ runId, log }: { readonly runId: string; readonly log: RunLog }) {
  const { pauseLog } = useDashboard().run;
  const { paused, buffer, nextOffset, problem } = log;
  const [query, setQuery] = useState(everyLine);
  const box = useRef<HTMLDivElement>(null);
  /** Where we put it; anywhere else the reader did. */
  const placedPx = useRef(0);
  const isEmpty = nextOffset === 0 && buffer.lines.length === 0;
  const isShown = nextOffset !== null && !isEmpty;
  const found = useMemo(() => findLines(buffer.lines, query), [buffer.lines, query]);
  const lines = useMemo(
    () => found.map((line) => lineOf(line, query.search)),
    [found, query.search],
  );

  const toBottom = (): void => {
    const { current } = box;
    if (current === null) return;
    current.scrollTop = current.scrollHeight;
    placedPx.current = current.scrollTop;
  };
  useLayoutEffect(() => {
    if (!paused) toBottom();
  }, [lines, isShown]);
  const onScroll = (): void => {
    const { current } = box;
    if (current === null) return;
    const isNear = current.scrollHeight - current.clientHeight - current.scrollTop <= nearPx;
    if (isNear && paused) pauseLog(false);
    else if (!isNear && current.scrollTop < placedPx.current - 1 && !paused) pauseLog(true);
  };
  const before = beforeWords(log);
  return (
    <div>
      <h3>Log</h3>
      {isShown && (
        <LogTools
          runId={runId}
          query={query}
          onQuery={setQuery}
          linesShown={() => found.map(({ text }) => `${text}\n`).join('')}
        />
      )}
      {before !== null && <p class="aside">{before}</p>}
      {isShown && !isEvery(query) && (
        <p class="aside" role="status">
          {found.length === 0 ? 'None' : found.length} of the {buffer.lines.length} lines that are
          kept here.
        </p>
      )}
      <div
        class="log"
        role="log"
        aria-live="off"
        aria-label="Log of the run"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
        hidden={!isShown}
        ref={box}
        onScroll={onScroll}
      >
        {lines}
      </div>
      <div class="log-foot">
        <span role="status" class={problem === null ? '' : 'trouble'}>
          {isEmpty && problem === null ? emptyWords(log) : logWords(log)}
        </span>
        <span class="figure">{isShown && bytesText(nextOffset)}</span>
        {paused && (
          <Button
            onPress={() => {
              pauseLog(false);
              toBottom();
              box.current?.focus();
            }}
          >
            Follow again
          </Button>
        )}
      </div>
    </div>
  );
}

function emptyWords({ complete }: RunLog): string {
  return complete
    ? 'The run is over and wrote no log.'
    : 'Nothing was written yet. It appears here.';
}

/** A line is text; `·` stands for what cannot be shown. What was searched for is marked. */
const lineOf = ({ id, text, isNote }: LogLine, search: string) => (
  <div key={id} class={isNote ? 'log-note' : 'log-line'}>
    {text === ''
      ? '\u00a0'
      : piecesOf(text, search).map((piece, index) =>
          index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
        )}
  </div>
);

/** What is not shown above the first line; null when it is all there. */
function beforeWords({ beganAt, buffer }: RunLog): string | null {
  const gone = buffer.gone === 0 ? null : `Lines shown earlier that gave way: ${buffer.gone}.`;
  if (beganAt === null || beganAt === 0) return gone;
  const words = `The first ${bytesText(beganAt)} are not shown; saving all of it, or “orrery run log”, has them.`;
  return gone === null ? words : `${words} ${gone}`;
}
