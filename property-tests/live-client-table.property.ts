/**
 * The live client's table against a model that knows only what a user of the client may rely on: one
 * connection or one wait at a time, nothing late is heard, pauses grow as promised, and every event of
 * the log is shown once and in order or covered by a gap.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConnectionEnd } from '../src/http/live/client-connection.ts';
import { sinceOf } from '../src/http/live/client-ledger.ts';
import {
  beginClient,
  busyAttempt,
  type ClientCommand,
  type ClientInput,
  type ClientStep,
  reconnectPolicy,
  steadyMs,
  step,
} from '../src/http/live/client-table.ts';
import { type LiveFrame, liveCloseCodes } from '../src/http/live/protocol.ts';
import { propertyOptions } from './options.ts';

const topics = ['events', 'telemetry'];
const random = 0.5;

/** What happens; of frames only how they stand to what was shown so far. */
type Move =
  | { readonly kind: 'frame'; readonly which: 'next' | 'seen' | 'skips' | 'sample' | 'heartbeat' }
  | { readonly kind: 'subscribed' | 'gap'; readonly by: number }
  | { readonly kind: 'caught_up' | 'told' }
  | { readonly kind: 'ends'; readonly end: ConnectionEnd }
  | { readonly kind: 'wait'; readonly ms: number }
  | {
      readonly kind: 'say';
      readonly type: 'OPENED' | 'TRY_DUE' | 'TRY_NOW' | 'TOKEN_REFUSED' | 'PAUSE' | 'RESUME';
    }
  | { readonly kind: 'close' };

