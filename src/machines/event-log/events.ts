/** What the service finds out about its log when it starts, and what an operator says to it. */
import type { LogLoss } from '../../domain/records.ts';

/** `LOSS_FOUND` comes from the check at the start, `ARCHIVED` from the archive, `ACKNOWLEDGE` from an operator. */
export type EventLogEvent =
  | ({ readonly type: 'LOSS_FOUND' } & LogLoss)
  /** A range of old events lies in a file; said once for each. */
  | {
      readonly type: 'ARCHIVED';
      readonly first_id: number;
      readonly last_id: number;
      readonly file: string;
      readonly sha256: string;
      readonly kept: number;
    }
  | { readonly type: 'ACKNOWLEDGE'; readonly note: string | null };
