/** The one spelling of a worker's address; two names with the same one share a lane. */

/**
 * Scheme, host and path without a trailing slash; host in lower case and without the dot of a fully
 * qualified name, default port left out. Throws `TypeError` for what is no URL.
 */
export function normalizeWorkerUrl(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${pathname.replace(/\/+$/, '')}`;
}
