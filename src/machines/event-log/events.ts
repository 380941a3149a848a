/** What the service finds out about its log when it starts, and what an operator says to it. */
import type { LogLoss } from '../../domain/records.ts';

/** `LOSS_FOUND` comes from the check at the start, `ACKNOWLEDGE` from an operator. */
export type EventLogEvent =
  | ({ readonly type: 'LOSS_FOUND' } & LogLoss)
  | { readonly type: 'ACKNOWLEDGE'; readonly note: string | null };
