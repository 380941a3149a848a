/** A stop waits for requests of several steps that began before it, on both transports. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { transportNames } from '../support/http.ts';
import { createScaledClock } from '../support/scaled-clock.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService | undefined;
afterEach(async () => {
  await service?.remove();
  service = undefined;
});

it.each(transportNames)(
  'finishes an intake that is under way, on the %s transport',
  async (transport) => {
    // The grace of a stop is bounded by the clock: this one is so slow that no machine uses it up.
    const clock = createScaledClock({ originMs: Date.UTC(2026, 0, 1), factor: 0.05 });
    service = await startService({ transport, clock });
    const ideas = Array.from({ length: 200 }, (_, index) => ({
      idea_id: `idea-${index}`,
      title: `Idea ${index}`,
    }));
    const batch = { idempotency_key: 'batch', source: 'test', dry_run: false, ideas };
    const { host } = service.app.control!;
    const { active: ofItsOwn } = host.stats();
    const reply = service.api.post('/control/api/intake/ideas', batch);
    // Some of it is done, most of it is not.
    await until(async () => host.stats().active > ofItsOwn + 1, 'the intake has begun');
    const clean = service.stop();
    expect(await reply).toMatchObject({ status: 200, body: { ok: true, created: 200 } });
    expect(await clean).toBe(true);
  },
);

it('lets go of a command under a key, which goes on after the next start', async () => {
  // A worker that takes every question and answers none.
  const asked = new Set<Socket>();
  const worker = createServer((socket) => void asked.add(socket.on('error', () => {})));
  worker.listen(0, '127.0.0.1');
  await once(worker, 'listening');
  const { port } = worker.address() as AddressInfo;
  const silent = { worker_wake_gate_url: `http://127.0.0.1:${port}` };
  service = await startService({ config: () => silent });
  const ideas = [{ idea_id: 'one', title: 'One' }];
  const batch = { idempotency_key: 'batch', source: 'test', dry_run: false, ideas };
  await service.api.post('/control/api/intake/ideas', batch);
  const dispatch = { idempotency_key: 'k', dry_run: false, requested_by: 'ann' };
  const before = asked.size;
  const reply = service.api.post('/control/dispatch-next', dispatch);
  await until(async () => asked.size > before, 'the worker is asked');
  const stopped = service.stop();
  expect(await reply).toMatchObject({
    status: 503,
    body: {
      code: 'shutting_down',
      detail: expect.stringContaining('the same idempotency key has the outcome then'),
    },
  });
  for (const socket of asked) socket.destroy();
  await stopped;
  worker.close();
  const { dir } = service;
  service = await startService({ dir });
  expect(await service.api.post('/control/dispatch-next', dispatch)).toMatchObject({
    status: 200,
    body: { action: 'live_dispatch' },
  });
});

it('does not call a stop clean that has cut a request off', async () => {
  // So fast that the grace of a stop is over before an intake can be.
  const clock = createScaledClock({ originMs: Date.UTC(2026, 0, 1), factor: 200 });
  service = await startService({ clock });
  const ideas = Array.from({ length: 500 }, (_, index) => ({ title: `Idea ${index}` }));
  const { host } = service.app.control!;
  const { active: ofItsOwn } = host.stats();
  const batch = { idempotency_key: 'batch', source: 'test', dry_run: false, ideas };
  const reply = service.api.post('/control/api/intake/ideas', batch);
  await until(async () => host.stats().active > ofItsOwn + 1, 'the intake has begun');
  const clean = service.stop();
  // Where the connection is closed before the refusal is out, there is none.
  const answer = await reply.catch(() => null);
  expect(answer?.status ?? 503).toBe(503);
  expect(await clean).toBe(false);
});
