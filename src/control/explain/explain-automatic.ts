/** Why nothing happens by itself: the pump that takes no step, and a project that is not followed up. */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { followupSchema, type Pump } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { asText } from '../../lib/as-text.ts';
import {
  createBareShelf,
  findHolds,
  judgeAutomation,
  type Needs,
  pumpAddress,
  readPump,
  readSwitch,
} from '../common/index.ts';
import { mendStandstill, type Standstill, whyStill } from '../readiness/index.ts';
import { launchNextFollowup } from '../research/index.ts';
import { type Finding, post, type Said } from './explanation.ts';

const lookAgain = { action: 'Have it look at once', request: post('/control/api/v1/pump/on') };

/** The only id is `main`. */
export async function explainPump(
  context: Needs<'clock' | 'reads' | 'settings' | 'vitals'>,
  id: string,
): Promise<Finding> {
  if (id !== pumpAddress.id)
    throw new ServiceError('not_found', `there is one pump, ${pumpAddress.id}`);
  const [pump, control, pulse] = await Promise.all([
    readPump(context),
    readSwitch(context),
    context.vitals.pump(),
  ]);
  const { why } = judgeAutomation(pump, control.status, context.settings);
  const { next_at } = pulse;
  const still = whyStill(pump, pulse, context.clock.now());
  const { tried, last_step } = pump;
  const closed: Said | null =
    control.status === 'open'
      ? null
      : {
          blocked: true,
          code: `queue_${control.status}`,
          reason: why ?? `the queue is ${stateWord(control.status)}`,
          since: control.updated_at,
          unblock: { action: 'Let it go on', request: post('/control/resume') },
        };
  const [hold] = findHolds(context);
  const held: Said | null =
    hold === undefined
      ? null
      : {
          blocked: true,
          code: hold.code,
          reason: hold.reason,
          since: null,
          unblock: { action: hold.action },
        };
  const outside = closed ?? held;
  return {
    question: 'not stepping',
    ...(pump.enabled && outside !== null ? outside : sayPump(pump, next_at, still)),
    evidence: {
      pump_status: pump.status,
      dispatches: why === null,
      why,
      next_at,
      tried,
      last_step,
    },
  };
}

function sayPump(pump: Pump, nextAt: string | null, still: Standstill | null): Said {
  const next = nextAt === null ? 'when it looks next is not known' : `it looks again at ${nextAt}`;
  if (!pump.enabled) {
    return {
      blocked: true,
      code: 'off',
      reason: `the pump is off, so nothing starts by itself${pump.reason === null ? '' : `: ${pump.reason}`}`,
      since: pump.changed_at,
      unblock: { action: 'Switch it on', request: post('/control/api/v1/pump/on') },
    };
  }
  if (pump.status === 'backing_off') {
    return {
      blocked: true,
      code: 'backing_off',
      reason: `its last step was refused: ${pump.last_error ?? 'the reason is not known'}; ${next}`,
      since: pump.failing_since,
      unblock: { ...lookAgain, action: 'Mend what it names; then have it look at once' },
    };
  }
  if (still !== null) {
    return {
      blocked: true,
      code: 'standing_still',
      reason: still.detail,
      since: still.since,
      unblock: { action: mendStandstill },
    };
  }
  if (pump.status === 'stepping') {
    return {
      blocked: false,
      code: 'stepping',
      reason: `step ${pump.tick} is under way`,
      since: pump.updated_at,
      unblock: { action: 'Wait for its result' },
    };
  }
  const held = pump.tried.find(({ outcome }) => outcome === 'nothing' || outcome === 'off');
  return {
    blocked: false,
    code: 'waiting',
    reason: `${held === undefined ? 'it has nothing to do' : `${held.part}: ${held.reason}`}; ${next}`,
    since: pump.quiet_since ?? pump.last_step?.at ?? pump.changed_at,
    unblock: lookAgain,
  };
}

/** By the id of the parent; 404 where the queue has no such project. */
export async function explainFollowup(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'workers'>,
  id: string,
): Promise<Finding> {
  const row = await context.reads.get('followup', id);
  const question = 'not followed up' as const;
  if (row !== undefined) {
    const { child_project_id: child, ...launched } = followupSchema.parse(row);
    const { followup_type, title, lineage_depth, launched_by } = launched;
    return {
      question,
      blocked: false,
      code: 'launched',
      reason: `${id} was followed up by ${child ?? 'a project not known'}; a project has one follow-up`,
      evidence: { child_project_id: child, followup_type, title, lineage_depth, launched_by },
      since: launched.created_at,
      unblock: { action: `Ask how that is (orrery why queue_item ${child ?? '<its id>'})` },
    };
  }
  const asked = {
    dry_run: true,
    requested_by: 'explain',
    project_id: id,
    max_followup_depth: limits.followupDepthDefault,
  };
  // Nobody is told the plan of an explanation.
  const plans = createBareShelf(context.clock);
  const { action, reason, followup } = await launchNextFollowup({ ...context, plans }, asked);
  const isReady = action === 'dry_run_followup';
  const isAutomatic = context.settings.pump.followups;
  const request = post('/control/api/v1/followups/launch-next', { project_id: id, dry_run: false });
  return {
    question,
    blocked: !isReady,
    code: isReady ? 'ready' : 'not_followed_up',
    reason: isReady ? `${reason}${isAutomatic ? ' by the pump' : ''}` : reason,
    evidence: { automatic: isAutomatic, max_followup_depth: asked.max_followup_depth, followup },
    since: asText((await context.reads.get('queue_item', id))?.['updated_at']) || null,
    unblock: isReady
      ? { action: 'Launch it', request }
      : { action: 'Nothing, unless what it names changes' },
  };
}
