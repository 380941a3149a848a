/** While the finalization package is prepared: nothing moves, and its result leads on or back. */
import type { ErrorCode } from '../../domain/errors.ts';
import { failureOf } from '../effect-failed.ts';
import { kit, type ReviewMachineEvent } from './context.ts';
import { evaluate } from './evaluating.ts';
import { statusChanged } from './moves.ts';
import { reviewSetup } from './setup.ts';

type Failure = Extract<ReviewMachineEvent, { type: 'EFFECT_FAILED' }>;

/** No package: back to where it was, the caller told every problem. */
const notPackaged = <E extends ReviewMachineEvent>(
  result: 'refused' | 'failed',
  problemsOf: (event: E) => readonly string[],
  factsOf: (event: E) => { readonly error?: string; readonly code?: ErrorCode } = () => ({}),
) => [
  kit.answer<E>(
    (context) => context.pending_request,
    ({ context, event }) => ({
      result,
      paper_id: context.paper_id,
      problems: problemsOf(event),
      ...factsOf(event),
    }),
  ),
  kit.change<E>(({ event }) => ({
    pending_request: null,
    ...failureOf(problemsOf(event).join('; '), { ...factsOf(event), at: event.at }),
  })),
  kit.recordMove<E>('paper_review.package_refused', ({ event }) => ({
    problems: problemsOf(event),
  })),
];

/** A state of `known`; it counts as `claimed`, so that nobody else takes the paper up meanwhile. */
export const packaging = reviewSetup.createStateConfig({
  id: 'packaging',
  description: 'Its package is being prepared; it counts as claimed meanwhile.',
  meta: { status: 'claimed' },
  on: {
    PACKAGED: {
      target: '#finalized',
      actions: [
        kit.answer(
          (context) => context.pending_request,
          ({ context, event }) => ({
            result: 'packaged',
            paper_id: context.paper_id,
            package_dir: event.package_dir,
            package_archive: event.package_archive,
            package_sha256: event.package_sha256,
            report: event.report,
          }),
        ),
        kit.change(({ event }) => ({
          package_dir: event.package_dir,
          package_archive: event.package_archive,
          package_sha256: event.package_sha256,
          ready_for_finalization: true,
          blocker: null,
          claimed_by: null,
          pending_request: null,
          last_error: null,
          finalized_at: event.at,
        })),
        kit.record('paper_review.finalization_package_prepared', ({ event }) => ({
          package_dir: event.package_dir,
          package_archive: event.package_archive,
          package_sha256: event.package_sha256,
        })),
        statusChanged(() => ({ note: null })),
      ],
    },
    PACKAGE_REFUSED: {
      target: '#before_package',
      // What stands against the package may be newer than what lint and audit said.
      actions: [
        ...notPackaged<Extract<ReviewMachineEvent, { type: 'PACKAGE_REFUSED' }>>(
          'refused',
          (event) => event.problems,
        ),
        evaluate,
      ],
    },
    EFFECT_FAILED: {
      guard: 'packageFailed',
      target: '#before_package',
      actions: notPackaged<Failure>(
        'failed',
        ({ error }) => [error],
        ({ error, code = 'internal' }) => ({ error, code }),
      ),
    },
  },
});
