/** The bench of a worker gate alone, over HTTP and by command: what fails is found, tried and mended. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { gateBench } from '../../src/control/common/bench-places.ts';
import { benchActorReply, benchReply, mendReply, tryReply } from '../../src/http/wire/bench.ts';
import { supervisionReplySchema } from '../../src/worker-wire/wire-supervision.ts';
import {
  deliverable,
  delivery,
  entryOf,
  failUntilOutOfService,
  loseMessage,
} from '../support/bench-trouble.ts';
import { runCli } from '../support/cli.ts';
import { transportNames } from '../support/http.ts';
import {
  startService,
  type TestService,
  type TestServiceOptions,
  token,
} from '../support/service.ts';

const name = 'callback_delivery/a';
const entry = `actors/${name}`;
const alone = () => ({
  role: 'worker',
  control_api_bearer_token: undefined,
  worker_wake_gate_url: undefined,
});
let service: TestService;
afterEach(() => service.remove());

const start = async (options: TestServiceOptions = {}): Promise<void> => {
  service = await startService({ config: alone, ...options });
};
const read = async () => benchReply.parse((await service.api.get('/bench')).body);
const post = (path: string, body: object = {}) => service.api.post(`/bench/${path}`, body);
const order = (mark: unknown) => ({
  dry_run: false,
  mark,
  reason: 'the program is mended',
  requested_by: 'ann',
});

describe.each(transportNames)('the bench of a gate alone, on %s', (transport) => {
  it('lists an actor out of service, tries it and puts it back, once under a key', async () => {
    await start({ transport });
    expect((await read()).totals).toMatchObject({ out_of_service: 0, dead_letters: 0 });
    await failUntilOutOfService(service, 'a', delivery);
    const bench = await read();
    expect(bench.actors).toMatchObject([
      {
        kind: 'callback_delivery',
        id: 'a',
        event: delivery.event,
        links: { self: `/bench/${entry}`, actor: '/runs/a', release: `/bench/${entry}/release` },
      },
    ]);
    expect(bench.links).toEqual({
      actors: '/bench/actors',
      dead_letters: '/bench/dead-letters',
      supervision: '/supervision',
    });
    const seen = benchActorReply.parse((await service.api.get(`/bench/${entry}`)).body);
    expect(seen).toMatchObject({ restorable: true, trial: { result: 'failed' } });
    const event = deliverable('a');
    const trial = tryReply.parse((await post(`${entry}/try`, { event })).body);
    expect(trial.trial).toMatchObject({ result: 'accepted', to: 'delivering' });

    const plan = mendReply.parse((await post(`${entry}/release`)).body);
    expect(plan).toMatchObject({ dry_run: true, possible: true, mark: bench.actors[0]!.mark });
    const body = { ...order(plan.mark), idempotency_key: 'release-a' };
    const done = await post(`${entry}/release`, body);
    expect(mendReply.parse(done.body).message).toBe(`${name} is back in service.`);
    expect((await read()).totals.out_of_service).toBe(0);

    const { dir, port } = service;
    await service.stop();
    await start({ transport, dir, port });
    expect((await post(`${entry}/release`, body)).body).toEqual(done.body);
    expect((await post(`${entry}/release`, order(plan.mark))).status).toBe(404);
  });

  it('opens with the token of the gate only', async () => {
    await start({ transport });
    for (const path of ['/bench', '/bench/actors', '/bench/dead-letters', '/supervision']) {
      const bare = await fetch(`${service.app.baseUrl}${path}`);
      expect([bare.status, (await service.api.get(path)).status], path).toEqual([401, 200]);
    }
    expect((await service.api.get('/control/api/v1/bench')).status).toBe(404);
  });
});

describe('a dead letter of a gate', () => {
  it('is sent again with another event, and its callback goes its way', async () => {
    await start();
    const path = `dead-letters/${await loseMessage(service, 'a', delivery)}`;
    const { mark, links } = await entryOf(service, path, gateBench);
    expect(links).toMatchObject({ retry: `/bench/${path}/retry` });
    const plan = mendReply.parse((await post(`${path}/retry`)).body);
    expect(plan.trial).toMatchObject({ result: 'failed' });
    const body = { ...order(mark), event: deliverable('a') };
    const done = mendReply.parse((await post(`${path}/retry`, body)).body);
    expect(done.outcome).toMatchObject({ accepted: true, status: 'delivering' });
    const { body: outbox } = await service.api.get('/callbacks');
    expect(outbox['callbacks']).toMatchObject([
      { run_id: 'a', first_event_type: 'session_started' },
    ]);
    expect((await read()).totals.dead_letters).toBe(0);
  });

  it('of the reaper can be tried like any other', async () => {
    await start();
    const reply = await post('actors/reaper/main/try', { event: { type: 'RECRD_ACT' } });
    expect([reply.status, reply.body['code']]).toEqual([404, 'actor_not_found']);
    const victim = { ...delivery, kind: 'reaper', event: { type: 'RECORD_ACT' } };
    const path = `dead-letters/${await loseMessage(service, 'main', victim)}`;
    const other = await post(`${path}/try`, { event: { type: 'RECRD_ACT' } });
    expect(JSON.stringify(other.body)).toContain('did you mean RECORD_ACT?');
  });
});

describe('what a gate says of its bench', () => {
  it('is in its runs, metrics, supervision and status line', async () => {
    await start();
    await failUntilOutOfService(service, 'a', delivery);
    const { bench } = (await service.api.get('/runs')).body;
    expect(bench).toMatchObject({ out_of_service: 1, dead_letters: expect.any(Number) });
    const metrics = await fetch(`${service.app.baseUrl}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await metrics.text()).toMatch(/^orrery_actors_quarantined\{host="gate"\} 1$/m);
    const { hosts } = supervisionReplySchema.parse((await service.api.get('/supervision')).body);
    expect(hosts).toMatchObject([{ host: 'gate', out_of_service: 1 }]);
    expect(await service.app.describe()).toContain('actors out of service: 1');
  });

  it('is advice in a preflight of its control plane, which still dispatches there', async () => {
    await start({ config: () => ({}) });
    await failUntilOutOfService(service, 'a', delivery);
    const { body } = await service.api.post('/control/api/v1/workers/default/refresh', {});
    const { worker } = (await service.api.get('/control/api/v1/workers/default')).body as {
      worker: { notices: object[]; health: object };
    };
    expect(worker.health, JSON.stringify(body)).toMatchObject({ status: 'healthy' });
    expect(worker.notices).toMatchObject([
      {
        code: 'actors_out_of_service',
        action: expect.stringContaining('orrery bench --worker default') as string,
      },
    ]);
  });
});

describe('orrery bench on a gate', () => {
  const bench = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const own = { ORRERY_CONFIG: join(service.dir, 'config.json'), ...env };
    const end = await runCli(['bench', ...argv], { cwd: service.dir, env: own });
    expect(end.out + end.err).not.toContain(token);
    return end;
  };
  const isOut = (): boolean => service.app.gate!.host.stats().quarantined.includes(name);

  it('takes its own configuration, finds what is wrong and mends it', async () => {
    await start();
    expect(await bench([])).toMatchObject({ code: exitCodes.ok, err: '' });
    await failUntilOutOfService(service, 'a', delivery);
    const list = await bench([]);
    expect(list.code).toBe(exitCodes.failed);
    expect(list.out).toContain(name);
    expect((await bench(['show', name])).out).toMatch(/restorable +yes/);
    expect((await bench(['try', name])).code).toBe(exitCodes.failed);
    expect((await bench(['supervision'])).out).toMatch(/^gate > runs > callback_delivery +/m);
    const done = await bench(['release', name, '--reason', 'mended', '--live']);
    expect(done).toMatchObject({ code: exitCodes.ok, err: '' });
    expect(isOut()).toBe(false);
  });

  it('is reached by its address alone, with its token', async () => {
    await start();
    await failUntilOutOfService(service, 'a', delivery);
    const env = { ORRERY_CONFIG: join(service.dir, 'none.json'), ORRERY_TOKEN: token };
    const end = await bench(['--url', service.app.baseUrl], env);
    expect(end.out).toContain(name);
  });

  it('is reached from the control plane by the name of the worker', async () => {
    await start({ config: () => ({}) });
    await failUntilOutOfService(service, 'a', delivery);
    expect(await bench([])).toMatchObject({ code: exitCodes.ok });
    expect((await bench(['--worker', 'default'])).out).toContain(name);
    const other = await bench(['--worker', 'defualt']);
    expect(other).toMatchObject({ code: exitCodes.usage, out: '' });
    expect(other.err).toContain('the configuration names default');
    const both = await bench(['--worker', 'default', '--url', service.app.baseUrl]);
    expect(both).toMatchObject({ code: exitCodes.usage, out: '' });
    const act = ['release', name, '--worker', 'default', '--reason', 'mended', '--live'];
    expect((await bench(act)).code).toBe(exitCodes.ok);
    expect(isOut()).toBe(false);
  });

  it('is named by the doctor of the machine while something waits there', async () => {
    await start();
    await failUntilOutOfService(service, 'a', delivery);
    const env = { ORRERY_CONFIG: join(service.dir, 'config.json') };
    const end = await runCli(['doctor', '--json'], { cwd: service.dir, env });
    const { findings } = end.json() as unknown as { findings: { name: string; status: string }[] };
    expect(findings.find((finding) => finding.name === 'actors')).toMatchObject({
      status: 'problem',
    });
  });
});
