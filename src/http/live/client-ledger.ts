/**
 * Which frames of which stream the user of the client has seen, and whether a frame follows the one
 * before it. Pure bookkeeping: it opens and sends nothing.
 */
import type { DataFrame } from './client-types.ts';

/** `seen`: the user has it already. `broken`: a frame between is missing. */
export type Verdict = 'deliver' | 'seen' | 'broken';

interface Stream {
  readonly lossless: boolean;
  /** Everything up to this event was delivered or cannot matter; null before anything is known. */
  position: number | null;
  /** The same as the service says it; believed unless a chain breaks. */
  claimed: number | null;
  /** Last frame of this connection; null before the first. */
  last: number | null;
}

export interface StreamLedger {
  /** A new connection: chains begin anew, positions stay. */
  begin(): void;
  /**
   * Judges a frame and, when it is to be delivered, counts it as seen. A broken chain takes back
   * what the service said since the last frame: from there it is asked again.
   */
  take(frame: DataFrame): Verdict;
  /** `seq`: the event from which new streams go on; null when it was not said. */
  subscribed(topics: readonly string[], seq: number | null): void;
  /** The service says that everything up to the event `seq` was sent. */
  reached(seq: number): void;
  /**
   * The streams go on behind `seq`; null: nobody knows where. Gives back those that lose something:
   * a stream that was further along already keeps its position, unless all of them were, as when
   * the log was put back to an earlier state.
   */
  jump(topics: readonly string[], seq: number | null): readonly string[];
  /** Smallest position of the lossless streams; null when one is unknown or there are none. */
  since(): number | null;
}

export function isLossless(topic: string): boolean {
  return !topic.startsWith('telemetry');
}

export function createStreamLedger(topics: readonly string[], since: number | null): StreamLedger {
  const streams = new Map<string, Stream>(
    topics.map((topic) => {
      const lossless = isLossless(topic);
      return [topic, { lossless, position: lossless ? since : null, claimed: null, last: null }];
    }),
  );
  const forLossless = (names: readonly string[], change: (stream: Stream) => void): void => {
    for (const name of names) {
      const stream = streams.get(name);
      if (stream?.lossless === true) change(stream);
    }
  };

  return {
    begin() {
      for (const stream of streams.values()) {
        stream.position = positionOf(stream);
        stream.claimed = null;
        stream.last = null;
      }
    },
    take({ stream: name, seq, prev_seq: prevSeq }) {
      const stream = streams.get(name);
      // A stream nobody asked for is none of the user's business.
      if (stream === undefined) return 'seen';
      if (seq === null) return stream.lossless ? 'broken' : 'deliver';
      if (stream.last !== null && seq <= stream.last) return 'seen';
      if (stream.lossless && !follows(stream, prevSeq)) {
        for (const each of streams.values()) each.claimed = null;
        return 'broken';
      }
      stream.last = seq;
      if (!stream.lossless) return 'deliver';
      if (stream.position !== null && seq <= stream.position) return 'seen';
      stream.position = seq;
      return 'deliver';
    },
    subscribed(names, seq) {
      forLossless(names, (stream) => {
        stream.position ??= seq;
      });
    },
    reached(seq) {
      forLossless([...streams.keys()], (stream) => {
        // Before `subscribed` nothing of the stream was sent at all.
        if (stream.position !== null) stream.claimed = Math.max(stream.claimed ?? 0, seq);
      });
    },
    jump(names, seq) {
      const from = sinceOf(streams);
      const isPutBack = from !== null && seq !== null && seq < from;
      const losing: string[] = [];
      for (const name of names) {
        const stream = streams.get(name);
        if (stream?.lossless !== true) continue;
        const { position } = stream;
        stream.last = null;
        stream.claimed = null;
        if (!isPutBack && seq !== null && position !== null && position >= seq) continue;
        stream.position = seq;
        losing.push(name);
      }
      return losing;
    },
    since: () => sinceOf(streams),
  };
}

function sinceOf(streams: ReadonlyMap<string, Stream>): number | null {
  const positions = [...streams.values()].filter(({ lossless }) => lossless).map(positionOf);
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
