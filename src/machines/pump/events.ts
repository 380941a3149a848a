/** What the pump is told: its switch, that something changed, and what its looks and steps found. */
import type { PumpDone, PumpPart, PumpTried } from '../../domain/records.ts';

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
    }
  | {
      readonly type: 'STEPPED';
      readonly tick: number;
      readonly done: PumpDone | null;
      readonly tried: readonly PumpTried[];
    }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
