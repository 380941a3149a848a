/**
 * What operators do to a simulated control plane. One looks in now and then and does what is to be done; others try
 * every verb there is on whatever they find, whether it may be or not: a refusal is an answer, anything else is not.
 */
import { runCommand } from '../control/commands/index.ts';
import {
  type CommandContext,
  pauseQueue,
  readSwitch,
  resumeQueue,
} from '../control/common/index.ts';
import { refreshWorker } from '../control/operations/index.ts';
import {
  approveFinalization,
  movePaper,
  moveReview,
  setChecklistItem,
  setReviewStatus,
} from '../control/publication/index.ts';
import { switchPump } from '../control/pump/index.ts';
import { drawPlan, executePlan } from '../control/queue/index.ts';
import { type OperatorVerb, operatorVerbs } from '../domain/operator-verbs.ts';
import { type PaperMove, paperMoves, reviewMoves } from '../domain/paper-moves.ts';
import type { EditFields } from '../domain/records.ts';
import { checklistItemIds, checklistStatuses, settableReviewStatuses } from '../domain/statuses.ts';
import type { Entropy } from '../lib/ids.ts';
import { firstPage } from '../store/ports/read-models.ts';
import type { Watching } from './watching.ts';

/** Draws from the seed what an operator does next. */
export interface Hands {
  readonly draw: Entropy;
  readonly watching: Watching;
  readonly workers: readonly string[];
}

const by = 'ann';
const other = 'bob';

/** One thing that can be asked of the service, on a subject drawn at random. */
type Act = (context: CommandContext, hands: Hands) => Promise<unknown>;

const pick = <Item>({ draw }: Hands, items: readonly Item[]): Item =>
  items[Math.floor(draw.random() * items.length)]!;

/** One of the last few hundred: what is long over is seldom looked at. */
function anyOf(hands: Hands, kind: string): string {
  const ids = [...hands.watching.of(kind).keys()].slice(-recentMax);
  return ids.length === 0 ? 'none-yet' : pick(hands, ids);
}
const recentMax = 300;

/** Half of the requests bear a key, and some of these are repeated. */
function keyed(hands: Hands): string | null {
  const drawn = hands.draw.random();
  return drawn < 0.5 ? null : drawn < 0.6 ? 'the-same-key' : hands.draw.id();
}
const keyOf = (hands: Hands) => ({ idempotency_key: keyed(hands) ?? undefined });

const editsOf = (hands: Hands): readonly EditFields[] => [
  { dispatch_priority: pick(hands, [10, 50, 90]) },
  { selection_rank: Math.floor(hands.draw.random() * 100) },
  { auto_continue: hands.draw.random() < 0.5, max_continues: 2 },
  { budget_wall_sec: pick(hands, [null, 60, 600, 7200]) },
  { machine_target: pick(hands, [null, ...hands.workers, 'no-such-worker']) },
  { max_retries: pick(hands, [0, 2, 5]), model: pick(hands, [null, 'larger']) },
];

function verbOf(hands: Hands, verb: OperatorVerb) {
  return {
    verb,
    note: 'at random',
    answer: verb === 'answer' ? 'the first' : null,
    fields: verb === 'edit' ? pick(hands, editsOf(hands)) : null,
  };
}

const itemVerb =
  (verb: OperatorVerb): Act =>
  (context, hands) => {
    const request = { ...verbOf(hands, verb), project_id: anyOf(hands, 'queue_item') };
    return runCommand(context, 'queue_verb', {
      key: keyed(hands),
      by: other,
      request: { ...request, requested_by: other },
    });
  };

