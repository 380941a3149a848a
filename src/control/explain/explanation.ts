/** The shape of an explanation, and the requests it proposes. */
import type { OperatorVerb } from '../../domain/operator-verbs.ts';
import type { explainableKinds, RunState } from '../../domain/statuses.ts';

/** What an explanation is about. */
export type ExplainableKind = (typeof explainableKinds)[number];

/** What an explanation answers: why is it not … */
export const explainQuestions = [
  'not dispatched',
  'not over',
  'not drafted',
  'not publishable',
  'not taking runs',
  'not resolved',
  'not delivered',
  'not replicated',
  'not followed up',
  'not stepping',
] as const;

/** A request that would unblock, ready to be sent. */
export interface UnblockRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Why one thing does not go on, on what evidence, and what would change it. */
export interface Finding {
  readonly question: (typeof explainQuestions)[number];
  /** False when it only has to be waited for, or is done. */
  readonly blocked: boolean;
  readonly code: string;
  readonly reason: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Since when it is so; null when nobody knows. */
  readonly since: string | null;
  readonly unblock: { readonly action: string; readonly request?: UnblockRequest };
  /** Of a queue item: what an operator could do now; `why_not` is null for what would be accepted. */
  readonly verbs?: readonly { readonly verb: OperatorVerb; readonly why_not: string | null }[];
}

/** What one case decides of a finding; question and evidence are the same for all cases. */
export type Said = Pick<Finding, 'blocked' | 'code' | 'reason' | 'since' | 'unblock'>;

/** A finding as the reply has it, with what it is about and when it was worked out. */
export interface Explanation extends Finding {
  readonly ok: true;
  readonly kind: string;
  readonly id: string;
  readonly generated_at: string;
  readonly source: string;
}

/** Where a new idea is sent, for explanations whose way out is a new project. */
export const intakePath = '/control/api/intake/ideas';

/** Run states in which it goes on. */
export const openRunStates: ReadonlySet<string> = new Set([
  'prepared',
  'dispatching',
  'running',
  'awaiting_wake',
  'question_pending',
] satisfies RunState[]);

/** A request without a body sends an empty object. */
export function post(path: string, body: UnblockRequest['body'] = {}): UnblockRequest {
  return { method: 'POST', path, body };
}

/** The request that does an operator's verb to one queue item. */
export function verbRequest(
  projectId: string,
  verb: OperatorVerb,
  body: UnblockRequest['body'] = {},
): UnblockRequest {
  return post(`/control/api/v1/queue/${projectId}/${verb}`, body);
}
