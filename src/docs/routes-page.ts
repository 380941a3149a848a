/** `docs/routes.md`: every route of the table, as the server has it. */
import * as z from 'zod';
import { errorRegistry } from '../domain/errors.ts';
import type { Route } from '../http/route.ts';
import { routeGroups } from '../http/routes/all.ts';
import { code, renderPage, renderTable } from './markdown.ts';

type AnyRoute = Pick<
  Route<never>,
  | 'id'
  | 'method'
  | 'path'
  | 'auth'
  | 'summary'
  | 'errors'
  | 'idempotent'
  | 'deprecated'
  | 'partial'
  | 'query'
  | 'body'
>;

/** The whole page as Markdown, one table for each group of routes in the table's order. */
export function renderRoutesPage(): string {
  return renderPage([
    '# Routes',
    'Every route but the open ones needs `Authorization: Bearer <token>`: the control token, or on the worker gate the worker token. Beside the errors listed, every route can answer 401, 404, 405, 413, 415, 422, 429, 500 and 503; see [errors.md](errors.md). "Key" says whether a command takes `idempotency_key` (or the header `Idempotency-Key`): the same key with the same body is answered as the first time; "again" means that a repeat does no more by itself. Schemas and examples: [openapi.json](openapi.json), which the service serves at `/control/api/v1/openapi.json`.',
    ...routeGroups.flatMap(({ title, routes }) => [`## ${title}`, renderRoutes(routes)]),
  ]);
}

function renderRoutes(routes: readonly AnyRoute[]): string {
  const rows = routes.map((route) => [
    code(`${route.method} ${route.path}`),
    route.auth,
    `${route.summary}${route.deprecated === true ? ' (kept for older clients)' : ''}${route.partial === undefined ? '' : ` **Partly:** ${route.partial}`}`,
    membersOf(route),
    keyOf(route),
    route.errors.map((name) => `${errorRegistry[name].status} ${code(name)}`).join(', ') || '–',
  ]);
  return renderTable(
    ['Route', 'Token', 'What it does', 'Query or body members', 'Key', 'Errors'],
    rows,
  );
}

/** Whether the route takes an idempotency key; without one, `again` says that a repeat does no more. */
function keyOf(route: AnyRoute): string {
  const { body } = route;
  if (route.method === 'GET') return '–';
  if (body instanceof z.ZodObject && 'idempotency_key' in body.shape) {
    return body.shape.idempotency_key.safeParse(undefined).success ? 'optional' : 'required';
  }
  return route.idempotent ? 'again' : 'none';
}

/** Names of the query's or body's members; what is not an object has none to name. */
function membersOf(route: AnyRoute): string {
  const schema = (route.body ?? route.query) as {
    shape?: Readonly<Record<string, unknown>>;
  } | null;
  const names = Object.keys(schema?.shape ?? {});
  return names.length === 0 ? '–' : names.map(code).join(', ');
}
