/** How an entity was at a moment of its history, and what the event of that moment changed. */
import { timeOf } from '../service/loose.ts';
import { useServiceMs } from '../ui/context.tsx';
import { Table } from '../ui/lists.tsx';
import { Empty, Mark } from '../ui/parts.tsx';
import { stateWord } from '../words/state-words.ts';
import { valueText } from '../words/value-text.ts';
import { markOf, momentText } from '../words/words.ts';
import type { Then } from './use-history.ts';

type Change = NonNullable<Then['changed']>[number];

interface AsItWasProps {
  readonly past: Then;
  /** The event of the moment is its own, not one of another entity after it. */
  readonly isOwn: boolean;
  /** It is not yet of the moment that is pointed at. */
  readonly isOld: boolean;
}

/** How it was, and what the event of that moment changed. */
export function AsItWas({ past, isOwn, isOld }: AsItWasProps) {
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
