/** One intake batch, recorded after its projects; `reply` is what the caller got. */
import type { JsonObject } from '../../lib/canonical-json.ts';

/**
 * `RECORD` is sent by the intake of ideas; counts are of projects made, and of ideas that were left out. `FORGET`
 * comes from a sweep, long after.
 */
export type IntakeEvent =
  | {
      readonly type: 'RECORD';
      readonly source: string;
      readonly created: number;
      readonly skipped: number;
      readonly reply: JsonObject;
    }
  | { readonly type: 'FORGET' };
