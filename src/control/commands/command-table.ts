/** The commands that may be given an idempotency key although no single actor answers them. */

import { type AlertCheckRequest, checkAlerts, testRule } from '../alerts/index.ts';
import { type MendRequest, mend } from '../bench/index.ts';
import type { CommandContext, Once } from '../common/index.ts';
import { type DispatchRequest, dispatchNext, dispatchOne } from '../dispatch/index.ts';
import { type CreateProjectRequest, checkNewProject, createProject } from '../intake/index.ts';
import { checkChannel, type TestAlertsRequest, testAlerts } from '../notify/index.ts';
import {
  type DraftRequest,
  draftNext,
  type RewriteRequest,
  requirePaper,
  rewriteDraft,
} from '../papers/index.ts';

import {
  type ImportRequest,
  importIntoCorpus,
  type PackageRequest,
  type PublishRequest,
  preparePackage,
  publishNext,
  type RemovalRequest,
  type ReplicateRequest,
  type RewriteBatchRequest,
  removeFromCorpus,
  replicatePaper,
  rewriteBatch,
} from '../publication/index.ts';

import { checkVerb, performVerb, requireItem, type VerbRequest } from '../queue/index.ts';
import { type FollowupRequest, launchNextFollowup } from '../research/index.ts';
import { checkEndProcess, type EndProcessRequest, endProcess } from '../runs/index.ts';

/** What each command takes; without its idempotency key. */
export interface CommandRequests {
  readonly dispatch_next: DispatchRequest;
  readonly dispatch_one: DispatchRequest & { readonly project_id: string };
  readonly draft_next: DraftRequest;
  readonly launch_followup: FollowupRequest;
  readonly check_alerts: AlertCheckRequest;
  readonly test_alerts: TestAlertsRequest;
  readonly rewrite_batch: RewriteBatchRequest;
  readonly queue_verb: VerbRequest;
  readonly create_project: CreateProjectRequest;
  readonly rewrite_draft: RewriteRequest;
  readonly prepare_package: PackageRequest;
  readonly import_into_corpus: ImportRequest;
  readonly remove_from_corpus: RemovalRequest;
  readonly replicate_paper: ReplicateRequest;
  readonly publish_next: PublishRequest;
  readonly end_process: EndProcessRequest;
  readonly mend: MendRequest;
}
/** Stored with a keyed command, so that a later process can carry it on. */
export type CommandName = keyof CommandRequests;

/** `once` is null for a call without a key. The result is the reply's body and must be JSON. */
export type CommandTable = {
  readonly [Name in CommandName]: (
    context: CommandContext,
    request: CommandRequests[Name],
    once: Once | null,
  ) => Promise<object>;
};

/** Which use case carries out each command. */
export const commandTable: CommandTable = {
  dispatch_next: ({ control }, request, once) => dispatchNext(control, request, once),
  dispatch_one: ({ control }, request, once) => dispatchOne(control, request, once),
  draft_next: ({ control, papers }, request, once) =>
    draftNext(control, papers.checkEvidence, request, once),
  launch_followup: ({ control }, request, once) => launchNextFollowup(control, request, once),
  check_alerts: ({ control }, request) => checkAlerts(control, request),
  test_alerts: ({ control }, request, once) =>
    (request.rule === true ? testRule : testAlerts)(control, request, once),
  rewrite_batch: ({ control }, request, once) => rewriteBatch(control, request, once),
  queue_verb: ({ control }, request, once) => performVerb(control, request, once),
  create_project: ({ control }, request, once) => createProject(control, request, once),
  rewrite_draft: ({ control }, request, once) => rewriteDraft(control, request, once),
  prepare_package: ({ control, papers }, request, once) =>
    preparePackage(control, papers.previewPackage, request, once),
  import_into_corpus: ({ control, papers }, request, once) =>
    importIntoCorpus(control, papers, request, once),
  remove_from_corpus: ({ control }, request, once) => removeFromCorpus(control, request, once),
  replicate_paper: ({ control }, request, once) => replicatePaper(control, request, once),
  publish_next: ({ control, papers }, request, once) => publishNext(control, papers, request, once),
  end_process: ({ control }, request, once) => endProcess(control, request, once),
  mend: ({ control }, request, once) => mend(control, request, once),
};

type SubjectChecks = {
  readonly [Name in CommandName]?: (
    context: CommandContext,
    request: CommandRequests[Name],
  ) => Promise<unknown>;
};

/**
 * Throw where a request names what there is not (404, or 422 for a field of it). Such a request has
 * not begun, so its key is not used up: it may be right later.
 */
export const subjectChecks: SubjectChecks = {
  dispatch_one: ({ control }, { project_id }) => requireItem(control, project_id),
  launch_followup: async ({ control }, { project_id }) =>
    project_id === undefined ? undefined : requireItem(control, project_id),
  queue_verb: async ({ control }, request) => {
    await requireItem(control, request.project_id);
    checkVerb(control, request);
  },
  end_process: ({ control }, request) => checkEndProcess(control, request),
  create_project: ({ control }, request) => checkNewProject(control, request),
  test_alerts: async ({ control }, request) => checkChannel(control, request),
  rewrite_draft: ({ control }, { paper_id }) => requirePaper(control, paper_id),
  prepare_package: ({ control }, { paper_id }) => requirePaper(control, paper_id),
  import_into_corpus: ({ control }, { paper_id }) => requirePaper(control, paper_id),
  remove_from_corpus: ({ control }, { paper_id }) => requirePaper(control, paper_id),
  replicate_paper: ({ control }, { paper_id }) => requirePaper(control, paper_id),
};
