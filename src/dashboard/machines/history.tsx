/** The history of an entity, event by event, with a slider that shows it as it was after any of them. */

import { timeOf } from '../service/loose.ts';
import { useDashboard, useServiceMs } from '../ui/context.tsx';
import { Button, Empty, Section, Trouble, WhyNot } from '../ui/parts.tsx';
import { endSentence, momentText, sentence } from '../words/words.ts';
import { AsItWas } from './as-it-was.tsx';
import { type HistoryWindow, historyRowsMax } from './history-model.ts';
import type { HistoryShown } from './use-history.ts';

/** The slider, what happened at its moment, and what that changed. */
export function History({ history }: { readonly history: HistoryShown }) {
  const { window, pointed, past, isOld, problem } = history;
  const isNow = pointed === null;
  return (
    <Section title="Its history">
      {problem !== null && <Trouble>{sentence(problem)}</Trouble>}
      {window === null ? (
        problem === null && <Empty>Loading…</Empty>
      ) : window.rows.length === 0 ? (
        <Empty>The log says nothing of it.</Empty>
      ) : (
        <Scrubber history={history} window={window} />
      )}
      {!isNow && past !== null && (
        <AsItWas
          past={past}
          isOwn={isOld || past.as_of?.event_id === pointed.event_id}
          isOld={isOld}
        />
      )}
    </Section>
  );
}

interface ScrubberProps {
  readonly history: HistoryShown;
  readonly window: HistoryWindow;
}

/** Arrow keys go from event to event, Home to the first, End to now. */
function Scrubber({ history, window }: ScrubberProps) {
  const nowMs = useServiceMs();
  const { rows, next, to: upTo } = window;
  const { pointed, point, showEarlier } = history;
  const shown = pointed ?? rows[0];
  const position = shown === undefined ? 0 : rows.length - 1 - rows.indexOf(shown);
  const at = momentText(timeOf(shown?.created_at), nowMs);
  const move = (to: number): void => {
    const step = rows[rows.length - 1 - to];
    if (step?.event_id === undefined) return;
    point(upTo === null && to === rows.length - 1 ? null : step.event_id);
  };
  return (
    <>
      <p class="moment" role="status">
        <span class="figure">{at}</span> <b class="mono">{shown?.event_type ?? 'unknown event'}</b>
        {shown?.summary && (
          <>
            {' '}
            <bdi>{endSentence(shown.summary)}</bdi>
          </>
        )}
        {shown?.actor !== undefined && <span class="soft"> By {shown.actor}.</span>}
      </p>
      <input
        type="range"
        class="scrubber"
        aria-label="Moment of its history"
        aria-valuetext={`${at}, ${shown?.event_type ?? 'unknown event'}`}
        min={0}
        max={Math.max(0, rows.length - 1)}
        step={1}
        value={position}
        onInput={(event) => move(Number(event.currentTarget.value))}
      />
      <div class="choice">
        <Button blocked={position === 0} onPress={() => move(position - 1)}>
          Event before
        </Button>
        <Button blocked={position >= rows.length - 1} onPress={() => move(position + 1)}>
          Event after
        </Button>
        <Button blocked={pointed === null} onPress={() => point(null)}>
          Now
        </Button>
        {next !== null && rows.length < historyRowsMax && (
          <Button needsService onPress={showEarlier}>
            Load earlier events
          </Button>
        )}
        <GoTo />
        <WhyNot />
      </div>
      <p class="aside">{extentWords(window)}</p>
    </>
  );
}

function extentWords({ rows, next, to }: HistoryWindow): string {
  const count = rows.length === 1 ? 'One event' : `${rows.length} events`;
  const sides = [next === null ? null : 'earlier', to === null ? null : 'later'].filter(
    (side) => side !== null,
  );
  if (sides.length === 0) return `${count}: all there are.`;
  const far = next !== null && rows.length >= historyRowsMax ? ' Go to a moment to see them.' : '';
  return `${count} on the slider; there are ${sides.join(' and ')} ones.${far}`;
}

/** To a moment further away than the slider reaches. */
function GoTo() {
  const { change } = useDashboard();
  return (
    <form
      class="go-to"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('moment');
        const ms = typeof typed === 'string' ? Date.parse(typed) : Number.NaN;
        if (!Number.isNaN(ms)) change({ at: new Date(ms).toISOString() });
      }}
    >
      <label>
        <span>Go to </span>
        <input type="datetime-local" name="moment" step={1} required />
      </label>
      <button type="submit">Show</button>
    </form>
  );
}
