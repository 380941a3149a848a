/** Effects the pump asks for. */

import type { PumpWriting } from '../../domain/records.ts';

/** Finds out whether there is something to do, and does none of it. Back: `LOOKED`. */
export interface PumpLookInput {
  /** Texts that were begun; whether they have ended is looked at. Absent: none. */
  readonly writing?: readonly PumpWriting[];
}

/** Does one thing, under keys made of `tick`, so that a repetition does it once. Back: `STEPPED`. */
export interface PumpStepInput {
  readonly tick: number;
}

/** By effect name the input that its handler gets. */
export interface PumpEffects {
  'pump.look': PumpLookInput;
  'pump.step': PumpStepInput;
}
