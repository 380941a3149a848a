/** Outgoing calls connect to the address that was judged, and to no other. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { describeError } from '../../../src/lib/describe-error.ts';
import { createWorkerClient } from '../../../src/worker-client/client.ts';
import {
  AddressRefused,
  createGuardedAgent,
  createGuardedLookup,
} from '../../../src/worker-wire/guarded-agent.ts';
import { provesNeverSent } from '../../../src/worker-wire/transport-error.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startServer(): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end('{"runs":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { port: (server.address() as AddressInfo).port, seen };
}

function clientOf(port: number, answers: readonly (readonly string[])[]) {
  const baseUrl = `http://worker.example:${port}`;
  let asked = 0;
  const dispatcher = createGuardedAgent(baseUrl, {
    connectTimeoutMs: 60_000,
    resolve: (_host, done) => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  });
  closers.push(() => dispatcher.close());
  const client = createWorkerClient({
    baseUrl,
    bearerToken: 'worker-secret',
    timeoutMs: 60_000,
    clock: systemClock,
    dispatcher,
  });
  return { client, asked: () => asked };
}

describe('an outgoing call', () => {
  it('refuses at once an address that no machine has', () => {
    for (const url of ['http://0.0.0.0:1', 'http://[::]:1', 'http://224.0.0.1']) {
      expect(() => createGuardedAgent(url, { connectTimeoutMs: 1000 })).toThrow(AddressRefused);
    }
  });

  it('is not sent when the name points to a link-local address', async () => {
    const { port, seen } = await startServer();
    const { client } = clientOf(port, [['169.254.169.254']]);
    expect(await client.listRuns()).toEqual({
      kind: 'not_sent',
      error: expect.stringContaining('link-local') as string,
    });
    expect(seen).toEqual([]);
  });

  it('is refused when a name that was private points to this very machine', async () => {
    const answers = ['10.255.255.1', '127.0.0.1'];
    const lookup = createGuardedLookup('worker.example', (_host, done) =>
      done(null, [{ address: answers.shift() ?? '', family: 4 }]),
    );
    const look = () =>
      new Promise((resolve) => {
        lookup('worker.example', {}, (error, address) => resolve(error ?? address));
      });
    expect(await look()).toBe('10.255.255.1');
    const refusal = await look();
    expect(refusal).toBeInstanceOf(AddressRefused);
    expect(String(refusal)).toContain('this very machine, while it was private before');
  });

  it('goes to the judged address, asked for once a connection', async () => {
    const { port, seen } = await startServer();
    const { client, asked } = clientOf(port, [['127.0.0.1']]);
    await client.listRuns();
    await client.listRuns();
    expect(seen).toEqual(['/runs', '/runs']);
    expect(asked()).toBe(2);
  });

  it('counts a refused address as never sent, and says so without a code of this program', () => {
    const refused = new AddressRefused('it leads to this very machine');
    expect(provesNeverSent(refused)).toBe(true);
    expect(describeError(refused)).toBe('it leads to this very machine');
  });
});
