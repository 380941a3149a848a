/** Ports of programs that are ended and come back: nobody must have taken them meanwhile. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../../src/soak/free-port.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

it('gives none that the kernel gives to connections', async () => {
  const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/);
  const [first, last] = range.map(Number) as [number, number];
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(ports.filter((port) => port >= first && port <= last)).toEqual([]);
});

it('gives none twice, nor one that somebody listens on', async () => {
  const given = await freePort();
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(given + 1, '127.0.0.1', resolve));
  const next = [await freePort(), await freePort()];
  expect(new Set([given, given + 1, ...next]).size).toBe(4);
});
