/** The paper watch as the rest of the program keeps it. The only id is `main`. */
import { refuseGenerally } from '../../actors/machine/refusal.ts';
import { createSpec } from '../../actors/machine/spec.ts';
import { type PaperWatch, paperWatchSchema } from '../../domain/records.ts';
import type { PaperWatchEvent } from './events.ts';
import { initialPaperWatch, paperWatchMachine } from './machine.ts';

/** Refuses by the general words only, such as a second start. */
export const paperWatchSpec = createSpec<PaperWatch, PaperWatchEvent>()({
  kind: 'paper_watch',
  stateVersion: 1,
  schema: paperWatchSchema,
  machine: paperWatchMachine,
  initialState: initialPaperWatch,
  explainRefusal: (state, event) =>
    refuseGenerally(paperWatchMachine, 'The paper watch', state.status, event.type),
});
