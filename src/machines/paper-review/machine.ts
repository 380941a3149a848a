/**
 * Publication automation of one paper. Statuses are what an operator set or a package reached;
 * lint, audit, rank and checklist ride along in the context and never move the status.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | the paper | `PAPER_CHANGED` |
 * | `queued` | the paper appeared, or it was put back | an operator or automation | claim, block, defer, reject, approve, package |
 * | `claimed` | somebody works on it | that work | release, block, reject, approve, package |
 * | `claimed`, in the state `packaging` | its package was asked for | that package | its result: to `finalized`, or back to where it was |
 * | `blocked` | something is wrong, named in `blocker` | its removal | requeue, claim, reject |
 * | `deferred` | put off | a requeue | requeue, reject |
 * | `finalized` | its package exists, or somebody set it | an import, or the package that it lacks | package where it has none, a raw status, or to `queued` when the paper is rewritten |
 * | `rejected` | turned down with a note | nothing | only a raw status |
 * | `triage_ready`, `unreviewed`, `in_review`, `changes_requested`, `approved_for_finalization` | set raw, or kept from older rows; the last by approval | an operator | as `queued`, or requeue |
 *
 * `known` is every status once the paper is there. `at_rest` is all of it but `packaging`: from there
 * `SET_STATUS` leads to every status, while a package's result meets the item as it was. A finalized
 * paper that is written anew no longer equals its package: it goes back into the queue.
 */
import { is } from '../kit.ts';
import { initialPaperReview, kit } from './context.ts';
import { evaluating, firstHeardOf, putBack } from './evaluating.ts';
import { moves } from './moves.ts';
import { packaging } from './packaging.ts';
import { reviewSetup } from './setup.ts';

const { status: _status, ...initialContext } = initialPaperReview('');
const { APPROVE, BLOCK, CLAIM, DEFER, PREPARE_PACKAGE, REJECT, RELEASE, REQUEUE, SET_STATUS } =
  moves;

/** Steps of a review: set raw or kept from older rows, and led on like a queued one. */
const reviewing = reviewSetup.createStateConfig({
  description: 'In a step of its review; it can go back into the queue.',
  initial: 'triage_ready',
  on: { REQUEUE },
  states: {
    triage_ready: is('triage_ready', 'Legacy: ready to be triaged.'),
    unreviewed: is('unreviewed', 'Legacy: nobody has looked yet.'),
    in_review: is('in_review', 'Legacy: somebody looks at it.'),
    changes_requested: is('changes_requested', 'Legacy: changes were asked for.'),
    approved_for_finalization: is('approved_for_finalization', 'Approved; ready to be packaged.'),
  },
});

const packageable = reviewSetup.createStateConfig({
  description: 'A package can be prepared of it.',
  initial: 'waiting',
  on: { BLOCK, APPROVE, PREPARE_PACKAGE },
  states: {
    waiting: {
      description: 'Nobody works on it.',
      // Also after a refused package, for which somebody had claimed it.
      entry: kit.change(() => ({ claimed_by: null })),
      initial: 'queued',
      on: { CLAIM, DEFER },
      states: {
        queued: is('queued', 'Waits to be claimed or packaged.'),
        reviewing,
      },
    },
    claimed: {
      ...is('claimed', 'Somebody works on it.'),
      on: { RELEASE },
    },
  },
});

const setAside = reviewSetup.createStateConfig({
  description: 'Held back until somebody takes it up again.',
  initial: 'blocked',
  on: { REQUEUE },
  states: {
    blocked: {
      ...is('blocked', 'Something is wrong; blocker says what.'),
      on: { CLAIM },
    },
    deferred: is('deferred', 'Put off until somebody requeues it.'),
  },
});

/** The statechart of the table above; `PREPARE_PACKAGE` is answered when the package has ended. */
export const paperReviewMachine = reviewSetup.createMachine({
  id: 'paper_review',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      meta: { status: 'new' },
      description: 'Never stored; the paper makes it.',
      on: firstHeardOf,
    },
    known: {
      description: 'The paper is there: it is evaluated, and its checklist decided.',
      initial: 'at_rest',
      on: evaluating,
      states: {
        at_rest: {
          description: 'No package is being prepared: any status can be set.',
          initial: 'unfinished',
          on: { SET_STATUS },
          states: {
            unfinished: {
              description: 'Neither finalized nor turned down.',
              initial: 'packageable',
              on: { REJECT },
              states: { packageable, set_aside: setAside },
            },
            finalized: {
              ...is('finalized', 'Its finalization package exists, or it was set by hand.'),
              tags: ['terminal'],
              // Also after a refused package, for which somebody had claimed it.
              entry: kit.change(() => ({ claimed_by: null })),
              on: { ...putBack, PREPARE_PACKAGE: { ...PREPARE_PACKAGE, guard: 'unpackaged' } },
            },
            rejected: {
              ...is('rejected', 'Turned down; the note says why.'),
              tags: ['terminal'],
            },
            before_package: { id: 'before_package', type: 'history', history: 'deep' },
          },
        },
        packaging,
      },
    },
  },
});
