/**
 * The paper of one run.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new`, `eligible` | never drafted, or the first draft failed | an operator or the pump | `DRAFT`, `ARCHIVE` |
 * | `draft_generating` | a first draft was asked for | the writer | `DRAFTED`, or failure back to `eligible`; canceled, it is held |
 * | `draft_review` | the draft exists | an operator | `REWRITE`, `REQUEST_HUMAN_REVIEW`, `ARCHIVE` |
 * | `publication_generating` | a rewrite was asked for | the writer | `REWRITTEN`, or failure back to where it was |
 * | `publication_draft` | a rewrite exists | publication automation | `REWRITE`, `REQUEST_HUMAN_REVIEW`, `ARCHIVE` |
 * | `human_review_required` | an operator asked, a gate of publication fails, or the decision record contradicts what was computed | a person | `END_HUMAN_REVIEW` back to where it was, `ARCHIVE` |
 * | `archived` | put away | nothing | never |
 *
 * Held before it had a text, a paper goes back to `eligible` and can be drafted again.
 *
 * While generating nothing else is accepted but `CANCEL_WRITING`, which tells the writer to stop and waits
 * for its word, so that a paper never has two writers. A rewrite that fails leaves the text there was, and
 * the history leads back to its status.
 */
import { is } from '../kit.ts';
import { initialPaper, kit, paperSetup } from './context.ts';
import { tellReview } from './telling.ts';
import { DRAFT, drafting, REWRITE, rewriting } from './writing.ts';

const { status: _status, ...initialContext } = initialPaper('');

/** Put away; of what was never drafted publication automation does not know. */
const archiving = (...told: readonly ReturnType<typeof tellReview>[]) =>
  paperSetup.createStateConfig({
    on: {
      ARCHIVE: {
        target: '#archived',
        actions: [
          kit.change(() => ({})),
          kit.record('paper.archived', ({ event }) => ({ reason: event.reason })),
          ...told,
        ],
      },
    },
  }).on;

/** A person has looked: the text is as it was, and so is the status. */
const backTo = (status: 'draft_review' | 'publication_draft') =>
  paperSetup.createStateConfig({
    on: {
      END_HUMAN_REVIEW: {
        target: `#${status}`,
        actions: [
          kit.change(() => ({})),
          kit.record('paper.human_review_ended', ({ event }) => ({ reason: event.reason })),
          tellReview(status),
        ],
      },
    },
  }).on.END_HUMAN_REVIEW;

const drafted = paperSetup.createStateConfig({
  description: 'A text exists, and nobody writes.',
  initial: 'rewritable',
  on: archiving(tellReview('archived')),
  states: {
    rewritable: {
      description: 'It can be written for publication, once or once more.',
      initial: 'draft_review',
      on: {
        REWRITE,
        REQUEST_HUMAN_REVIEW: {
          target: '#human_review_required',
          actions: [
            kit.change(() => ({})),
            kit.record('paper.human_review_requested', ({ event }) => ({ reason: event.reason })),
            tellReview('human_review_required'),
          ],
        },
      },
      states: {
        draft_review: is('draft_review', 'The draft exists; it can be rewritten for publication.'),
        publication_draft: is(
          'publication_draft',
          'The publication text exists; publication automation takes it on.',
        ),
        before_rewrite: { id: 'before_rewrite', type: 'history' },
      },
    },
    human_review_required: {
      ...is('human_review_required', 'A person must look before anything goes on.'),
      on: {
        END_HUMAN_REVIEW: [
          { guard: 'wasRewritten', ...backTo('publication_draft') },
          backTo('draft_review'),
        ],
      },
    },
  },
});

/** The statechart of the table above; `DRAFT` and `REWRITE` are answered when the writer has ended, and
 * those that nobody waits for when it has begun. */
export const paperMachine = paperSetup.createMachine({
  id: 'paper',
  context: initialContext,
  initial: 'undrafted',
  states: {
    undrafted: {
      description: 'There is no text yet.',
      initial: 'new',
      on: { DRAFT },
      states: {
        new: is('new', 'Never drafted.'),
        eligible: {
          ...is('eligible', 'The result can be drafted; an earlier try may have failed.'),
          on: archiving(),
        },
      },
    },
    held_undrafted: {
      id: 'held_undrafted',
      meta: { status: 'human_review_required' },
      description: 'The first draft was refused for what a person must look at.',
      on: {
        ...archiving(),
        END_HUMAN_REVIEW: {
          target: '#eligible',
          actions: [
            kit.change(() => ({})),
            kit.record('paper.human_review_ended', ({ event }) => ({ reason: event.reason })),
          ],
        },
      },
    },
    draft_generating: {
      ...is('draft_generating', 'A writer works on the first draft.'),
      on: drafting,
    },
    drafted,
    publication_generating: {
      ...is('publication_generating', 'A writer works on the publication text.'),
      on: rewriting,
    },
    archived: { ...is('archived', 'Put away.'), type: 'final' },
  },
});
