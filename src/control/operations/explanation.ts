/** The shape of an explanation, and the requests it proposes. */
import type { OperatorVerb } from '../../domain/operator-verbs.ts';
import type { RunState } from '../../domain/statuses.ts';

export const explainableKinds = ['queue_item', 'run', 'paper'] as const;
export type ExplainableKind = (typeof explainableKinds)[number];

/** A request that would unblock, ready to be sent. */
export interface UnblockRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Finding {
  /** What is asked: why is it not dispatched, over, drafted, publishable. */
  readonly question: 'not dispatched' | 'not over' | 'not drafted' | 'not publishable';
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

export interface Explanation extends Finding {
  readonly ok: true;
  readonly kind: string;
  readonly id: string;
  readonly generated_at: string;
  readonly source: string;
}

export const intakePath = '/control/api/intake/ideas';

/** Run states in which it goes on. */
export const openRunStates: ReadonlySet<string> = new Set([
  'prepared',
  'dispatching',
  'running',
  'awaiting_wake',
  'question_pending',
] satisfies RunState[]);

export function post(path: string, body: UnblockRequest['body'] = {}): UnblockRequest {
  return { method: 'POST', path, body };
}

export function verbRequest(
  projectId: string,
  verb: OperatorVerb,
  body: UnblockRequest['body'] = {},
): UnblockRequest {
  return post(`/control/api/v1/queue/${projectId}/${verb}`, body);
}
