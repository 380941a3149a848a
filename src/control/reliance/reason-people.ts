/** Items, papers and drafts that wait for a person, as reasons: those of one cause are one. Pure. */
import { type Automation, operatorNextStep } from '../../domain/operator-lanes.ts';
import type { QueueItem } from '../../domain/records.ts';
import { post, verbRequest } from '../explain/index.ts';
import type { Reason } from './reason.ts';
import { actOf } from './reason-acts.ts';
import { examplesMax, held, idsOf, type RelianceFacts } from './reason-facts.ts';

/** Items that need a person, those of one cause together. */
export function itemReasons({ attention, automation }: RelianceFacts): Reason[] {
  const groups = new Map<string, QueueItem[]>();
  for (const item of attention.items) {
    const key = `${item.status} ${causeOf(item)}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const reasons = [...groups.values()].map((items) => ofItems(items, automation));
  const rest = attention.count - attention.items.length;
  return rest > 0 && reasons.length > 0 ? [...reasons, ofRest(rest)] : reasons;
}

const ofRest = (count: number): Reason => ({
  code: 'no_blocked_items',
  severity: 'warn',
  subject: null,
  title: `${count} more ${count === 1 ? 'item needs' : 'items need'} a person`,
  detail: 'they are newer than those named here',
  since: null,
  known: true,
  holds_up: { items: count, papers: 0, at_least: false, examples: [] },
  act: actOf('no_blocked_items', null),
});

/** Why an item waits, without the ids that are its own. */
function causeOf(item: QueueItem): string {
  const words = item.blocked_reason ?? item.last_error ?? 'it is flagged for a person';
  const own = new Set([item.current_run_id, item.project_id]);
  return words
    .split(/([\s:;,()'"]+)/)
    .map((word) => (own.has(word) ? '…' : word))
    .join('');
}

function ofItems(items: readonly QueueItem[], automation: Automation): Reason {
  const [first] = items as [QueueItem, ...QueueItem[]];
  const one = items.length === 1;
  const cause = causeOf(first);
  const asked = first.last_run_state === 'question_pending';
  const request = verbRequest(first.project_id, 'answer', { answer: '<your answer>' });
  const question = {
    verb: 'answer_item',
    label: "Answer the agent's question",
    consequence: 'The agent goes on with your answer.',
    button: 'Answer it',
    request,
  };
  const label = operatorNextStep(first, 'attention', automation);
  const plural = {
    verb: 'retry_items',
    label: `Look after the reason, then retry all ${items.length}`,
    button: `Queue all ${items.length} again`,
    consequence: 'The items are queued again and start when their lanes are free.',
    request: post('/control/api/v1/queue/plan', {
      verb: 'retry',
      project_ids: items.map(({ project_id: id }) => id),
    }),
  };
  return {
    code: 'items_wait',
    severity: 'warn',
    subject: one ? first.project_id : null,
    title: one
      ? `${first.project_id} needs a person`
      : `${items.length} items need a person because of one cause`,
    detail: cause,
    since: first.updated_at,
    known: true,
    holds_up: held(idsOf(items), items.length),
    act: actOf(
      'items_wait',
      one ? first.project_id : null,
      asked ? question : one ? { label } : plural,
    ),
  };
}

/** Papers that are held, together. */
export function paperReasons({ alerts: { papers } }: RelianceFacts): Reason[] {
  const [first] = papers.rows;
  if (first === undefined) return [];
  const { count } = papers;
  const one = count === 1;
  return [
    {
      code: 'papers_wait',
      severity: 'warn',
      subject: one ? first.paper_id : null,
      title: one ? `Paper ${first.paper_id} needs a person` : `${count} papers need a person`,
      detail: first.last_error ?? 'it is held for human review',
      since: first.updated_at,
      known: true,
      holds_up: {
        items: 0,
        papers: count,
        at_least: false,
        examples: papers.rows.slice(0, examplesMax).map(({ paper_id: id }) => id),
      },
      act: actOf('papers_wait', one ? first.paper_id : null),
    },
  ];
}

/** Runs that wait for a paper and that the pump passes over: it drafts none of them by itself. */
export function heldDrafts({ automation: { draftsHeld }, toWrite }: RelianceFacts): Reason[] {
  if (draftsHeld === null || toWrite === 0) return [];
  return [
    {
      code: 'drafts_held',
      severity: 'warn',
      subject: null,
      title: toWrite === 1 ? 'A paper is not drafted' : `${toWrite} papers are not drafted`,
      detail: draftsHeld,
      since: null,
      known: true,
      holds_up: { items: 0, papers: toWrite, at_least: false, examples: [] },
      act: actOf('drafts_held', null),
    },
  ];
}

/** Items that go to no worker, those of one cause together; without any worker that is the cause. */
export function unroutedReasons({ unrouted, lanes, atLeast }: RelianceFacts): Reason[] {
  if (lanes.size === 0) return [];
  const causes = new Map<string, QueueItem[]>();
  for (const { item, reason } of unrouted)
    causes.set(reason, [...(causes.get(reason) ?? []), item]);
  return [...causes].map(([detail, items]): Reason => {
    const [first] = items as [QueueItem, ...QueueItem[]];
    const subject = items.length === 1 ? first.project_id : null;
    const title =
      subject === null ? `${items.length} items go to no worker` : `${subject} goes to no worker`;
    return {
      code: 'unrouted',
      severity: 'warn',
      subject,
      title,
      detail,
      since: first.updated_at,
      known: true,
      holds_up: held(idsOf(items), items.length, atLeast),
      act: actOf('unrouted', subject),
    };
  });
}
