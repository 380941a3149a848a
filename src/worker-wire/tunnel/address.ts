/** How a worker is named whose gate makes the connection, and where that connection is made to. */

/** The address of such a worker in the configuration: `home://NAME`. */
export const homeScheme = 'home:';
/** A WebSocket; the name stands in the query (`as`), the worker's token in `Authorization`. */
export const dialPath = '/control/api/v1/gates';
/** Close codes of the connection, beside those of RFC 6455. */
export const dialCloseCodes = { replaced: 4001, fault: 4002, over: 4003 } as const;

/** The name of a worker that dials home; null for an address that is called. */
export function nameAtHome(workerUrl: string): string | null {
  const { protocol, hostname } = new URL(workerUrl);
  return protocol === homeScheme ? hostname : null;
}

/** As whom a gate calls: a worker of that name, or the gate of one run. */
export type Caller = { readonly name: string } | { readonly run: string };

/** Where such a gate connects to, from the control plane's base address. Throws `TypeError` for none. */
export function dialUrl(home: string, caller: Caller): URL {
  const url = new URL(home);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TypeError(`the address of home must be http or https, not ${url.protocol}`);
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${dialPath}`;
  const query = 'run' in caller ? { run: caller.run } : { as: caller.name };
  url.search = new URLSearchParams(query).toString();
  return url;
}
