/**
 * A tunnel under a network that delivers as it likes and breaks where it likes: each request reaches the gate
 * whole and each reply its own request whole, or both ends hear that they did not; nobody holds more than windows.
 */
import { createHash } from 'node:crypto';
import { type Duplex, Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../src/lib/clock.ts';
import { encodeFrame, tunnelLimits } from '../src/worker-wire/tunnel/frames.ts';
import { TunnelLink } from '../src/worker-wire/tunnel/link.ts';
import { propertyOptions } from './options.ts';

const { windowBytes, chunkBytesMax, highWaterBytes } = tunnelLimits;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Bytes that no other stream has, so that a mix shows. */
function bytesOf(seed: string, length: number): Buffer {
  const block = createHash('sha512').update(seed).digest();
  return Buffer.alloc(length, block);
}

interface Ask {
  readonly requestBytes: number;
  readonly replyBytes: number;
  /** Sizes of the pieces in which the reply is written. */
  readonly piece: number;
  /** The asker gives up after so many bytes of the reply; null: never. */
  readonly patience: number | null;
}

/** Messages on their way from one end, delivered by hand. */
function createWay() {
  const waiting: Uint8Array[] = [];
  return {
    waiting,
    isClosed: false,
    mostBytes: 0,
    get bytes() {
      return waiting.reduce((sum, message) => sum + message.byteLength, 0);
    },
    send(message: Uint8Array): boolean {
      waiting.push(Buffer.from(message));
      this.mostBytes = Math.max(this.mostBytes, this.bytes);
      return true;
    },
  };
}

/** Two links and the network between them. */
function createWorld(serve: (stream: Duplex) => void) {
  const clock = createManualClock();
  const toGate = createWay();
  const toHome = createWay();
  const faults: string[] = [];
  const socketOn = (way: ReturnType<typeof createWay>) => ({
    send: (message: Uint8Array) => way.send(message),
    get bufferedBytes() {
      return way.bytes;
    },
    close: (reason: string) => void faults.push(reason),
  });
  const gate = new TunnelLink({
    socket: socketOn(toHome),
    clock,
    number: null,
    onStream: serve,
  });
  const home = new TunnelLink({ socket: socketOn(toGate), clock, number: 7 });
  const deliver = (way: typeof toGate, to: TunnelLink, from: TunnelLink, count: number): void => {
    for (const message of way.waiting.splice(0, count)) to.receive(message);
    from.drained();
  };
  return {
    home,
    gate,
    faults,
    ways: [toGate, toHome],
    toGate: (count: number) => deliver(toGate, gate, home, count),
    toHome: (count: number) => deliver(toHome, home, gate, count),
    get isQuiet() {
      return toGate.waiting.length + toHome.waiting.length === 0;
    },
    cut() {
      home.closed('cut');
      gate.closed('cut');
    },
  };
}

type World = ReturnType<typeof createWorld>;

/** What the asker got: the reply whole, or that it failed. */
async function ask(world: World, index: number, wanted: Ask) {
  const stream = world.home.open();
  if (stream === null) return { kind: 'no room' as const };
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(index, 0);
    head.writeUInt32BE(wanted.requestBytes, 4);
    stream.write(head);
    stream.end(bytesOf(`request ${index}`, wanted.requestBytes));
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.byteLength;
      if (wanted.patience !== null && bytes >= wanted.patience) {
        stream.destroy();
        return { kind: 'given up' as const };
      }
    }
    return { kind: 'whole' as const, reply: Buffer.concat(parts) };
  } catch {
    return { kind: 'failed' as const };
  }
}

/** Reads a request whole, checks it, and writes the reply that was agreed on. */
async function answer(stream: Duplex, asks: readonly Ask[], wrong: string[]): Promise<void> {
  const parts: Buffer[] = [];
  try {
    const request = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const part of request) parts.push(part);
  } catch {
    return;
  }
  const request = Buffer.concat(parts);
  const index = request.readUInt32BE(0);
  const wanted = asks[index]!;
  if (!request.subarray(8).equals(bytesOf(`request ${index}`, wanted.requestBytes)))
    wrong.push(`request ${index} came as ${request.byteLength} bytes of something else`);
  const reply = bytesOf(`reply ${index}`, wanted.replyBytes);
  const pieces = Array.from({ length: Math.ceil(reply.byteLength / wanted.piece) }, (_, at) =>
    reply.subarray(at * wanted.piece, (at + 1) * wanted.piece),
  );
  Readable.from(pieces, { objectMode: false })
    .on('error', () => undefined)
    .pipe(stream);
}

