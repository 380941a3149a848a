/** Whatever the package `ws` writes, in chunks of any size, the chaos's frame reader reads as it was meant. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ws from 'ws';
import { propertyOptions } from '../../../property-tests/options.ts';
import { createFrameReader } from '../../chaos/planes/frame-reader.ts';

interface FrameOptions {
  readonly fin: boolean;
  readonly opcode: number;
  readonly mask: boolean;
  readonly rsv1: boolean;
  readonly readOnly: boolean;
}
/** Exported by the package, and by no types of it. */
const { Sender } = ws as unknown as {
  readonly Sender: { frame(payload: Buffer, options: FrameOptions): Buffer[] };
};
const frame = (opcode: number, payload: Buffer, more: Partial<FrameOptions> = {}): Buffer => {
  const options = { fin: true, mask: false, rsv1: false, readOnly: true, ...more, opcode };
  return Buffer.concat(Sender.frame(payload, options));
};

/** What a reader tells of these chunks. */
function read(chunks: readonly Buffer[]): readonly (readonly [string, string])[] {
  const told: [string, string][] = [];
  const reader = createFrameReader({
    onText: (bytes) => told.push(['text', bytes.toString('latin1')]),
    onPing: (payload) => told.push(['ping', payload.toString('latin1')]),
    onClose: (code, reason) => told.push(['close', `${code} ${reason}`]),
  });
  for (const chunk of chunks) reader.take(chunk);
  return told;
}

const sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000];
const payload = fc
  .tuple(fc.oneof(fc.nat(300), fc.constantFrom(...sizes)), fc.nat(255))
  .map(([length, byte]) => Buffer.alloc(length, byte));
const small = fc.uint8Array({ maxLength: 125 }).map((bytes) => Buffer.from(bytes));
const message = fc.oneof(
  { weight: 4, arbitrary: payload.map((bytes) => ({ kind: 'text' as const, parts: [bytes] })) },
  fc
    .array(payload, { minLength: 2, maxLength: 4 })
    .map((parts) => ({ kind: 'text' as const, parts })),
  small.map((bytes) => ({ kind: 'ping' as const, parts: [bytes] })),
);

describe('the frame reader', () => {
  it('reads what ws writes, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 6 }),
        small,
        fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 20 }),
        (messages, between, cuts) => {
          const frames: Buffer[] = [];
          const meant: [string, string][] = [];
          for (const { kind, parts } of messages) {
            if (kind === 'ping') frames.push(frame(0x9, parts[0]!));
            else
              for (const [index, part] of parts.entries()) {
                const fin = index === parts.length - 1;
                frames.push(frame(index === 0 ? 0x1 : 0x0, part, { fin }));
                // A ping may come within a message; pongs are for whoever pings.
                if (!fin) frames.push(frame(0x9, between), frame(0xa, between));
                if (!fin) meant.push(['ping', between.toString('latin1')]);
              }
            meant.push([kind, Buffer.concat(parts).toString('latin1')]);
          }
          const bytes = Buffer.concat(frames);
          const chunks: Buffer[] = [];
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const end = at + cuts[turn % cuts.length]!;
            chunks.push(bytes.subarray(at, end));
            at = end;
          }
          expect(read(chunks)).toEqual(meant);
          expect(read([bytes])).toEqual(meant);
        },
      ),
      propertyOptions(150),
    );
  });

  it('tells of a close its code and reason, and 1005 of one without', () => {
    const words = Buffer.from('  come back with since=5');
    words.writeUInt16BE(1013);
    expect(read([frame(0x8, words), frame(0x8, Buffer.alloc(0))])).toEqual([
      ['close', '1013 come back with since=5'],
      ['close', '1005 '],
    ]);
  });

  it('refuses what no server may send', () => {
    const text = Buffer.from('a');
    expect(() => read([frame(0x1, text, { mask: true })])).toThrow('must not mask');
    expect(() => read([frame(0x1, text, { rsv1: true })])).toThrow('an extension');
    expect(() => read([frame(0x0, text)])).toThrow('never began');
    expect(() => read([frame(0x1, text, { fin: false }), frame(0x1, text)])).toThrow('another');
    expect(() => read([frame(0x2, text)])).toThrow('opcode 2');
  });
});
