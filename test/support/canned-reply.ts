/**
 * Replies that a test serves in the service's place. None leaves here that the reference does not
 * describe, so that what is tested against them is tested against the service.
 */
import * as z from 'zod';
import { type ErrorCode, errorRegistry, ServiceError } from '../../src/domain/errors.ts';
import recorded from '../../src/http/openapi/examples.json' with { type: 'json' };
import { errorCodesOf, problemSchema } from '../../src/http/openapi/problems.ts';
import { problemReply } from '../../src/http/problem.ts';
import type { Route, RouteMethod, RouteResult } from '../../src/http/route.ts';
import { routeGroups } from '../../src/http/routes/all.ts';

const routes: readonly Route<never>[] = routeGroups.flatMap((group) => group.routes);

/** The service's route with that method and template of a path. */
export function routeOf(method: RouteMethod, path: string): Route<never> {
  const route = routes.find((each) => each.method === method && each.path === path);
  if (route === undefined) throw new Error(`the service has no route ${method} ${path}`);
  return route;
}

/** A problem with one of the codes that the route can answer with this status. */
const problemOf = (route: Route<never>, status: number) =>
  problemSchema.extend({
    status: z.literal(status),
    code: z.enum(errorCodesOf(route).filter((code) => errorRegistry[code].status === status)),
  });

/** `body` as JSON text; throws, with each place, when the route does not answer so. */
export function cannedReply(route: Route<never>, status: number, body: unknown): string {
  const schema = status >= 400 ? problemOf(route, status) : route.replies[status];
  if (schema == null) throw new Error(`${route.id} answers no JSON with status ${status}`);
  const text = JSON.stringify(body);
  const { error } = schema.safeParse(JSON.parse(text));
  if (error === undefined) return text;
  const places = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`${route.id} does not answer ${status} like this:\n${places.join('\n')}`);
}

type Json = Readonly<Record<string, unknown>>;

/** The reply of a route that the reference shows, as it was recorded from a running service. */
export function recordedReply(routeId: string): Json {
  const examples: Readonly<Record<string, { readonly reply?: unknown }>> = recorded;
  const reply = examples[routeId]?.reply;
  if (typeof reply !== 'object' || reply === null)
    throw new Error(`no reply of ${routeId} is kept`);
  return reply as Json;
}

/** The first of a recorded list, with the fields that a test wants otherwise. */
export function recordedRow(routeId: string, fields: object = {}): Json {
  const { rows } = recordedReply(routeId);
  return { ...(rows as readonly Json[])[0], ...fields };
}

/** What every list and page says of itself. */
export const stamp = () => ({ generated_at: new Date().toISOString(), source: 'test' });

/** One page of a list; `more`: that it goes on, or where. */
export const listOf = (rows: readonly object[], more: boolean | string = false): Json => ({
  ok: true,
  rows,
  page: {
    page_size: 100,
    returned: rows.length,
    next_cursor: more === true ? 'more' : more || null,
    has_more: more !== false,
  },
  ...stamp(),
});

/** A refusal in words, as the service would write it. */
export function problem(code: ErrorCode, detail: string): RouteResult {
  const { status, body } = problemReply(new ServiceError(code, detail), 'a-request-of-a-test');
  return { status, contentType: 'application/problem+json', body };
}
