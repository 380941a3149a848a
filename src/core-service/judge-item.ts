/**
 * Which operator verbs make a live item what a snapshot says of it. The item's own machine is asked,
 * verb after verb, without anything being done: what it refuses is no legal difference, and its reason
 * is the message.
 */
import { createDecide } from '../actors/machine/decide.ts';
import { queueItem } from '../domain/entities/queue-item.ts';
import type { EditFields, QueueItem } from '../domain/records.ts';
import type { QueueStatus } from '../domain/statuses.ts';
import { asText } from '../lib/as-text.ts';
import { wordsForIssue } from '../lib/issue-words.ts';
import type { CoreStep, CoreVerb } from '../machines/core-snapshot/effects.ts';
import type { FoundDivergence } from '../machines/core-snapshot/events.ts';
import { queueItemSpec, withStates } from '../machines/queue-item/spec.ts';
import type { QueueRow } from './rows.ts';

/** Whether a difference is applied, and what is done about it or why nothing is. */
export type Verdict = Pick<FoundDivergence, 'would_apply' | 'message'>;

/** What is asked of an item, and the verdict on each member that differs. */
export interface JudgedItem {
  readonly steps: readonly CoreStep[];
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

const decide = createDecide(queueItemSpec);
const stamp = { at: '2026-01-01T00:00:00.000Z', by: 'core', request_key: null } as const;
type Editable = 'dispatch_priority' | 'machine_target';
const editable: readonly Editable[] = ['dispatch_priority', 'machine_target'];

const refused = (message: string): Verdict => ({ would_apply: false, message });

/** The machine's reason for refusing the verb in that state. */
const reasonAgainst = (item: QueueItem, event: CoreVerb): string =>
  queueItemSpec.explainRefusal(item, { ...event, ...stamp }).message;

/** Why what the queue does not have cannot be changed. */
export const whyMissing = (projectId: string): string =>
  reasonAgainst(queueItemSpec.initialState(projectId), { type: 'PAUSE', note: null });

/** Pure. Edits come first, so that an item goes back into the queue with its new priority and target. */
export function judgeItem(
  item: QueueItem,
  wanted: QueueRow,
  { fields, workers }: { readonly fields: readonly string[]; readonly workers: readonly string[] },
): JudgedItem {
  const verdicts = new Map<string, Verdict>();
  const steps: { event: CoreVerb; fields: string[] }[] = [];
  let state = withStates(item);
  const take = (event: CoreVerb, settled: string[]): boolean => {
    const stamped = { ...event, ...stamp };
    const decision = decide(state, stamped);
    const verdict = decision.accepted
      ? { would_apply: true, message: event.type }
      : refused(queueItemSpec.explainRefusal(state, stamped).message);
    for (const field of settled) verdicts.set(field, verdict);
    if (!decision.accepted) return false;
    state = decision.state;
    steps.push({ event, fields: settled });
    return true;
  };

  const edits: { -readonly [Field in Editable]?: EditFields[Field] } = {};
  for (const field of editable.filter((name) => fields.includes(name))) {
    const problem = whyUnfit(field, wanted[field], workers);
    if (problem !== null) verdicts.set(field, refused(problem));
    else Object.assign(edits, { [field]: wanted[field] });
  }
  const edited = Object.keys(edits);
  if (edited.length > 0) take({ type: 'EDIT', fields: edits, note: null }, edited);

  const verb = fields.includes('status') ? verbTo(wanted.status, item.status) : null;
  const moved = verb !== null && take({ type: verb, note: null }, ['status']);
  // A cancel clears the flag, also where the run has to be stopped first.
  const flag = moved && verb === 'CANCEL' ? false : state.manual_review_required;
  if (
    moved &&
    fields.includes('manual_review_required') &&
    flag === wanted.manual_review_required
  ) {
    steps.at(-1)?.fields.push('manual_review_required');
    verdicts.set('manual_review_required', { would_apply: true, message: verb });
  }
  for (const field of fields) {
    if (!verdicts.has(field)) verdicts.set(field, refused(whyNoVerb(item, field)));
  }
  return { steps, verdicts };
}

/** The verb that leads from one status to another; null where none does. */
function verbTo(
  wanted: QueueStatus | null,
  live: QueueItem['status'],
): 'PAUSE' | 'RESUME' | 'RETRY' | 'CANCEL' | null {
  if (wanted === 'paused') return 'PAUSE';
  if (wanted === 'canceled') return 'CANCEL';
  if (wanted !== 'queued') return null;
  return live === 'paused' ? 'RESUME' : 'RETRY';
}

/** No verb sets it, so the machine is asked whether an edit could. */
function whyNoVerb(item: QueueItem, field: string): string {
  const fields = { [field]: null } as EditFields;
  const reason = reasonAgainst(item, { type: 'EDIT', fields, note: null });
  return `No operator verb does that: ${reason}`;
}

/** Why an operator could not set the member to that value; null where one could. */
function whyUnfit(field: Editable, value: unknown, workers: readonly string[]): string | null {
  const parsed = queueItem.edits[field].safeParse(value, { error: wordsForIssue });
  if (!parsed.success) {
    const why = parsed.error.issues[0]?.message ?? 'it is not valid';
    return `An operator cannot set ${field} to ${JSON.stringify(value)} (${why}).`;
  }
  if (field !== 'machine_target' || value === null || workers.includes(asText(value))) return null;
  const names = workers.join(', ') || 'none is configured';
  return `machine_target ${asText(value)} is not a configured worker; configured: ${names}.`;
}