/** Everything an operator can ask for, by the name under which it is counted. */
const acts: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(operatorVerbs.map((verb) => [`item ${verb}`, itemVerb(verb)])),
  'plan of verbs': async ({ control }, hands) => {
    const ids = Array.from({ length: 5 }, () => anyOf(hands, 'queue_item'));
    const verb = pick(hands, operatorVerbs);
    const drawn = await drawPlan(control, {
      ...verbOf(hands, verb),
      ...keyOf(hands),
      requested_by: other,
      project_ids: ids,
    });
    const planId = String((drawn.body as { readonly plan_id?: unknown }).plan_id);
    return executePlan(control, planId, { ...keyOf(hands), requested_by: other });
  },
  'switch pause': ({ control }, hands) =>
    pauseQueue(control, {
      ...keyOf(hands),
      reason: 'at random',
      paused_by: other,
      maintenance_mode: hands.draw.random() < 0.5,
    }),
  'switch resume': ({ control }, hands) =>
    resumeQueue(control, { ...keyOf(hands), resumed_by: other }),
  'pump off': ({ control }, hands) =>
    switchPump(control, false, { ...keyOf(hands), requested_by: other, reason: 'at random' }),
  'pump on': ({ control }, hands) =>
    switchPump(control, true, { ...keyOf(hands), requested_by: other, reason: 'at random' }),
  'dispatch next': (context, hands) =>
    runCommand(context, 'dispatch_next', {
      key: keyed(hands),
      by: other,
      request: { dry_run: hands.draw.random() < 0.3, requested_by: other, force_preflight: false },
    }),
  'dispatch one': (context, hands) =>
    runCommand(context, 'dispatch_one', {
      key: keyed(hands),
      by: other,
      request: {
        project_id: anyOf(hands, 'queue_item'),
        dry_run: false,
        requested_by: other,
        force_preflight: hands.draw.random() < 0.5,
      },
    }),
  'draft next': (context, hands) =>
    runCommand(context, 'draft_next', {
      key: keyed(hands),
      by: other,
      request: { dry_run: false, requested_by: other, force: hands.draw.random() < 0.5 },
    }),
  'paper rewrite': (context, hands) =>
    runCommand(context, 'rewrite_draft', {
      key: keyed(hands),
      by: other,
      request: {
        paper_id: anyOf(hands, 'paper'),
        requested_by: other,
        force: hands.draw.random() < 0.5,
      },
    }),
  'paper package': (context, hands) =>
    runCommand(context, 'prepare_package', {
      key: keyed(hands),
      by: other,
      request: {
        paper_id: anyOf(hands, 'paper'),
        requested_by: other,
        target_label: 'corpus',
        dry_run: false,
      },
    }),
  'paper import': (context, hands) =>
    runCommand(context, 'import_into_corpus', {
      key: keyed(hands),
      by: other,
      request: { paper_id: anyOf(hands, 'paper'), requested_by: other, dry_run: false },
    }),
  'paper flag or archive': ({ control, papers }, hands) =>
    movePaper(control, papers, anyOf(hands, 'paper'), {
      ...keyOf(hands),
      requested_by: other,
      move: pick(hands, paperMoves),
      note: 'at random',
    }),
  'review move': ({ control }, hands) =>
    moveReview(control, anyOf(hands, 'paper_review'), {
      ...keyOf(hands),
      requested_by: other,
      move: pick(hands, reviewMoves),
      note: 'at random',
    }),
  'review status': ({ control }, hands) =>
    setReviewStatus(control, anyOf(hands, 'paper_review'), {
      ...keyOf(hands),
      requested_by: other,
      review_status: pick(hands, settableReviewStatuses),
      note: 'at random',
      blocker: 'at random',
    }),
  'review approval': ({ control }, hands) =>
    approveFinalization(control, anyOf(hands, 'paper_review'), {
      ...keyOf(hands),
      requested_by: other,
      note: null,
    }),
  'review checklist': ({ control }, hands) =>
    setChecklistItem(control, anyOf(hands, 'paper_review'), pick(hands, checklistItemIds), {
      ...keyOf(hands),
      requested_by: other,
      status: pick(hands, checklistStatuses),
      note: 'at random',
    }),
  'worker look': ({ control }, hands) => refreshWorker(control, pick(hands, hands.workers)),
  'alerts check': (context, hands) =>
    runCommand(context, 'check_alerts', {
      key: keyed(hands),
      by: other,
      request: {
        dry_run: hands.draw.random() < 0.5,
        force_notify: hands.draw.random() < 0.2,
        refresh_worker: false,
        requested_by: other,
      },
    }),
};

/** Names of everything that is tried. */
export const actNames: readonly string[] = Object.keys(acts);

/** Any verb on anything. */
export function actAtRandom(hands: Hands): {
  readonly name: string;
  readonly act: (context: CommandContext) => Promise<unknown>;
} {
  const name = pick(hands, actNames);
  return { name, act: (context) => acts[name]!(context, hands) };
}

/** How many of each kind one who looks in takes care of. */
const lookedAtMax = 20;

/**
 * What the one who looks in does: opens what was closed, answers, retries or resumes what waits, and has papers that
 * are held written anew, or gives them up.
 */
export async function lookAfter(
  context: CommandContext,
  ask: (act: (now: CommandContext) => Promise<unknown>) => Promise<void>,
  { draw, pumpEnabled }: { readonly draw: Entropy; readonly pumpEnabled: boolean },
): Promise<void> {
  const { reads } = context.control;
  const waiting = async (kind: 'queue_item' | 'paper', status: string[]) =>
    (await reads.list(kind, { ...firstPage, pageSize: lookedAtMax, filters: { status } })).rows;
  if ((await readSwitch(context.control)).status !== 'open')
    await ask(({ control }) => resumeQueue(control, { resumed_by: by }));
  if (pumpEnabled)
    await ask(({ control }) =>
      switchPump(control, true, { requested_by: by, reason: 'it works by itself' }),
    );
  for (const row of await waiting('queue_item', [
    'needs_review',
    'blocked',
    'dispatch_error',
    'paused',
  ])) {
    const asks = row['last_run_state'] === 'question_pending';
    const verb: OperatorVerb = row['status'] === 'paused' ? 'resume' : asks ? 'answer' : 'retry';
    await ask((now) =>
      runCommand(now, 'queue_verb', {
        key: null,
        by,
        request: {
          verb,
          project_id: String(row['project_id']),
          requested_by: by,
          note: null,
          answer: verb === 'answer' ? 'the first' : null,
          fields: null,
        },
      }),
    );
  }
  for (const row of await waiting('paper', ['human_review_required'])) {
    const paperId = String(row['paper_id']);
    const move: PaperMove = draw.random() < 0.3 ? 'archive' : 'end_human_review';
    const request = { requested_by: by, move, note: 'looked at' };
    await ask(({ control, papers }) => movePaper(control, papers, paperId, request));
    if (move === 'archive') continue;
    await ask((now) =>
      runCommand(now, 'rewrite_draft', {
        key: null,
        by,
        request: { paper_id: paperId, requested_by: by, force: false },
      }),
    );
  }
}
