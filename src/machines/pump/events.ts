/** What the pump is told: its switch, that something changed, and what its looks and steps found. */
import type { PumpDone, PumpPart, PumpTried, PumpWriting } from '../../domain/records.ts';

/** A text that was begun and has ended: `error` says why it was not written, null that it was. */
export interface PumpWritten extends PumpWriting {
  readonly error: string | null;
}

/** The results come from its effects, `LOOK_DUE` from its timer, the rest from outside. */
export type PumpEvent =
  | { readonly type: 'SWITCH_ON'; readonly reason: string | null; readonly interval_ms: number }
  | { readonly type: 'SWITCH_OFF'; readonly reason: string | null }
  /** What the configuration says at a start; it switches only where it says something else than before. */
  | { readonly type: 'CONFIGURE'; readonly enabled: boolean; readonly interval_ms: number }
  /** Something changed that may give it work. Losing one costs time and nothing else. */
  | { readonly type: 'WAKE'; readonly cause: string }
  | { readonly type: 'LOOK_DUE' }
  /** Nothing was done; `found` is the part that has something to do. */
  | {
      readonly type: 'LOOKED';
      readonly found: PumpPart | null;
      readonly tried: readonly PumpTried[];
      /** What of that which was begun has ended; absent: nothing. */
      readonly written?: readonly PumpWritten[];
    }
  | {
      readonly type: 'STEPPED';
      readonly tick: number;
      readonly done: PumpDone | null;
      /** The text that it only began; absent: it did what it did to the end. */
      readonly begun?: PumpWriting;
      readonly tried: readonly PumpTried[];
    }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
