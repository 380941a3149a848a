/**
 * One paper in the corpus-import ledger.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `IMPORT` | `IMPORT` |
 * | `importing` | an import was asked for | the copied, re-checked, indexed package | its result |
 * | `imported` | the corpus holds it; what drifted in its folder is named, and stays there | nothing | `REMOVE` with a reason |
 * | `failed` | the import did not go through | another try | `IMPORT` |
 * | `removing` | a removal was asked for | the tombstone and the index without it | its result: `removed`, or back to `imported` |
 * | `removed` | the corpus holds its tombstone | nothing | `IMPORT` by somebody who knows that it was removed |
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { type CorpusEntry, corpusEntrySchema } from '../../domain/records.ts';
import { failureOf } from '../effect-failed.ts';
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
        ...(event.accept_duplicate === true ? { accept_duplicate: true } : {}),
      }),
    ),
    kit.defer,
  ],
} as const;

type FilesRead = EventOf<'FILES_READ'>;
const filesRead = (eventType: string) => [
  kit.change<FilesRead>(({ context, event }) => ({
    looked_mark: event.mark,
    drift: event.drift,
    drift_since: event.drift === null ? null : (context.drift_since ?? event.at),
  })),
  kit.record<FilesRead>(eventType, ({ context, event }) => ({
    public_id: context.public_id,
    drift: event.drift,
  })),
];
/** Nobody has read the files of what is imported now, or removed. */
const unread = { looked_mark: null, drift: null, drift_since: null } as const;

/** What was removed comes back under another public id, and only where somebody says so. */
const importAgain = { ...startImport, guard: 'duplicateAccepted' } as const;

const startRemoval = {
  guard: 'reasonGiven',
  target: 'removing',
  actions: [
    kit.change<EventOf<'REMOVE'>>(({ event }) => ({
      removed_by: event.by,
      removal_reason: event.reason,
      pending_request: event.request_key,
      last_error: null,
    })),
    kit.record<EventOf<'REMOVE'>>('corpus.removal_started', ({ context, event }) => ({
      paper_id: context.paper_id,
      public_id: context.public_id,
      reason: event.reason,
    })),
    kit.perform<EventOf<'REMOVE'>>(({ context, event }) =>
      perform('corpus.remove', {
        paper_id: context.paper_id,
        public_id: context.public_id ?? '',
        removed_by: event.by,
        removed_at: event.at,
        reason: event.reason,
      }),
    ),
    kit.defer,
  ],
} as const;

const whereRemoved = ({ paper_id, public_id, removed_by, removal_reason }: Context) => ({
  paper_id,
  public_id,
  removed_by: removed_by ?? '',
  reason: removal_reason ?? '',
});

type Failure = EventOf<'IMPORT_FAILED' | 'REMOVAL_FAILED' | 'EFFECT_FAILED'>;
const problemsOf = (event: Failure): readonly string[] =>
  event.type === 'EFFECT_FAILED' ? [] : event.problems;
/** A refusal has its problems, and no code; what kept failing unexpectedly is `internal`. */
const codeOf = (event: Failure): { readonly code?: ErrorCode } =>
  event.type === 'EFFECT_FAILED' ? { code: event.code ?? 'internal' } : {};
const failedAs = (eventType: string) => [
  kit.answer<Failure>(
    (context) => context.pending_request,
    ({ event }) => ({
      result: 'failed',
      error: event.error,
      problems: problemsOf(event),
      ...codeOf(event),
    }),
  ),
  kit.change<Failure>(({ event }) => ({
    pending_request: null,
    ...failureOf(event.error, { ...codeOf(event), at: event.at }),
  })),
  kit.record<Failure>(eventType, ({ event }) => ({
    error: event.error,
    problems: problemsOf(event),
  })),
];
const importFailed = failedAs('corpus.import_failed');
/** It is in the corpus as before. */
const removalFailed = [
  ...failedAs('corpus.removal_failed'),
  kit.change<Failure>(() => ({ removed_by: null, removal_reason: null })),
];

/** What the import found may be newer than what lint and audit said. */
const askEvaluation = kit.tell<EventOf<'IMPORT_FAILED'>>(({ context }) =>
  telling<PaperReviewEvent>({ kind: 'paper_review', id: context.paper_id }, { type: 'EVALUATE' }),
);

/** The statechart of the table above; the caller of `IMPORT` is answered when the import has ended. */
export const corpusEntryMachine = setup({
  ...kit.durable,
  guards: {
    duplicateAccepted: ({ event }) => event.type === 'IMPORT' && event.accept_duplicate === true,
    reasonGiven: ({ event }) => event.type === 'REMOVE' && event.reason.trim() !== '',
    beginsToDrift: ({ context, event }) =>
      event.type === 'FILES_READ' && event.drift !== null && (context.drift ?? null) === null,
    isSoundAgain: ({ context, event }) =>
      event.type === 'FILES_READ' && event.drift === null && (context.drift ?? null) !== null,
  },
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
                duplicate_of: event.duplicate_of ?? null,
                lint: event.lint,
                audit: event.audit,
                index: event.index,
              }),
            ),
            kit.change<EventOf<'IMPORTED'>>(({ event }) => ({
              public_id: event.public_id,
              title: event.title,
              source_record_fingerprint: event.source_record_fingerprint,
              duplicate_of: event.duplicate_of ?? null,
              removed_at: null,
              removed_by: null,
              removal_reason: null,
              manifest_sha256: event.manifest_sha256,
              imported_at: event.at,
              lint: event.lint,
              audit: event.audit,
              index: event.index,
              ...unread,
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
    imported: {
      description: 'The corpus holds it.',
      tags: ['terminal'],
      on: {
        REMOVE: startRemoval,
        FILES_READ: [
          { guard: 'beginsToDrift', actions: filesRead('corpus.drifted') },
          { guard: 'isSoundAgain', actions: filesRead('corpus.sound_again') },
          { actions: filesRead('corpus.files_read') },
        ],
      },
    },
    removing: {
      description: 'Its tombstone is put in place, and its folder goes.',
      on: {
        REMOVED: {
          target: 'removed',
          actions: [
            kit.answer<EventOf<'REMOVED'>>(
              (context) => context.pending_request,
              ({ context, event }) => ({
                result: 'removed',
                ...whereRemoved(context),
                removed_at: event.at,
                index: event.index,
              }),
            ),
            kit.change<EventOf<'REMOVED'>>(({ context, event }) => ({
              former_public_ids: [
                ...(context.former_public_ids ?? []),
                ...(context.public_id === null ? [] : [context.public_id]),
              ],
              removed_at: event.at,
              index: event.index,
              ...unread,
              pending_request: null,
              last_error: null,
            })),
            kit.record<EventOf<'REMOVED'>>('corpus.removed', ({ context }) =>
              whereRemoved(context),
            ),
          ],
        },
        REMOVAL_FAILED: { target: 'imported', actions: removalFailed },
        EFFECT_FAILED: { target: 'imported', actions: removalFailed },
      },
    },
    removed: {
      description: 'The corpus holds its tombstone.',
      on: { IMPORT: importAgain },
    },
    failed: {
      description: 'The last import did not go through; it can be asked for again.',
      on: { IMPORT: startImport },
    },
  },
});
