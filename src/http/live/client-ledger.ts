/**
 * Which frames of which stream the user of the client has seen, and whether a frame follows the one
 * before it. Pure: each function gives the streams as they are afterwards.
 */
import type { DataFrame } from './client-types.ts';

/** `seen`: the user has it already. `broken`: a frame between is missing. */
export type Verdict = 'deliver' | 'seen' | 'broken';

interface Stream {
  readonly name: string;
  readonly lossless: boolean;
  /** Everything up to this event was delivered or cannot matter; null before anything is known. */
  readonly position: number | null;
  /** The same as the service says it; believed unless a chain breaks. */
  readonly claimed: number | null;
  /** Last frame of this connection; null before the first. */
  readonly last: number | null;
}

/** One for each topic that the client asks for. */
export type Streams = readonly Stream[];

interface Jump {
  readonly topics: readonly string[];
  readonly seq: number | null;
  readonly isAnew: boolean;
}

/** True for topics of events and states, of which every frame must come; telemetry may be dropped. */
export function isLossless(topic: string): boolean {
  return !topic.startsWith('telemetry');
}

/** `since`: id of the last event already known; null when none is. */
export function createStreams(topics: readonly string[], since: number | null): Streams {
  return topics.map((name) => {
    const lossless = isLossless(name);
    return { name, lossless, position: lossless ? since : null, claimed: null, last: null };
  });
}

/** A new connection: chains begin anew, positions stay. */
export function beginChains(streams: Streams): Streams {
  return streams.map((stream) => ({
    ...stream,
    position: positionOf(stream),
    claimed: null,
    last: null,
  }));
}

/**
 * Judges a frame and, when it is to be delivered, counts it as seen. A broken chain takes back what
 * the service said since the last frame: from there it is asked again.
 */
export function takeFrame(streams: Streams, frame: DataFrame): readonly [Streams, Verdict] {
  const { seq } = frame;
  const stream = streams.find(({ name }) => name === frame.stream);
  // A stream nobody asked for is none of the user's business.
  if (stream === undefined) return [streams, 'seen'];
  if (seq === null) return [streams, stream.lossless ? 'broken' : 'deliver'];
  if (stream.last !== null && seq <= stream.last) return [streams, 'seen'];
  if (stream.lossless && !follows(stream, frame.prev_seq)) {
    return [streams.map((each) => ({ ...each, claimed: null })), 'broken'];
  }
  const isKnown = stream.position !== null && seq <= stream.position;
  const isNew = stream.lossless && !isKnown;
  const next = { ...stream, last: seq, position: isNew ? seq : stream.position };
  const verdict = stream.lossless && isKnown ? 'seen' : 'deliver';
  return [streams.map((each) => (each === stream ? next : each)), verdict];
}

/** The service began these streams behind the event `seq`; null when it did not say. */
export function noteSubscribed(
  streams: Streams,
  topics: readonly string[],
  seq: number | null,
): Streams {
  return streams.map((stream) =>
    stream.lossless && stream.position === null && topics.includes(stream.name)
      ? { ...stream, position: seq }
      : stream,
  );
}

/** The service says that everything up to the event `seq` was sent. */
export function noteReached(streams: Streams, seq: number): Streams {
  return streams.map((stream) =>
    // Before `subscribed` nothing of the stream was sent at all.
    stream.lossless && stream.position !== null
      ? { ...stream, claimed: Math.max(stream.claimed ?? 0, seq) }
      : stream,
  );
}

/**
 * The streams go on behind `seq`; null: nobody knows where. Also gives those that lose something: a
 * stream that was further along already keeps its position, unless `isAnew`: it is another log, where
 * no position means anything.
 */
export function jumpTo(
  streams: Streams,
  { topics, seq, isAnew }: Jump,
): readonly [Streams, readonly string[]] {
  const keeps = ({ position }: Stream): boolean =>
    !isAnew && seq !== null && position !== null && position >= seq;
  const jumping = streams.filter(({ name, lossless }) => lossless && topics.includes(name));
  const losing = jumping.filter((stream) => !keeps(stream)).map(({ name }) => name);
  const next = streams.map((stream) => {
    if (!jumping.includes(stream)) return stream;
    return {
      ...stream,
      last: null,
      claimed: null,
      position: keeps(stream) ? stream.position : seq,
    };
  });
  return [next, losing];
}

/** Smallest position of the lossless streams; null when one is unknown or there are none. */
export function sinceOf(streams: Streams): number | null {
  const positions = streams.filter(({ lossless }) => lossless).map(positionOf);
  if (positions.length === 0 || positions.includes(null)) return null;
  return Math.min(...positions.map((position) => position ?? 0));
}

function positionOf({ position, claimed }: Stream): number | null {
  return position === null || claimed === null ? position : Math.max(position, claimed);
}

/** The first frame of a connection stands on what was seen before it; every other on its forerunner. */
function follows({ last, position }: Stream, prevSeq: number | null): boolean {
  if (last !== null) return prevSeq === last;
  return prevSeq === null || (position !== null && prevSeq <= position);
}
