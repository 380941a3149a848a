/** The door before a simulated worker's gate: passes everything on, except where it plays a fault. */
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { type HttpFront, startHttpFront } from '../../../src/worker-simulator/http-front.ts';
import { parseScenario } from '../../../src/worker-simulator/parse-scenario.ts';
import { sendJson, startHttpServer } from '../../support/worker-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function open(faults: readonly object[]) {
  const gate = await startHttpServer((request, response) =>
    sendJson(response, 201, { seen: `${request.method} ${request.url}`, body: request.body }),
  );
  const runs = [{ name: 'r', phases: [{ name: 'work', seconds: 1 }] }];
  const text = JSON.stringify({ name: 'test', runs, http_faults: faults });
  const front: HttpFront = await startHttpFront({
    host: '127.0.0.1',
    port: 0,
    faults: parseScenario(text, 'test').http_faults,
    wallClock: systemClock,
    report: () => {},
  });
  front.setGate(gate.url);
  closers.push(gate.close, front.close);
  const ask = (path: string, body?: string) =>
    fetch(`${front.baseUrl}${path}`, body === undefined ? {} : { method: 'POST', body });
  return { gate, front, ask };
}

describe('the front of a simulated worker', () => {
  it('passes requests and replies on unchanged', async () => {
    const { ask } = await open([]);
    const reply = await ask('/dispatch?x=1', '{"a": 1}');
    expect(reply.status).toBe(201);
    expect(await reply.json()).toEqual({ seen: 'POST /dispatch?x=1', body: '{"a": 1}' });
  });

  it('refuses with a code as often as asked, without the gate', async () => {
    const { ask, gate } = await open([{ on: 'dispatch', do: 'refuse', code: 'worker_busy' }]);
    expect((await ask('/healthz')).status).toBe(201);
    const refused = await ask('/dispatch', '{}');
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'worker_busy', status: 409 });
    expect((await ask('/dispatch', '{}')).status).toBe(201);
    expect(gate.requests.map(({ url }) => url)).toEqual(['/healthz', '/dispatch']);
  });

  it('cuts before or after the gate has acted', async () => {
    const { ask, gate } = await open([
      { on: 'stop', do: 'cut_before' },
      { on: 'dispatch', do: 'cut_after' },
    ]);
    await expect(ask('/runs/a/stop', '{}')).rejects.toThrow();
    expect(gate.requests).toHaveLength(0);
    await expect(ask('/dispatch', '{}')).rejects.toThrow();
    expect(gate.requests).toHaveLength(1);
  });

  it('never answers a request that hangs', async () => {
    const { ask, gate } = await open([{ on: 'preflight', do: 'hang', wall_seconds: 0.05 }]);
    await expect(ask('/telemetry')).rejects.toThrow();
    expect(gate.requests).toHaveLength(0);
  });

  it('hangs up while there is no gate, and goes on with the next', async () => {
    const { ask, front, gate } = await open([]);
    front.setGate(null);
    await expect(ask('/healthz')).rejects.toThrow();
    front.setGate(gate.url);
    expect((await ask('/healthz')).status).toBe(201);
    await front.settled(1000);
  });
});
