/** The header sets every reply starts from. */
import type { HeaderLine } from './transport/port.ts';

const common: readonly HeaderLine[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
];

/** Nothing may load from or frame an API reply, and nothing may keep it. */
const api: readonly HeaderLine[] = [
  ...common,
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

/** For JSON replies that are no errors. */
export const jsonHeaders: readonly HeaderLine[] = [['content-type', 'application/json'], ...api];
/** For error replies (RFC 9457). */
export const problemHeaders: readonly HeaderLine[] = [
  ['content-type', 'application/problem+json'],
  ...api,
];

/** For replies with a content type of their own. */
export function rawHeaders(contentType: string): readonly HeaderLine[] {
  return [['content-type', contentType], ...api];
}

/** Drawings and papers as pages: their own style, which they hold, and nothing else. */
export const drawingHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** The dashboard: its own scripts, styles and connections, nothing inline, nothing from elsewhere. */
export const dashboardHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The one exception is made once, and knows one address: that of the page's own service worker.
    'trusted-types orrery-worker',
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // Revalidated by entity tag at each load, so that a new version is seen at once.
  'cache-control': 'no-cache',
};
