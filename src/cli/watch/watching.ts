/**
 * Listens to the feed until it is told to stop, the service refuses it for good, or its owner has
 * seen enough; prints what comes. A lost connection is said once and mended by the client.
 */
import { createLiveClient, tokenRefused } from '../../http/live/client.ts';
import type {
  DataFrame,
  LiveGap,
  LiveSocketConstructor,
  LiveStatus,
} from '../../http/live/client-types.ts';
import { liveFeedPath } from '../../http/live/protocol.ts';
import type { Clock } from '../../lib/clock.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { wantsJson } from '../output/print.ts';
import type { ServiceAddress } from '../service-address.ts';
import { feedUrl } from './feed-socket.ts';

/** The outside world of a watch. */
export interface WatchWorld {
  readonly clock: Clock;
  readonly random: () => number;
  readonly WebSocket: LiveSocketConstructor;
  /** Resolves when nobody wants more: a signal, or a reader that has gone away. */
  readonly untilStopped: () => Promise<unknown>;
}

/** An event of a log; epoch null: of whatever log the service has. */
export interface FeedPosition {
  readonly eventId: number;
  readonly epoch: string | null;
}

/** What one listener wants of the feed, and what it is called with. */
export interface Watching {
  readonly topics: readonly string[];
  /** Where to begin; null: now. */
  readonly since: FeedPosition | null;
  onFrame(frame: DataFrame): void;
  /** The feed is live, for the first time or after a gap: what was missed may be asked for now. */
  onLook(): void;
  /** Resolves with the exit code when enough was seen; never where there is no such thing. */
  readonly enough: Promise<number>;
}

/** Resolves with the exit code; rejects with `CommandFailure` for what cannot be mended. */
export async function watchFeed(
  input: CommandInput,
  { address, watching, world }: { address: ServiceAddress; watching: Watching; world: WatchWorld },
): Promise<number> {
  let fail: (failure: CommandFailure) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const say = createTeller(input, address);
  let looked = false;
  const client = createLiveClient({
    url: feedUrl(address.baseUrl, liveFeedPath),
    token: address.token,
    topics: watching.topics,
    since: watching.since?.eventId ?? null,
    epoch: watching.since?.epoch ?? null,
    WebSocket: world.WebSocket,
    clock: world.clock,
    random: world.random,
    onFrame: watching.onFrame,
    onGap(gap) {
      say.gap(gap);
      looked = false;
    },
    onStatus(status) {
      const failure = failureIn(status, address);
      if (failure !== null) fail(failure);
      else say.status(status);
      if (status.state !== 'live' || looked) return;
      looked = true;
      watching.onLook();
    },
  });
  try {
    return await Promise.race([
      failed,
      watching.enough,
      world.untilStopped().then(() => exitCodes.ok),
    ]);
  } finally {
    client.close();
  }
}

/** What no waiting mends: a refusal, or nothing there at all when it began. */
function failureIn(status: LiveStatus, address: ServiceAddress): CommandFailure | null {
  if (status.state === 'stopped') {
    const from = `the token came from ${address.tokenFrom}, the address from ${address.urlFrom}`;
    const lines = status.reason === tokenRefused ? [from] : [];
    return new CommandFailure(exitCodes.failed, status.reason, { lines });
  }
  if (status.state !== 'offline' || !status.neverOpened) return null;
  return new CommandFailure(exitCodes.unreachable, `${status.reason} at ${address.baseUrl}`, {
    lines: ['is it running, and does a proxy before it let WebSockets through?'],
  });
}

/** Says once that the connection was lost and once that it is back. */
function createTeller(input: CommandInput, { baseUrl }: ServiceAddress) {
  let isLost = false;
  let wasGap = false;
  return {
    status(status: LiveStatus): void {
      if (status.state === 'offline' && !isLost) {
        isLost = true;
        input.io.err(`connection to ${baseUrl} lost: ${status.reason}; trying until it is back`);
      } else if (status.state === 'live' && isLost) {
        input.io.err(`connected again${wasGap ? '' : '; nothing was missed'}`);
        isLost = false;
        wasGap = false;
      }
    },
    gap({ topics, afterSeq, toSeq, reason }: LiveGap): void {
      wasGap = true;
      input.io.err(`${gapWords(afterSeq, toSeq)} were missed: ${reason}`);
      if (!wantsJson(input)) return;
      const data = { topics, since: afterSeq, reason };
      const frame = { stream: 'control', seq: toSeq, prev_seq: null, type: 'gap', data };
      input.io.out(JSON.stringify(frame));
    },
  };
}

function gapWords(afterSeq: number | null, toSeq: number | null): string {
  // A log that was put back to an earlier state goes on before what was seen.
  if (afterSeq === null || toSeq === null || toSeq < afterSeq) return 'events';
  return `events after ${afterSeq} up to ${toSeq}`;
}
