/** Why a queued item would or would not be dispatched when its turn comes, and how good it looks. */
import type { Project, QueueItem } from '../../domain/records.ts';
import { isBlank } from '../../lib/is-blank.ts';
import type { ControlContext } from '../common/index.ts';
import { routeItem } from '../dispatch/index.ts';
import type { IdeaReadings } from './research-signals.ts';

interface AdmissionReason {
  readonly code: string;
  /** `blocks` keeps it from being dispatched, `waits` only for now, `advises` not at all. */
  readonly effect: 'blocks' | 'waits' | 'advises';
  readonly detail: string;
}

/** What the reply on research quality says of the chances of a queued item. */
export interface Admission {
  /** True when nothing blocks it; it may still have to wait for its lane. */
  readonly admissible: boolean;
  /** Worker it would go to; null when it is routed nowhere. */
  readonly worker_target: string | null;
  readonly reasons: readonly AdmissionReason[];
  readonly readings: IdeaReadings;
}

interface AdmissionFacts {
  readonly project: Project | null;
  readonly parentExists: boolean | null;
  readonly duplicates: readonly string[];
  readonly readings: IdeaReadings;
  readonly busyLanes: ReadonlySet<string>;
}

/** Diagnoses one queued item. Pure but for the worker directory, which never changes. */
export function diagnoseAdmission(
  context: Pick<ControlContext, 'workers'>,
  item: QueueItem,
  facts: AdmissionFacts,
): Admission {
  const { project, readings, duplicates } = facts;
  const routed = routeItem(context.workers, item);
  const reasons: AdmissionReason[] = [
    ...(item.manual_review_required
      ? [
          blocks(
            'manual_review_required',
            item.blocked_reason ?? 'it is flagged for a person; retry it once that is settled',
          ),
        ]
      : []),
    ...(routed.ok ? [] : [blocks('not_routable', routed.reason)]),
    ...(project === null
      ? [blocks('no_project_record', 'it has no project record, so it has no prompt')]
      : isBlank(project.prompt)
        ? [blocks('no_prompt', 'its project has no prompt')]
        : []),
    ...(routed.ok && facts.busyLanes.has(routed.target.lane)
      ? [waits('lane_busy', `worker ${routed.target.name} has an active item`)]
      : []),
    ...(project !== null && isBlank(project.hypothesis)
      ? [advises('no_hypothesis', 'its project states no hypothesis')]
      : []),
    ...(readings.success_threshold.state === 'missing'
      ? [advises('no_success_threshold', 'no threshold for success was recognised in its text')]
      : []),
    ...(readings.stop_condition.state === 'missing'
      ? [advises('no_stop_condition', 'no condition for stopping was recognised in its text')]
      : []),
    ...(duplicates.length > 0
      ? [advises('duplicate', `it has the title or source of ${duplicates.join(', ')}`)]
      : []),
    ...(facts.parentExists === false
      ? [advises('orphan', `its parent ${project?.parent_project_id} does not exist`)]
      : []),
  ];
  return {
    admissible: !reasons.some((reason) => reason.effect === 'blocks'),
    worker_target: routed.ok ? routed.target.name : null,
    reasons,
    readings,
  };
}

const reason =
  (effect: AdmissionReason['effect']) =>
  (code: string, detail: string): AdmissionReason => ({ code, effect, detail });
const blocks = reason('blocks');
const waits = reason('waits');
const advises = reason('advises');
