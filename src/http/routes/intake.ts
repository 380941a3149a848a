/** Taking in ideas, and reading what somebody has before it is taken in. */
import * as z from 'zod';
import { takeInIdeas } from '../../control/intake/index.ts';
import { ideaSchema } from '../../domain/entities/idea.ts';
import { limits } from '../../domain/limits.ts';
import { checkIdeas } from '../../idea-files/batches.ts';
import { readIdeasIn } from '../../idea-files/read-files.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { intakeReply, readIdeasReply } from '../wire/dispatch.ts';
import { command, idempotencyKey, line, requestedBy, words } from '../wire/fields.ts';
import type { ApiContext } from './context.ts';

/** What the intake would be sent for a text; nothing when one of its ideas is in doubt. */
function readText({ name, text }: { readonly name: string; readonly text: string }) {
  const read = readIdeasIn(name, text);
  // What a batch does not take is counted, not checked: that would hold up everybody else.
  const { ideas, problems } = checkIdeas(read.ideas.slice(0, limits.ideasPerIntakeMax));
  const tooMany = `holds ${read.ideas.length} ideas, and a batch takes ${limits.ideasPerIntakeMax}: split it, or use orrery import`;
  const found = [
    ...read.problems,
    ...problems,
    ...(read.ideas.length > limits.ideasPerIntakeMax ? [{ line: null, message: tooMany }] : []),
  ];
  return {
    ok: true,
    ideas,
    problems: found
      .slice(0, limits.inboxProblemsMax)
      .map(({ line: at, message }) => ({ line: at, message })),
    problem_count: found.length,
  };
}

const readRoute: Route<ApiContext> = defineRoute({
  ...command,
  id: 'intake.read',
  path: '/control/api/v1/intake/read',
  summary: 'The ideas in a text of Markdown, CSV, JSON or JSON Lines, and what is wrong where.',
  body: z.strictObject({
    name: line(255).min(1).describe('Name of its file; the ending says of which kind it is'),
    text: words(limits.ideaTextCharsMax),
  }),
  bodyBytesMax: limits.intakeBodyBytesMax,
  replies: { 200: readIdeasReply },
  errors: [],
  idempotent: true,
  handler: async ({ body }) => ok(readText(body)),
});

/** A batch of ideas, with what holds for those that say nothing of it. */
export const batchFields = {
  dry_run: z.boolean().default(true),
  requested_by: requestedBy,
  default_machine_target: line(100).optional(),
  default_model: line(200).optional(),
  default_sandbox: line(200).optional(),
  ideas: z.array(ideaSchema).min(1).max(limits.ideasPerIntakeMax),
} as const;

/** The same at two addresses, of which the second is for older clients; a dry run unless told. */
const takingRoutes = ['/control/api/intake/ideas', '/control/intake/ideas'].map((path, index) =>
  defineRoute({
    ...command,
    id: index === 0 ? 'intake.ideas' : 'intake.ideas_alias',
    path,
    summary: 'Takes in research ideas; each becomes a project in the queue.',
    body: z.strictObject({
      idempotency_key: idempotencyKey,
      source: line(200).min(1),
      ...batchFields,
    }),
    bodyBytesMax: limits.intakeBodyBytesMax,
    replies: { 200: intakeReply },
    errors: ['idempotency_conflict'],
    idempotent: true,
    deprecated: index > 0,
    handler: async ({ body }, { control }) => answered(await takeInIdeas(control, body)),
  }),
);

/** Reading keeps nothing; what is taken in has a key. */
export const intakeRoutes: readonly Route<ApiContext>[] = [...takingRoutes, readRoute];
