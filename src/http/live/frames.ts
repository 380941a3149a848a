/**
 * Events as the feed sends them. The data of a frame is serialised once, when the event is read;
 * each topic puts its own head in front of it. Pure.
 */

import type { StoredEvent } from '../../actors/journal/port.ts';
import { stateChangeMember } from '../../actors/journal/port.ts';
import { changeIn } from '../../actors/journal/state-fold.ts';
import { describeEvent, toShownChange } from '../../control/reading/index.ts';

import { excerpt } from '../../lib/excerpt.ts';
import {
  type ControlFrame,
  type LiveChange,
  type LiveEvent,
  type LiveSample,
  liveLimits,
} from './protocol.ts';
import { topicNames } from './topics.ts';

/** One event, ready to be sent under every topic it belongs to. */
export interface FeedRecord {
  readonly id: number;
  readonly parts: readonly FeedPart[];
}

/** What one event is on the event streams, or the change it carries on the state streams. */
export interface FeedPart {
  readonly type: 'event' | 'state';
  /** JSON text of the frame's `data`. */
  readonly data: string;
  /** From the widest topic to the narrowest. */
  readonly topics: readonly string[];
}

/** Room for a frame's other members within `frameBytesMax`. */
const headBytesMax = 2 * liveLimits.topicCharsMax + 200;

/** Serialises what an event has to say. What is too large goes without its payload and says so. */
export function toFeedRecord(event: StoredEvent): FeedRecord {
  const parts: FeedPart[] = [
    {
      type: 'event',
      data: eventData(event),
      topics: topicNames('events', event.entity_type, event.entity_id),
    },
  ];
  const change = changeIn(event.payload);
  if (change !== undefined) {
    const { kind, id, version, gone } = change;
    const { value, cut } = excerpt(toShownChange(change));
    const set = value as LiveChange['set'];
    const base = { kind, id, version, ...(gone === true ? { gone } : {}) };
    parts.push({
      type: 'state',
      data: bounded<LiveChange>(cut ? { ...base, set, truncated: true } : { ...base, set }, () => ({
        ...base,
        set: {},
        truncated: true,
      })),
      topics: topicNames('state', kind, id),
    });
  }
  return { id: event.event_id, parts };
}

function eventData(event: StoredEvent): string {
  const { [stateChangeMember]: _change, ...rest } = event.payload;
  const { value, cut } = excerpt(rest);
  const data: LiveEvent = {
    event_id: event.event_id,
    event_type: event.event_type,
    entity_type: event.entity_type,
    entity_id: event.entity_id,
    payload: value as LiveEvent['payload'],
    actor: event.actor,
    cause_id: event.cause_id,
    correlation_id: event.correlation_id,
    created_at: event.created_at,
    summary: describeEvent(event),
    ...(cut ? { payload_truncated: true } : {}),
  };
  return bounded<LiveEvent>(data, () => ({ ...data, payload: {}, payload_truncated: true }));
}

function bounded<Data>(data: Data, smaller: () => Data): string {
  const text = JSON.stringify(data);
  const fits = Buffer.byteLength(text) <= liveLimits.frameBytesMax - headBytesMax;
  return fits ? text : JSON.stringify(smaller());
}

/** A frame of a lossless topic as text. */
export function toFrameText(
  frame: { readonly stream: string; readonly seq: number; readonly prevSeq: number | null },
  { type, data }: FeedPart,
): string {
  return `{"stream":${JSON.stringify(frame.stream)},"seq":${frame.seq},"prev_seq":${frame.prevSeq},"type":"${type}","data":${data}}`;
}

/** `data` of the frames of the stream `control`, by type. */
export type ControlData = {
  readonly [Type in ControlFrame['type']]: Extract<ControlFrame, { type: Type }>['data'];
};

/** A frame of the stream `control` as text. */
export function toControlText<Type extends keyof ControlData>(
  type: Type,
  seq: number | null,
  data: ControlData[Type],
): string {
  return JSON.stringify({ stream: 'control', seq, prev_seq: null, type, data });
}

/** A frame of a telemetry topic as text. */
export function toSampleText(
  frame: { readonly stream: string; readonly seq: number; readonly prevSeq: number | null },
  data: LiveSample,
): string {
  const { stream, seq, prevSeq } = frame;
  return JSON.stringify({ stream, seq, prev_seq: prevSeq, type: 'sample', data });
}
