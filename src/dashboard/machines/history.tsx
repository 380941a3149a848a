/** The history of an entity, event by event, with a slider that shows it as it was after any of them. */

import { timeOf } from '../service/loose.ts';
import { useDashboard, useServiceMs } from '../ui/context.tsx';
import { Table } from '../ui/lists.tsx';
import { Button, Empty, Mark, Section, Trouble, WhyNot } from '../ui/parts.tsx';
import { stateWord } from '../words/state-words.ts';
import { valueText } from '../words/value-text.ts';
import { endSentence, markOf, momentText, sentence } from '../words/words.ts';
import { type HistoryWindow, historyRowsMax } from './history-model.ts';
import type { HistoryShown, Then } from './use-history.ts';

type Change = NonNullable<Then['changed']>[number];

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

interface AsItWasProps {
  readonly past: Then;
  /** The event of the moment is its own, not one of another entity after it. */
  readonly isOwn: boolean;
  /** It is not yet of the moment that is pointed at. */
  readonly isOld: boolean;
}

/** How it was, and what the event of that moment changed. */
function AsItWas({ past, isOwn, isOld }: AsItWasProps) {
  const { status, changed = [], state = {} } = past;
  const members = Object.entries(state);
  return (
    <div data-part="then" aria-busy={isOld}>
      <p class="now">
        <Mark kind={markOf(status)}>It was {stateWord(status)}</Mark>
        <span class="soft">version {past.version ?? 'unknown'}</span>
      </p>
      {changed.length === 0 ? (
        <Empty>
          {isOwn
            ? 'This event changed nothing of it that is shown.'
            : 'At that moment nothing happened to it; the event above was the last before.'}
        </Empty>
      ) : (
        <Table
          name="What this event changed"
          columns={[
            { name: 'Member', cell: ({ member }: Change) => <span class="mono">{member}</span> },
            { name: 'Before', cell: ({ before }: Change) => <Value of={before} /> },
            { name: 'After', cell: ({ after }: Change) => <Value of={after} /> },
          ]}
          rows={changed}
          keyOf={({ member }) => member}
        />
      )}
      <details>
        <summary>All of it as it was</summary>
        <dl class="members">
          {members.map(([name, value]) => (
            <div key={name}>
              <dt class="mono">{name}</dt>
              <dd>
                <Value of={value} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function Value({ of: value }: { readonly of: unknown }) {
  const nowMs = useServiceMs();
  if (value == null || value === '') return <span class="unknown">{valueText(value)}</span>;
  const text = valueText(value);
  const ms = isTime.test(text) ? timeOf(text) : null;
  if (ms === null) return <bdi class="value">{text}</bdi>;
  return (
    <time dateTime={text} title={text}>
      {momentText(ms, nowMs)}
    </time>
  );
}

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/;