const closed = (code: number): ConnectionEnd => ({ kind: 'closed', code, reason: '' });
const notOpened = (status: number | null): ConnectionEnd => ({ kind: 'not_opened', status });
const end: fc.Arbitrary<ConnectionEnd> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      ...[1001, 1006, 1013, liveCloseCodes.subscribedTooLate].map(closed),
      ...[null, 503].map(notOpened),
      { kind: 'silent' as const, silentMs: 40_000 },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(closed(1008), notOpened(401)) },
);
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('frame' as const),
      which: fc.constantFrom(
        ...(['next', 'next', 'seen', 'skips', 'sample', 'heartbeat'] as const),
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('subscribed' as const, 'subscribed' as const, 'gap' as const),
      by: fc.constantFrom(0, 0, 0, 3, -2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('caught_up' as const, 'told' as const).map((kind) => ({ kind })),
  },
  { weight: 4, arbitrary: end.map((how) => ({ kind: 'ends' as const, end: how })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(0, 1_000, steadyMs, 60_000)
      .map((ms) => ({ kind: 'wait' as const, ms })),
  },
  {
    weight: 12,
    arbitrary: fc
      .constantFrom(
        ...(['OPENED', 'OPENED', 'TRY_DUE', 'TRY_DUE', 'TRY_NOW', 'PAUSE', 'RESUME'] as const),
      )
      .map((type) => ({ kind: 'say' as const, type })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { kind: 'close' as const },
      { kind: 'say' as const, type: 'TOKEN_REFUSED' as const },
    ),
  },
);

/** What the outside knows of a client. */
class Model {
  link: 'none' | 'opening' | 'open' = 'none';
  isWaiting = false;
  isPaused = false;
  isOver = false;
  losses = 0;
  liveSinceMs: number | null = null;
  /** Everything up to here was shown or is covered by a gap; null before anything is known. */
  position: number | null;
  nowMs = 0;

  constructor(since: number | null) {
    this.position = since;
  }

  /** Whether an event can mean anything now. */
  heeds({ type }: ClientInput): boolean {
    if (this.isOver) return false;
    if (type === 'OPENED') return this.link === 'opening';
    if (type === 'FRAME') return this.link === 'open';
    if (type === 'ENDED') return this.link !== 'none';
    if (type === 'TRY_DUE' || type === 'TRY_NOW') return this.isWaiting;
    if (type === 'TOKEN_REFUSED') return this.isWaiting || this.link === 'opening';
    if (type === 'RESUME') return this.isPaused;
    return type === 'CLOSE' || !this.isPaused;
  }

  /** The pause that a loss of this kind must lead to; null when the client must give up. */
  pauseMs(how: ConnectionEnd): number | null {
    if (how.kind === 'not_opened' && how.status === 401) return null;
    if (how.kind === 'closed' && how.code === 1008) return null;
    const isSteady = this.liveSinceMs !== null && this.nowMs - this.liveSinceMs >= steadyMs;
    this.losses = (isSteady ? 0 : this.losses) + 1;
    const isBusy = how.kind === 'closed' && how.code === 1013;
    if (isBusy && this.losses < busyAttempt) this.losses = busyAttempt;
    const whole = Math.min(30_000, reconnectPolicy.baseMs * 2 ** (this.losses - 1));
    return Math.round(whole * (0.5 + random / 2));
  }

  /** What the commands do outside. */
  carryOut(command: ClientCommand): void {
    if (command.do === 'connect' || command.do === 'disconnect') {
      this.link = command.do === 'connect' ? 'opening' : 'none';
      this.isWaiting = false;
      this.liveSinceMs = null;
    }
    if (command.do === 'wait') {
      expect(this.link).toBe('none');
      this.isWaiting = true;
    }
    if (command.do === 'subscribe') expect(command.since).toBe(this.position);
    if (command.do === 'tell_gap') {
      expect(command.gap.afterSeq).toBe(this.position);
      this.position = command.gap.toSeq;
    }
    if (command.do === 'deliver' && command.frame.stream === 'events') {
      expect(command.frame.seq).toBe((this.position ?? 0) + 1);
      this.position = command.frame.seq;
    }
  }
}

function frameOf(taken: Move, position: number | null): LiveFrame | null {
  const at = position ?? 0;
  const control = (type: string, seq: number | null, data: object) =>
    ({ stream: 'control', seq, prev_seq: null, type, data }) as LiveFrame;
  const event = (seq: number) =>
    ({ stream: 'events', seq, prev_seq: seq - 1, type: 'event', data: {} }) as unknown as LiveFrame;
  if (taken.kind === 'subscribed') {
    const seq = position === null ? 5 : Math.max(at, at + taken.by);
    return control('subscribed', seq, { topics, since: position });
  }
  if (taken.kind === 'gap') {
    return control('gap', Math.max(0, at + taken.by), { topics: ['events'], reason: 'too far' });
  }
  if (taken.kind === 'caught_up') return control('caught_up', null, { topics });
  if (taken.kind === 'told') return control('closing', null, { reason: 'its own words' });
  if (taken.kind !== 'frame') return null;
  if (taken.which === 'heartbeat') return control('heartbeat', null, {});
  if (taken.which === 'sample') {
    return { ...event(0), stream: 'telemetry', seq: null, type: 'sample' } as unknown as LiveFrame;
  }
  // Before `subscribed` is heard nobody knows where the log stands, and the service sends nothing.
  if (position === null || (taken.which === 'seen' && at === 0)) return null;
  return event(at + { next: 1, seen: 0, skips: 2 }[taken.which]);
}

function inputOf(taken: Move, { position }: Model): ClientInput | null {
  const frame = frameOf(taken, position);
  if (frame !== null) return { type: 'FRAME', frame };
  if (taken.kind === 'ends') return { type: 'ENDED', end: taken.end, random };
  if (taken.kind === 'close') return { type: 'CLOSE' };
  return taken.kind === 'say' ? { type: taken.type } : null;
}

/** One event at both, and what must hold after it. */
function play(model: Model, before: ClientStep, input: ClientInput): ClientStep {
  const [state] = before;
  const after = step(state, { ...input, nowMs: model.nowMs, monotonicMs: model.nowMs });
  const [next, commands] = after;
  if (!model.heeds(input)) {
    expect(after).toEqual([state, []]);
    expect(next).toBe(state);
    return after;
  }
  if (input.type === 'OPENED') model.link = 'open';
  if (input.type === 'CLOSE' || input.type === 'TOKEN_REFUSED') model.isOver = true;
  if (input.type === 'PAUSE' || input.type === 'RESUME') model.isPaused = input.type === 'PAUSE';
  if (input.type === 'RESUME') model.losses = 0;
  if (input.type === 'ENDED') {
    const pauseMs = model.pauseMs(input.end);
    model.link = 'none';
    model.isOver = pauseMs === null;
    expect(commands.find((command) => command.do === 'wait')?.delayMs ?? null).toBe(pauseMs);
  }
  for (const command of commands) model.carryOut(command);
  const isFirstWord = input.type === 'FRAME' && input.frame.type === 'subscribed';
  if (isFirstWord && model.position === null) model.position = input.frame.seq;
  if (next.phase === 'live') model.liveSinceMs ??= model.nowMs;

  expect(sinceOf(next.streams)).toBe(model.position);
  expect(next.status.state === 'stopped').toBe(model.isOver);
  expect(next.status.state === 'paused').toBe(model.isPaused && !model.isOver);
  expect(next.phase === 'waiting').toBe(model.isWaiting);
  expect(['joining', 'catching_up', 'live'].includes(next.phase)).toBe(model.link === 'open');
  const failed = commands.find((command) => command.do === 'fail');
  if (failed === undefined) return after;
  return play(model, after, {
    type: 'ENDED',
    end: { kind: 'faulty', detail: failed.detail },
    random,
  });
}

describe('the table of the live client', () => {
  it('does what its model does, whatever comes and however late', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(null, 0, 7),
        fc.array(move, { maxLength: 80, size: 'max' }),
        (since, moves) => {
          const model = new Model(since);
          let now = beginClient(topics, since, null);
          for (const command of now[1]) model.carryOut(command);
          for (const taken of moves) {
            if (taken.kind === 'wait') model.nowMs += taken.ms;
            const input = inputOf(taken, model);
            if (input !== null) now = play(model, now, input);
            seen.add(now[0].phase);
          }
        },
      ),
      propertyOptions(300),
    );
    expect([...seen].sort()).toEqual(
      ['opening', 'joining', 'catching_up', 'live', 'waiting', 'paused', 'stopped'].sort(),
    );
  });
});
