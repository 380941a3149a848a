/** The thread that reads large bodies: one at a time, kept until its pieces have been asked for. */
import { workerData } from 'node:worker_threads';
import { assert } from '../../lib/assert.ts';
import { servePool } from '../../lib/serve-pool.ts';
import type { ThreadData } from '../../lib/worker-thread.ts';
import { withIdempotencyKey } from '../idempotency-key.ts';
import { parseJsonBody } from '../json-body.ts';
import { validate } from '../validation.ts';
import { type Piece, takeApart } from './pieces.ts';
import { type ThreadSchema, threadSchemas } from './schemas.ts';

const { port } = workerData as ThreadData<null>;

/** What the thread can be asked. Its errors reach the caller as the `ServiceError` that they were. */
export interface BodyCalls {
  /** Parses, checks where a schema is named, and answers the value without its large lists. */
  read(
    bytes: Uint8Array,
    schema: ThreadSchema | null,
    idempotencyKey: string,
  ): { readonly frame: unknown; readonly pieces: number };
  /** The pieces of the value read last, in order; each once. */
  next(): Piece;
}

let pieces: readonly Piece[] = [];
let given = 0;

const calls: BodyCalls = {
  read(bytes, name, idempotencyKey) {
    pieces = [];
    given = 0;
    const body = parseJsonBody(bytes);
    const apart = takeApart(name === null ? body : check(name, body, idempotencyKey));
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

function check(name: ThreadSchema, body: unknown, idempotencyKey: string): unknown {
  const schema = threadSchemas[name];
  return validate(schema, withIdempotencyKey(schema, body, idempotencyKey), 'body');
}

const byName = calls as unknown as Readonly<
  Record<string, (...args: readonly unknown[]) => unknown>
>;

servePool(port, ({ method, args }) => byName[method]?.(...args));
