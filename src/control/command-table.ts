/** The commands that may be given an idempotency key although no single actor answers them. */
import { type AlertCheckRequest, checkAlerts } from './alerts.ts';
import { type DispatchRequest, dispatchNext, dispatchOne } from './dispatch.ts';
import { type DraftRequest, draftNext } from './drafting.ts';
import { type FollowupRequest, launchNextFollowup } from './followups.ts';
import { performVerb, type VerbRequest } from './operator-verbs.ts';
import type { CommandContext, Once } from './ports.ts';
import { type CreateProjectRequest, createProject } from './project-creation.ts';
import { type RewriteBatchRequest, rewriteBatch } from './rewrite-batch.ts';

/** What each command takes; without its idempotency key. */
export interface CommandRequests {
  readonly dispatch_next: DispatchRequest;
  readonly dispatch_one: DispatchRequest & { readonly project_id: string };
  readonly draft_next: DraftRequest;
  readonly launch_followup: FollowupRequest;
  readonly check_alerts: AlertCheckRequest;
  readonly rewrite_batch: RewriteBatchRequest;
  readonly queue_verb: VerbRequest;
  readonly create_project: CreateProjectRequest;
}
export type CommandName = keyof CommandRequests;

/** `once` is null for a call without a key. The result is the reply's body and must be JSON. */
export type CommandTable = {
  readonly [Name in CommandName]: (
    context: CommandContext,
    request: CommandRequests[Name],
    once: Once | null,
  ) => Promise<object>;
};

export const commandTable: CommandTable = {
  dispatch_next: ({ control }, request, once) => dispatchNext(control, request, once),
  dispatch_one: ({ control }, request, once) => dispatchOne(control, request, once),
  draft_next: ({ control, papers }, request, once) =>
    draftNext(control, papers.checkEvidence, request, once),
  launch_followup: ({ control }, request, once) => launchNextFollowup(control, request, once),
  check_alerts: ({ control }, request) => checkAlerts(control, request),
  rewrite_batch: ({ control }, request, once) => rewriteBatch(control, request, once),
  queue_verb: ({ control }, request, once) => performVerb(control, request, once),
  create_project: ({ control }, request, once) => createProject(control, request, once),
};
