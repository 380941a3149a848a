/** Effects the pump asks for. */

/** Finds out whether there is something to do, and does none of it. Back: `LOOKED`. */
export type PumpLookInput = Record<never, never>;

/** Does one thing, under keys made of `tick`, so that a repetition does it once. Back: `STEPPED`. */
export interface PumpStepInput {
  readonly tick: number;
}

/** By effect name the input that its handler gets. */
export interface PumpEffects {
  'pump.look': PumpLookInput;
  'pump.step': PumpStepInput;
}
