/** Preparing the finalization package: asked for, done, refused. */
import type { ReviewStatus } from '../../domain/statuses.ts';
import { type EventOf, kit, packageableStatuses, perform } from './context.ts';
import { statusChanged } from './moves.ts';

/** `resume_status` is set exactly while a package is being prepared. */
export const prepareFrom = (from: ReviewStatus) =>
  ({
    guard: 'notPackaging',
    target: 'claimed',
    actions: [
      kit.change<EventOf<'PREPARE_PACKAGE'>>(({ context, event }) => ({
        resume_status: from,
        pending_request: event.request_key,
        claimed_by: context.claimed_by ?? event.by,
        last_error: null,
      })),
      kit.record<EventOf<'PREPARE_PACKAGE'>>('paper_review.package_requested', ({ event }) => ({
        from,
        to: 'claimed',
        target_label: event.target_label,
        who: event.by,
      })),
      kit.perform<EventOf<'PREPARE_PACKAGE'>>(({ context, event }) =>
        perform('review.package', {
          paper_id: context.paper_id,
          project_id: context.project_id,
          run_id: context.run_id,
          target_label: event.target_label,
        }),
      ),
      kit.defer,
    ],
  }) as const;

export const packaged = {
  guard: 'packaging',
  target: 'finalized',
  actions: [
    kit.answer<EventOf<'PACKAGED'>>(
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
    kit.change<EventOf<'PACKAGED'>>(({ event }) => ({
      package_dir: event.package_dir,
      package_archive: event.package_archive,
      package_sha256: event.package_sha256,
      ready_for_finalization: true,
      blocker: null,
      claimed_by: null,
      pending_request: null,
      resume_status: null,
      last_error: null,
      finalized_at: event.at,
    })),
    kit.record<EventOf<'PACKAGED'>>('paper_review.finalization_package_prepared', ({ event }) => ({
      package_dir: event.package_dir,
      package_archive: event.package_archive,
      package_sha256: event.package_sha256,
    })),
    statusChanged<EventOf<'PACKAGED'>>('claimed', 'finalized', () => ({ note: null })),
  ],
} as const;

type Unpackaged = EventOf<'PACKAGE_REFUSED' | 'EFFECT_FAILED'>;
const problemsOf = (event: Unpackaged): readonly string[] =>
  event.type === 'PACKAGE_REFUSED' ? event.problems : [event.error];

/** No package: back to the status before, the caller told every problem. */
function notPackaged(guard: 'resumesTo' | 'packageFailedFrom') {
  return packageableStatuses.map((to) => ({
    guard: { type: guard, params: { status: to } },
    target: to,
    actions: [
      kit.answer<Unpackaged>(
        (context) => context.pending_request,
        ({ context, event }) => ({
          result: event.type === 'PACKAGE_REFUSED' ? 'refused' : 'failed',
          paper_id: context.paper_id,
          problems: problemsOf(event),
        }),
      ),
      kit.change<Unpackaged>(({ context, event }) => ({
        claimed_by: to === 'claimed' ? context.claimed_by : null,
        pending_request: null,
        resume_status: null,
        last_error: problemsOf(event).join('; '),
      })),
      kit.record<Unpackaged>('paper_review.package_refused', ({ event }) => ({
        from: 'claimed',
        to,
        problems: problemsOf(event),
      })),
    ],
  }));
}
export const packageRefused = notPackaged('resumesTo');
export const packageFailed = notPackaged('packageFailedFrom');
