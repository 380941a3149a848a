/**
 * Large bodies, read in a process of their own, so that everybody else is answered meanwhile. One at a
 * time: a body that is parsed takes several times its bytes, so the next one is read when the request
 * before it has been answered. The value comes in pieces, with other work in between.
 */
import { ServiceError, serviceErrorMaker } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { systemClock } from '../../lib/clock.ts';
import { type PoolTrouble, WorkPool } from '../../lib/work-pool.ts';
import { OutOfMemoryError, startProcess } from '../../lib/work-process.ts';
import { addPiece, type Piece } from './pieces.ts';
import type { BodyCalls } from './process.ts';
import type { BodySchema } from './schemas.ts';

interface BodyTask {
  readonly bytes: Uint8Array;
  /** Checks the value in the process; null: the value comes as it was sent. */
  readonly schema: BodySchema | null;
  readonly idempotencyKey: string;
  /** Of the client who waits: a body whose client has gone is not read. */
  readonly signal: AbortSignal;
}

/** Bodies that wait for the process and the one in it. Made at start, used by the pipeline. */
export interface BodyWork {
  /**
   * Reads a body and answers what `use` makes of its value; the next one waits for that. Rejects as
   * `parseJsonBody` and `validate` do, with `payload_too_large` where it takes too much memory, and
   * with `overloaded` where it takes too long.
   */
  run<Result>(task: BodyTask, use: (value: unknown) => Promise<Result> | Result): Promise<Result>;
  /** Bodies that wait or are worked on. */
  readonly held: number;
  close(): Promise<void>;
}

/** Of a body that is sent at once: it is copied by the loop, in a millisecond or two. */
const sentBytes = 1024 * 1024;

/** One process, which reads one body at a time; memory and time are those of `limits` unless told. */
export function createBodyWork(
  options: { readonly memoryMib?: number; readonly timeoutMs?: number } = {},
): BodyWork {
  const { memoryMib = limits.bodyReadMemoryMib, timeoutMs = limits.bodyReadMs } = options;
  const pool = new WorkPool({
    start: (onMessage) => startProcess('bodies', null, onMessage, { memoryMib }),
    setTimer: (delayMs, callback) => systemClock.setTimer(delayMs, callback),
    membersMax: 1,
    waitingMax: 1,
    timeoutMs,
    timeFrom: 'start',
    errors: serviceErrorMaker,
    toError: (trouble) => explain(trouble, { memoryMib, timeoutMs }),
  });
  let last: Promise<unknown> = Promise.resolve();
  let held = 0;

  const read = async ({ bytes, schema, idempotencyKey, signal }: BodyTask): Promise<unknown> => {
    if (signal.aborted) throw new ServiceError('bad_request', 'the client has gone');
    const total = bytes.length;
    for (let at = 0; at < total; at += sentBytes)
      await pool.call('take', [total, at, bytes.subarray(at, at + sentBytes)]);
    const { frame, pieces } = (await pool.call('read', [
      total,
      schema,
      idempotencyKey,
    ])) as ReturnType<BodyCalls['read']>;
    for (let count = 0; count < pieces; count += 1)
      addPiece(frame, (await pool.call('next', [])) as Piece);
    return frame;
  };
  return {
    get held() {
      return held;
    },
    run(task, use) {
      held += 1;
      const done = last
        .then(async () => use(await read(task)))
        .finally(() => {
          held -= 1;
        });
      last = done.catch(() => undefined);
      return done;
    },
    close: () => pool.close(),
  };
}

function explain(
  trouble: PoolTrouble,
  { memoryMib, timeoutMs }: { readonly memoryMib: number; readonly timeoutMs: number },
): Error {
  switch (trouble.kind) {
    case 'closed':
    case 'full':
      return new ServiceError('shutting_down', 'the service is shutting down; try again');
    case 'late':
      return new ServiceError(
        'overloaded',
        `the body was not read within ${timeoutMs / 1000} s; send it again, or less at once`,
      );
    case 'lost': {
      const { cause } = trouble;
      if (!(cause instanceof OutOfMemoryError))
        return new ServiceError('internal', 'the process that reads bodies ended', {}, { cause });
      return new ServiceError(
        'payload_too_large',
        `the body takes more than ${memoryMib} MiB of memory to read; send less at once`,
      );
    }
  }
}
