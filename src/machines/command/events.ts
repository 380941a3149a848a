/** What a command is told: what to do, and how it ended. */
import type { ErrorCode } from '../../domain/errors.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';

/** `RUN` comes from the request; its effect keeps steps by `KEEP` and says how it ended. `FORGET` comes from a sweep. */
export type CommandEvent =
  | {
      readonly type: 'RUN';
      /** Name in the command table. */
      readonly command: string;
      readonly request: JsonObject;
    }
  | {
      /**
       * Sent by the command itself with a key of its own: `body` is answered, so that a later
       * attempt finds it under that key, and recorded.
       */
      readonly type: 'KEEP';
      readonly step: string;
      readonly body: JsonObject;
    }
  | { readonly type: 'DONE'; readonly body: JsonObject }
  | {
      /** The request was understood and turned down: the answer is an error of the API. */
      readonly type: 'REFUSED';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly details: JsonObject;
    }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string }
  /** It ended long ago. */
  | { readonly type: 'FORGET' };
