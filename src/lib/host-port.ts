/** Hosts and ports as they are written in addresses. Pure. */

/** `host:port`, with brackets around an IPv6 address. */
export const hostPort = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** `http://host:port` by which a client on this machine reaches what listens there, also where that is on every address. */
export function localUrl(host: string, port: number): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return `http://${hostPort(everywhere[host] ?? host, port)}`;
}
