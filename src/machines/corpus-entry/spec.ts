/** A corpus-import ledger entry as the rest of the program keeps it; the id is the paper's. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type CorpusEntry, corpusEntrySchema } from '../../domain/records.ts';
import type { CorpusEntryEvent } from './events.ts';
import { corpusEntryMachine, initialCorpusEntry } from './machine.ts';

/**
 * Refuses a second import with `already_imported`, with `import_in_progress` one beside another, with
 * `removed` one that does not say that it is wanted again, and a removal without a reason with
 * `note_required`.
 */
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
    if (event.type === 'IMPORT' && state.status === 'removed') {
      return {
        code: 'removed',
        message: `${state.paper_id} was removed from the corpus at ${state.removed_at} by ${state.removed_by}: ${state.removal_reason}. Ask for accept_duplicate to have it there again, under a new public id.`,
      };
    }
    if (event.type === 'REMOVE' && state.status === 'imported') {
      return { code: 'note_required', message: 'Removing a paper needs a reason.' };
    }
    if (event.type === 'IMPORT') {
      return {
        code: 'import_in_progress',
        message: `${state.paper_id} is being ${state.status === 'removing' ? 'removed' : 'imported'}; wait for its result.`,
      };
    }
    return refuseGenerally(corpusEntryMachine, state.paper_id, state.status, event.type);
  },
};
