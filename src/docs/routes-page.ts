/** `docs/routes.md`: every route of the table, as the server has it. */
import { errorRegistry } from '../domain/errors.ts';
import type { Route } from '../http/route.ts';
import { controlRoutes } from '../http/routes/control.ts';
import { dashboardRoutes } from '../http/routes/dashboard.ts';
import { healthzRoutes, statusRoutes } from '../http/routes/health.ts';
import { olderListRoutes } from '../http/routes/older-lists.ts';
import { readModelRoutes } from '../http/routes/read-models.ts';
import { workerRoutes } from '../http/routes/worker.ts';
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
  | 'query'
  | 'body'
>;

const groups: readonly { readonly title: string; readonly routes: readonly AnyRoute[] }[] = [
  { title: 'Health and status', routes: [...healthzRoutes, ...statusRoutes] },
  { title: 'Commands', routes: controlRoutes },
  { title: 'Read models', routes: readModelRoutes },
  { title: 'Older lists', routes: olderListRoutes },
  { title: 'Worker gate', routes: workerRoutes },
  { title: 'Dashboard', routes: dashboardRoutes },
];

export function renderRoutesPage(): string {
  return renderPage([
    '# Routes',
    'Every route but the open ones needs `Authorization: Bearer <token>`: the control token, or on the worker gate the worker token. Beside the errors listed, every route can answer 401, 404, 405, 413, 415, 422, 429, 500 and 503; see [errors.md](errors.md).',
    ...groups.flatMap(({ title, routes }) => [`## ${title}`, renderRoutes(routes)]),
  ]);
}

function renderRoutes(routes: readonly AnyRoute[]): string {
  const rows = routes.map((route) => [
    code(`${route.method} ${route.path}`),
    route.auth,
    `${route.summary}${route.deprecated === true ? ' (kept for older clients)' : ''}`,
    membersOf(route),
    route.errors.map((name) => `${errorRegistry[name].status} ${code(name)}`).join(', ') || '–',
  ]);
  return renderTable(['Route', 'Token', 'What it does', 'Query or body members', 'Errors'], rows);
}

/** Names of the query's or body's members; what is not an object has none to name. */
function membersOf(route: AnyRoute): string {
  const schema = (route.body ?? route.query) as {
    shape?: Readonly<Record<string, unknown>>;
  } | null;
  const names = Object.keys(schema?.shape ?? {});
  return names.length === 0 ? '–' : names.map(code).join(', ');
}
