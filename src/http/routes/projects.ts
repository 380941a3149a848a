/** Creating projects one by one. */
import { runCommand } from '../../control/commands/index.ts';
import { limits } from '../../domain/limits.ts';
import { asText } from '../../lib/as-text.ts';
import { defineRoute, type Route } from '../route.ts';
import { command } from '../wire/fields.ts';
import { projectBody, projectReply } from '../wire/operator.ts';
import type { ApiContext } from './context.ts';

/** One route; its 201 names the address of the project in `location`. */
export const projectRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'projects.create',
    path: '/control/api/v1/projects',
    summary: 'Creates one project and puts it into the queue, by the rules of intake.',
    body: projectBody,
    bodyBytesMax: limits.promptBodyBytesMax,
    replies: { 201: projectReply },
    errors: ['duplicate_project', 'idempotency_conflict'],
    idempotent: false,
    handler: async ({ body: { idempotency_key: key, ...request } }, context: ApiContext) => {
      const by = request.requested_by;
      const { body, replayed } = await runCommand(context, 'create_project', { key, by, request });
      const projectId = asText((body as { readonly project_id?: unknown }).project_id);
      const location = `/control/api/v1/projects/${projectId}`;
      return { status: 201, body, replayed, headers: { location } };
    },
  }),
];
