/**
 * One paper in the corpus-import ledger.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `IMPORT` | `IMPORT` |
 * | `importing` | an import was asked for | the copied, re-checked, indexed package | its result |
 * | `imported` | the corpus holds it | nothing | never |
 * | `failed` | the import did not go through | another try | `IMPORT` |
 */
import { setup } from 'xstate';
import { durableActions, type Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type CorpusEntry, corpusEntrySchema } from '../../domain/records.ts';
import { createKit, performer, telling } from '../kit.ts';
import type { PaperReviewEvent } from '../paper-review/events.ts';
import type { CorpusEntryEffects } from './effects.ts';
import type { CorpusEntryEvent } from './events.ts';

type Context = Omit<CorpusEntry, 'status'>;
type MachineEvent = Stamped<CorpusEntryEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<CorpusEntryEffects>();

/** A paper never imported; the id is the paper's. */
export const initialCorpusEntry = (id: string): CorpusEntry =>
  blank(corpusEntrySchema, { paper_id: id });
const { status: _status, ...initialContext } = initialCorpusEntry('');

const startImport = {
  target: 'importing',
  actions: [
    kit.change<EventOf<'IMPORT'>>(({ event }) => ({
      paper_id: event.paper_id,
      title: event.title,
      pending_request: event.request_key,
      last_error: null,
    })),
    kit.record<EventOf<'IMPORT'>>('corpus.import_started', ({ event }) => ({
      paper_id: event.paper_id,
      project_id: event.project_id,
      run_id: event.run_id,
    })),
    kit.perform<EventOf<'IMPORT'>>(({ event }) =>
      perform('corpus.import', {
        paper_id: event.paper_id,
        project_id: event.project_id,
        run_id: event.run_id,
        package_dir: event.package_dir,
      }),
    ),
    kit.defer,
  ],
} as const;

type Failure = EventOf<'IMPORT_FAILED' | 'EFFECT_FAILED'>;
const problemsOf = (event: Failure): readonly string[] =>
  event.type === 'IMPORT_FAILED' ? event.problems : [];
const importFailed = [
  kit.answer<Failure>(
    (context) => context.pending_request,
    ({ event }) => ({ result: 'failed', error: event.error, problems: problemsOf(event) }),
  ),
  kit.change<Failure>(({ event }) => ({ pending_request: null, last_error: event.error })),
  kit.record<Failure>('corpus.import_failed', ({ event }) => ({
    error: event.error,
    problems: problemsOf(event),
  })),
];

/** What the import found may be newer than what lint and audit said. */
const askEvaluation = kit.tell<EventOf<'IMPORT_FAILED'>>(({ context }) =>
  telling<PaperReviewEvent>({ kind: 'paper_review', id: context.paper_id }, { type: 'EVALUATE' }),
);

/** The statechart of the table above; the caller of `IMPORT` is answered when the import has ended. */
export const corpusEntryMachine = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: durableActions,
}).createMachine({
  id: 'corpus_entry',
  context: initialContext,
  initial: 'new',
  states: {
    new: { description: 'Never imported.', on: { IMPORT: startImport } },
    importing: {
      description: 'The package is copied, checked again and indexed.',
      on: {
        IMPORTED: {
          target: 'imported',
          actions: [
            kit.answer<EventOf<'IMPORTED'>>(
              (context) => context.pending_request,
              ({ context, event }) => ({
                result: 'imported',
                paper_id: context.paper_id,
                public_id: event.public_id,
                manifest_sha256: event.manifest_sha256,
                source_record_fingerprint: event.source_record_fingerprint,
                lint: event.lint,
                audit: event.audit,
                index: event.index,
              }),
            ),
            kit.change<EventOf<'IMPORTED'>>(({ event }) => ({
              public_id: event.public_id,
              title: event.title,
              source_record_fingerprint: event.source_record_fingerprint,
              manifest_sha256: event.manifest_sha256,
              imported_at: event.at,
              lint: event.lint,
              audit: event.audit,
              index: event.index,
              pending_request: null,
              last_error: null,
            })),
            kit.record<EventOf<'IMPORTED'>>('corpus.imported', ({ context, event }) => ({
              paper_id: context.paper_id,
              public_id: event.public_id,
              manifest_sha256: event.manifest_sha256,
              source_record_fingerprint: event.source_record_fingerprint,
            })),
          ],
        },
        IMPORT_FAILED: { target: 'failed', actions: [...importFailed, askEvaluation] },
        EFFECT_FAILED: { target: 'failed', actions: importFailed },
      },
    },
    imported: { type: 'final', description: 'The corpus holds it.' },
    failed: {
      description: 'The last import did not go through; it can be asked for again.',
      on: { IMPORT: startImport },
    },
  },
});
