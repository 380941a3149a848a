/** All that one event says: its payload, what it changed, what led to it, and others of its kind. */

import { entityAddress, hasMachine, memberAddress } from '../places/entity-places.ts';
import { addressOf, eventsAddress, machineAddress, reportAddress } from '../places/places.ts';
import { ask } from '../service/api.ts';
import { type Fields, fieldsOf } from '../service/loose.ts';
import type { LogEvent } from '../service/wire.ts';
import { valueText } from '../words/value-text.ts';
import { plainWord, sentence } from '../words/words.ts';
import { Empty } from './parts.tsx';
import { useTold } from './told.ts';

/** Members shown of each part, and characters of each value; the event in the API has all. */
const membersMax = 40;
const valueCharsMax = 2_000;

export function EventMore({ event }: { readonly event: LogEvent }) {
  const {
    event_id: number,
    event_type: type = '',
    entity_id: id = '',
    entity_type: kind = '',
  } = event;
  const { told, problem } = useTold(number === undefined ? null : `event ${number}`, (api) =>
    ask(
      api.get('/control/api/v1/events/{event_id}', {
        params: { path: { event_id: number ?? 0 } },
      }),
    ),
  );
  const { change, ...payload } = fieldsOf(told?.event?.payload);
  const cause = told?.event?.cause_id;
  const request = told?.event?.correlation_id;
  return (
    <div class="event-more">
      <p class="event-links">
        {id !== '' && <a href={entityAddress(kind, id)}>What it is about</a>}
        {id !== '' && hasMachine(kind) && <a href={machineAddress(kind, id)}>Its machine</a>}
        {id !== '' && (
          <a href={eventsAddress({ entity_id: id, entity_type: kind })}>All events of it</a>
        )}
        <a href={eventsAddress({ event_type: type })}>Others of this type</a>
        {number !== undefined && (
          <a href={addressOf({ page: 'overview', at: String(number) })}>All as it was then</a>
        )}
      </p>
      {problem !== null && <p class="trouble">{sentence(problem)}</p>}
      {told === null && problem === null && <Empty>Loading…</Empty>}
      {told !== null && (
        <>
          <Members name="What it says" of={payload} />
          <Members name="What it changed" of={fieldsOf(fieldsOf(change).set)} />
          <p class="aside">
            Event {number}
            {cause == null ? ', which nothing in the log led to' : `, led to by event ${cause}`}
            {request !== undefined && (
              <>
                ; it belongs to{' '}
                <a href={reportAddress('trace', request)}>
                  <bdi>{request}</bdi>
                </a>
              </>
            )}
            .
          </p>
        </>
      )}
    </div>
  );
}

/** Nothing where there is none. */
function Members({ name, of }: { readonly name: string; readonly of: Fields }) {
  const members = Object.entries(of);
  if (members.length === 0) return null;
  return (
    <>
      <b>{name}</b>
      <dl class="facts-list">
        {members.slice(0, membersMax).map(([member, value]) => (
          <div key={member}>
            <dt>{plainWord(member)}</dt>
            <dd>
              <Value member={member} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {members.length > membersMax && <p class="aside">And {members.length - membersMax} more.</p>}
    </>
  );
}

function Value({ member, value }: { readonly member: string; readonly value: unknown }) {
  const address = memberAddress(member, value);
  const text = valueText(value);
  const shown = text.length > valueCharsMax ? `${text.slice(0, valueCharsMax)}…` : text;
  return address === null ? (
    <bdi>{shown}</bdi>
  ) : (
    <a href={address}>
      <bdi>{shown}</bdi>
    </a>
  );
}
