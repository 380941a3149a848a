/** The process that reads large bodies: one at a time, kept until its pieces have been asked for. */
import { assert } from '../../lib/assert.ts';
import { openProcessPort } from '../../lib/process-port.ts';
import { servePool } from '../../lib/serve-pool.ts';
import { withIdempotencyKey } from '../idempotency-key.ts';
import { parseJsonBody } from '../json-body.ts';
import { validate } from '../validation.ts';
import { type Piece, takeApart } from './pieces.ts';
import { type BodySchema, bodySchemas } from './schemas.ts';

const { port } = openProcessPort<null>();

/** What the process can be asked. Its errors reach the caller as the `ServiceError` that they were. */
export interface BodyCalls {
  /** Takes a piece of a body of `total` bytes; they come in order, the first at offset 0. */
  take(total: number, offset: number, bytes: Uint8Array): void;
  /** Parses what it took, checks where a schema is named, and answers the value without its large lists. */
  read(
    total: number,
    schema: BodySchema | null,
    idempotencyKey: string,
  ): { readonly frame: unknown; readonly pieces: number };
  /** The pieces of the value read last, in order; each once. */
  next(): Piece;
}

let body = new Uint8Array(0);
let taken = 0;
let pieces: readonly Piece[] = [];
let given = 0;

const calls: BodyCalls = {
  take(total, offset, bytes) {
    if (offset === 0) body = new Uint8Array(total);
    // One that took the place of another in the middle of a body has not heard its beginning.
    assert(body.length === total && (offset === 0 || offset === taken), 'bytes come in order');
    body.set(bytes, offset);
    taken = offset + bytes.length;
  },
  read(total, name, idempotencyKey) {
    pieces = [];
    given = 0;
    assert(body.length === total && taken === total, 'a body is read when all of it has come');
    const bytes = body;
    body = new Uint8Array(0);
    taken = 0;
    const value = parseJsonBody(bytes);
    const apart = takeApart(name === null ? value : check(name, value, idempotencyKey));
    pieces = apart.pieces;
    return { frame: apart.frame, pieces: pieces.length };
  },
  next() {
    const piece = pieces[given];
    assert(piece !== undefined, 'no more pieces are asked for than there are');
    given += 1;
    if (given === pieces.length) pieces = [];
    return piece;
  },
};

function check(name: BodySchema, body: unknown, idempotencyKey: string): unknown {
  const schema = bodySchemas[name];
  return validate(schema, withIdempotencyKey(body, idempotencyKey), 'body');
}

const byName = calls as unknown as Readonly<
  Record<string, (...args: readonly unknown[]) => unknown>
>;

servePool(port, ({ method, args }) => byName[method]?.(...args));
