/** The commands that may be given an idempotency key although no single actor answers them. */
import { type DispatchRequest, dispatchNext, dispatchOne } from './dispatch.ts';
import { type DraftRequest, draftNext } from './drafting.ts';
import type { CommandContext, Once } from './ports.ts';

/** What each command takes; without its idempotency key. */
export interface CommandRequests {
  readonly dispatch_next: DispatchRequest;
  readonly dispatch_one: DispatchRequest & { readonly project_id: string };
  readonly draft_next: DraftRequest;
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
};
