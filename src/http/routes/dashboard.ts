/**
 * The dashboard's own addresses. All are open: the shell must load before anyone can type a token,
 * and it cannot without its script and style, which therefore count as parts of the shell. None
 * holds anything but the program itself.
 */
import { ServiceError } from '../../domain/errors.ts';
import { type DashboardAssets, type DashboardFile, dashboardFiles } from '../dashboard-assets.ts';
import { drawFavicon } from '../favicon.ts';
import { dashboardHeaders } from '../headers.ts';
import { defineRoute, type Route, type RouteResult } from '../route.ts';

/** The files as they were at start. */
export interface DashboardContext {
  /** Null when the dashboard was not built. */
  readonly dashboard: DashboardAssets | null;
}

const shellPath = '/control/dashboard';
const favicon = drawFavicon();

const open = {
  method: 'GET',
  auth: 'open',
  params: null,
  query: null,
  body: null,
  idempotent: true,
} as const;

/** GET routes of the dashboard shell, its two assets, the redirect and the icon. */
export const dashboardRoutes: readonly Route<DashboardContext>[] = [
  fileRoute('dashboard.shell', shellPath, 'index.html', 'The operator dashboard.'),
  fileRoute('dashboard.script', `${shellPath}/app.js`, 'app.js', 'The script of the dashboard.'),
  fileRoute('dashboard.style', `${shellPath}/app.css`, 'app.css', 'The style of the dashboard.'),
  defineRoute({
    ...open,
    id: 'dashboard.redirect',
    path: '/dashboard',
    summary: 'Redirects to the operator dashboard.',
    replies: { 302: null },
    errors: [],
    handler: () => ({
      status: 302,
      body: null,
      contentType: 'text/plain; charset=utf-8',
      headers: { location: shellPath },
    }),
  }),
  defineRoute({
    ...open,
    id: 'dashboard.favicon',
    path: '/favicon.ico',
    summary: 'The site icon.',
    replies: { 200: null },
    mediaType: 'image/x-icon',
    errors: [],
    handler: () => ({
      status: 200,
      body: favicon,
      contentType: 'image/x-icon',
      headers: { 'cache-control': 'public, max-age=86400' },
    }),
  }),
];

function fileRoute(
  id: string,
  path: string,
  name: DashboardFile,
  summary: string,
): Route<DashboardContext> {
  return defineRoute({
    ...open,
    id,
    path,
    summary,
    replies: { 200: null, 304: null },
    mediaType: dashboardFiles[name],
    errors: ['not_implemented'],
    handler: (request, { dashboard }: DashboardContext): RouteResult => {
      if (dashboard === null) {
        throw new ServiceError('not_implemented', 'the dashboard was not built: npm run build');
      }
      const { bytes, contentType, etag } = dashboard[name];
      const headers = { ...dashboardHeaders, etag };
      const known = request
        .header('if-none-match')
        .split(',')
        .map((tag) => tag.trim());
      if (known.includes(etag)) return { status: 304, body: null, contentType, headers };
      return { status: 200, body: bytes, contentType, headers };
    },
  });
}
