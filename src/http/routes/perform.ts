/** Carrying out the commands of several steps, as the bodies of their routes ask for them. */
import {
  type CommandName,
  type CommandRequests,
  runCommand,
} from '../../control/commands/index.ts';
import { answered, type RouteResult } from '../route.ts';
import type { ApiContext } from './context.ts';

/** Without a key it is done once per request, with one once for all. */
export async function perform<Name extends CommandName>(
  context: ApiContext,
  name: Name,
  asked: {
    readonly key: string | undefined;
    readonly request: CommandRequests[Name] & { readonly requested_by: string };
  },
): Promise<RouteResult> {
  return answered(await runCommand(context, name, { ...asked, by: asked.request.requested_by }));
}
