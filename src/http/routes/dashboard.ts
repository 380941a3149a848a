/**
 * The dashboard's own addresses. All are open: the shell must load before anyone can type a token,
 * and it cannot without its script and style, which therefore count as parts of the shell. None
 * holds anything but the program itself.
 */
import * as z from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import { assetsPath, type DashboardAssets, packingFor } from '../dashboard-assets.ts';
import { drawFavicon } from '../favicon.ts';
import { dashboardHeaders } from '../headers.ts';
import { defineRoute, type Route, type RouteResult } from '../route.ts';

/** The files as they were at start. */
export interface DashboardContext {
  /** Null when the dashboard was not built. */
  readonly dashboard: DashboardAssets | null;
}

const shellPath = '/control/dashboard';
/** Beside the page, so that it may serve it. */
const workerPath = `${shellPath}/offline.js`;
const nameCharsMax = 100;
const favicon = drawFavicon();

const open = {
  method: 'GET',
  auth: 'open',
  params: null,
  query: null,
  body: null,
  idempotent: true,
} as const;

/** GET routes of the dashboard shell, what it loads, the redirect and the icon. */
export const dashboardRoutes: readonly Route<DashboardContext>[] = [
  defineRoute({
    ...open,
    id: 'dashboard.shell',
    path: shellPath,
    summary: 'The operator dashboard.',
    replies: { 200: null, 304: null },
    mediaType: 'text/html; charset=utf-8',
    errors: ['not_implemented'],
    handler: (request, { dashboard }: DashboardContext): RouteResult =>
      revalidated(request, built(dashboard).page),
  }),
  defineRoute({
    ...open,
    id: 'dashboard.worker',
    path: workerPath,
    summary:
      'Keeps what the dashboard is made of in the browser, for a reload without the service.',
    replies: { 200: null, 304: null },
    mediaType: 'text/javascript; charset=utf-8',
    errors: ['not_implemented'],
    handler: (request, { dashboard }: DashboardContext): RouteResult =>
      revalidated(request, built(dashboard).worker, { 'service-worker-allowed': shellPath }),
  }),
  defineRoute({
    ...open,
    id: 'dashboard.asset',
    path: `${assetsPath}/{name}`,
    summary: 'A script or style of the dashboard, named by what it holds.',
    params: z.strictObject({ name: z.string().max(nameCharsMax) }),
    replies: { 200: null, 304: null },
    errors: ['not_implemented'],
    handler: (request, { dashboard }: DashboardContext): RouteResult => {
      const asset = built(dashboard).assets.get(request.params.name);
      if (asset === undefined) {
        throw new ServiceError('not_found', 'the dashboard has no such file; load it again');
      }
      const { contentType, etag } = asset;
      const packing = packingFor(asset, request.header('accept-encoding'));
      const headers = {
        ...dashboardHeaders,
        // What it holds is in its name: under this one there is never anything else.
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        etag,
        ...(packing === null ? {} : { 'content-encoding': packing }),
      };
      if (isKnown(request, etag)) return { status: 304, body: null, contentType, headers };
      const body = packing === null ? asset.bytes : asset.packed.get(packing);
      return { status: 200, body, contentType, headers };
    },
  }),
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

function built(dashboard: DashboardAssets | null): DashboardAssets {
  if (dashboard !== null) return dashboard;
  throw new ServiceError('not_implemented', 'the dashboard was not built: npm run build');
}

/** Asked for at each load; sent where it is another than the browser has. */
function revalidated(
  request: { header(name: string): string },
  { bytes, contentType, etag }: DashboardAssets['page'],
  more: Readonly<Record<string, string>> = {},
): RouteResult {
  const headers = { ...dashboardHeaders, ...more, etag };
  return isKnown(request, etag)
    ? { status: 304, body: null, contentType, headers }
    : { status: 200, body: bytes, contentType, headers };
}

/** Whether the browser has it already. */
function isKnown(request: { header(name: string): string }, etag: string): boolean {
  const known = request.header('if-none-match').split(',');
  return known.some((tag) => tag.trim() === etag);
}