const askArbitrary: fc.Arbitrary<Ask> = fc.record({
  requestBytes: fc.oneof(fc.nat(300), fc.nat(2 * windowBytes)),
  replyBytes: fc.oneof(fc.nat(300), fc.nat(3 * windowBytes)),
  piece: fc.integer({ min: 1000, max: 100_000 }),
  patience: fc.option(fc.nat(windowBytes), { freq: 5 }),
});
const stepArbitrary = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 20 }));

describe('a tunnel', () => {
  it('brings every reply to its own request, whole or not at all, within its windows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(askArbitrary, { minLength: 1, maxLength: 12 }),
        fc.array(stepArbitrary, { maxLength: 60 }),
        fc.option(fc.nat(60), { freq: 2 }),
        async (asks, steps, cutAt) => {
          const wrong: string[] = [];
          const world = createWorld((stream) => void answer(stream, asks, wrong));
          const answers = asks.map((wanted, index) => ask(world, index, wanted));
          for (const [at, [isToGate, count]] of steps.entries()) {
            if (at === cutAt) world.cut();
            if (isToGate) world.toGate(count);
            else world.toHome(count);
            await turn();
          }
          if (cutAt !== null) world.cut();
          const all = Promise.all(answers);
          let done = false;
          void all.finally(() => {
            done = true;
          });
          const settled = (): boolean => done && world.isQuiet;
          for (let rounds = 0; !settled() && rounds < 20_000; rounds += 1) {
            world.toGate(1000);
            world.toHome(1000);
            await turn();
          }
          await turn();
          expect(done, 'everybody was answered').toBe(true);
          expect(wrong).toEqual([]);
          for (const [index, got] of (await all).entries()) {
            if (got.kind === 'failed') expect(cutAt, 'only a cut fails a request').not.toBeNull();
            if (got.kind !== 'whole') continue;
            const { replyBytes } = asks[index]!;
            expect(got.reply.equals(bytesOf(`reply ${index}`, replyBytes))).toBe(true);
          }
          if (cutAt === null) {
            expect(world.faults).toEqual([]);
            expect([world.home.streams, world.gate.streams]).toEqual([0, 0]);
          }
          // Data waits at the mark; what is short (credit, end, reset) goes past it.
          const slack = chunkBytesMax + 100 * asks.length * 20;
          for (const way of world.ways)
            expect(way.mostBytes).toBeLessThanOrEqual(highWaterBytes + slack);
          world.cut();
        },
      ),
      propertyOptions(60),
    );
  });

  it('ends at a stray frame, with a reason, and takes every stream with it', async () => {
    const stray = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constant('text'),
      fc
        .record({
          kind: fc.constantFrom('welcome', 'data', 'credit', 'end', 'open', 'reset', 'beat'),
          connection: fc.nat(9),
          stream: fc.nat(9),
          payload: fc.uint8Array({ maxLength: 8 }),
        })
        .map((frame) => encodeFrame(frame as Parameters<typeof encodeFrame>[0])),
    );
    await fc.assert(
      fc.asyncProperty(stray, async (message) => {
        const world = createWorld(() => undefined);
        world.toGate(1);
        const stream = world.home.open()!;
        stream.on('error', () => undefined);
        const closed = new Promise((resolve) => void stream.once('close', resolve));
        world.home.receive(message);
        if (world.home.isOver) {
          await closed;
          expect(world.faults).toHaveLength(1);
          expect(world.faults[0]).not.toBe('');
          expect(world.home.open()).toBeNull();
        } else {
          expect(world.faults).toEqual([]);
        }
        world.cut();
      }),
      propertyOptions(300),
    );
  });
});
