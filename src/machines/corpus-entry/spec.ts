/** A corpus-import ledger entry as the rest of the program keeps it; the id is the paper's. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type CorpusEntry, corpusEntrySchema } from '../../domain/records.ts';
import type { CorpusEntryEvent } from './events.ts';
import { corpusEntryMachine, initialCorpusEntry } from './machine.ts';

/** Refuses a second import with `already_imported`, and with `import_in_progress` one beside another. */
export const corpusEntrySpec: MachineSpec<CorpusEntry, CorpusEntryEvent> = {
  kind: 'corpus_entry',
  stateVersion: 1,
  schema: corpusEntrySchema,
  machine: corpusEntryMachine,
  initialState: initialCorpusEntry,
  explainRefusal(state, event) {
    if (event.type === 'IMPORT' && state.status === 'imported') {
      return {
        code: 'already_imported',
        message: `${state.paper_id} has been in the corpus as ${state.public_id} since ${state.imported_at}.`,
      };
    }
    if (event.type === 'IMPORT') {
      return {
        code: 'import_in_progress',
        message: `${state.paper_id} is being imported; wait for its result.`,
      };
    }
    return refuseGenerally(corpusEntryMachine, state.paper_id, state.status, event.type);
  },
};
