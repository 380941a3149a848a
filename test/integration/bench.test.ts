/** The bench over HTTP on a running service: actors fail for real, are looked at, tried and mended. */
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createLiveClient } from '../../src/http/live/client.ts';
import { liveFeedPath } from '../../src/http/live/protocol.ts';
import {
  benchActorReply,
  benchActorsReply,
  benchReply,
  mendReply,
  tryReply,
} from '../../src/http/wire/bench.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { supervisionReplySchema } from '../../src/worker-wire/wire-supervision.ts';
import { callBench } from '../support/bench-api.ts';
import {
  entryOf,
  failUntilOutOfService,
  poison,
  remedy,
  replaceStoredState,
} from '../support/bench-trouble.ts';
import { startService, type TestService, token, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
const v1 = '/control/api/v1';
const item = 'actors/queue_item/a';
let service: TestService;
afterEach(() => service.remove());

const { create, get, post, eventsOf, checkOf, order, statusesOf } = callBench(() => service);
const start = async (): Promise<void> => {
  service = await startService();
  await create('a');
};

describe('the bench', () => {
  it('is empty while all is well, and says that every actor was restored', async () => {
    await start();
    const bench = await until(async () => {
      const seen = benchReply.parse(await get('bench'));
      return seen.restore_check.state === 'done' && seen;
    }, 'the check is done');
    expect(bench).toMatchObject({
      totals: { out_of_service: 0, dead_letters: 0 },
      actors: [],
      dead_letters: [],
    });
    expect(bench.summary).toBe('Every actor is in service and no message was lost.');
    expect(await checkOf('actors_restored')).toMatchObject({ status: 'ok' });
  });

  it('answers with an error and never with an empty list when the store cannot be read', async () => {
    await start();
    const { bench } = service.app.control!.context;
    const broken = { ...bench, deadLetters: () => Promise.reject(new Error('disk I/O error')) };
    Object.assign(service.app.control!.context, { bench: broken });
    for (const path of ['bench', 'bench/dead-letters', 'bench/dead-letters/1']) {
      const reply = await service.api.get(`${v1}/${path}`);
      expect([reply.status, reply.body['code']], path).toEqual([500, 'internal']);
    }
  });

  it('knows nothing of what is in service or not there', async () => {
    await start();
    for (const path of ['actors/queue_item/a', 'actors/moon/x', 'dead-letters/1']) {
      const reply = await service.api.get(`${v1}/bench/${path}`);
      expect([reply.status, reply.body['code']], path).toEqual([404, 'bench_entry_not_found']);
    }
    for (const path of [`${item}/release`, 'dead-letters/1/retry', 'dead-letters/1/discard']) {
      const reply = await post(path, order('0'.repeat(64)));
      expect([reply.status, reply.body['code']], path).toEqual([404, 'bench_entry_not_found']);
    }
    expect((await post('actors/queue_item/x/try', { event: poison })).status).toBe(404);
    expect((await service.api.get(`${v1}/bench/actors?cursor=x`)).status).toBe(422);
  });
});

describe('an actor that keeps failing', () => {
  it('is listed with event and reason, would fail again, and is back after its release', async () => {
    await start();
    await failUntilOutOfService(service, 'a');
    const { rows } = benchActorsReply.parse(await get('bench/actors'));
    expect(rows).toMatchObject([
      { kind: 'queue_item', id: 'a', status: 'queued', event_type: 'EDIT', event: poison },
    ]);
    expect(rows[0]!.reason).toContain('it failed too often');
    expect(await checkOf('actors_in_service')).toMatchObject({
      status: 'failing',
      since: rows[0]!.since,
      action: expect.stringContaining('orrery bench show queue_item/a') as string,
    });
    const seen = benchActorReply.parse(await get(`bench/${item}`));
    expect(seen).toMatchObject({ restorable: true, trial: { result: 'failed' } });

    const plan = mendReply.parse((await post(`${item}/release`)).body);
    expect(plan).toMatchObject({ dry_run: true, possible: true, mark: rows[0]!.mark });
    expect(plan.message).toContain('would fail at EDIT again');
    expect((await post(`${item}/release`, { dry_run: false })).body['errors']).toMatchObject([
      { path: 'mark' },
      { path: 'reason' },
    ]);
    const done = mendReply.parse((await post(`${item}/release`, order(plan.mark))).body);
    expect(done).toMatchObject({ dry_run: false, message: 'queue_item/a is back in service.' });
    expect(await eventsOf('actor.released')).toMatchObject([
      {
        event_id: done.event_id,
        actor: 'ann',
        entity_id: 'a',
        summary: 'put back into service by ann: the disk is mended',
      },
    ]);
    expect((await service.api.post(`${v1}/queue/a/pause`, {})).status).toBe(200);
    expect((await post(`${item}/release`, order(plan.mark))).status).toBe(404);
  });

  it('is told on the live feed, from its failure to its release, under its actor', async () => {
    await start();
    const types: string[] = [];
    const client = createLiveClient({
      url: `${service.app.baseUrl.replace('http', 'ws')}${liveFeedPath}`,
      token,
      topics: ['events/queue_item/a'],
      since: 0,
      WebSocket,
      clock: systemClock,
      random: () => 0,
      onFrame: (frame) => types.push(frame.type === 'event' ? frame.data.event_type : frame.type),
      onGap: (gap) => types.push(`gap ${gap.reason}`),
    });
    try {
      await failUntilOutOfService(service, 'a');
      const { mark } = await entryOf(service, item);
      await post(`${item}/release`, order(mark));
      await until(async () => types.includes('actor.released'), 'the release is told');
      expect(types[0]).toBe('queue_item.enqueued');
      expect(new Set(types.slice(1, -1))).toEqual(
        new Set(['actor.dead_lettered', 'actor.quarantined']),
      );
      expect(types.at(-1)).toBe('actor.released');
    } finally {
      client.close();
    }
  });

  it('is released once under one key, also when it is asked for again', async () => {
    await start();
    await failUntilOutOfService(service, 'a');
    const { mark } = await entryOf(service, item);
    const body = { ...order(mark), idempotency_key: 'release-a' };
    const [first, second] = await Promise.all([
      post(`${item}/release`, body),
      post(`${item}/release`, body),
    ]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await eventsOf('actor.released')).toHaveLength(1);
  });

  it('is released by one of two who ask at once, each on what was shown', async () => {
    await start();
    await failUntilOutOfService(service, 'a');
    const { mark } = await entryOf(service, item);
    const both = await Promise.all([
      post(`${item}/release`, order(mark)),
      post(`${item}/release`, order(mark)),
    ]);
    expect(statusesOf(both)).toEqual([200, 404]);
    expect(await eventsOf('actor.released')).toHaveLength(1);
  });

  it('is not released as it was shown when it has failed anew since', async () => {
    await start();
    await failUntilOutOfService(service, 'a');
    const { mark } = await entryOf(service, item);
    await post(`${item}/release`, order(mark));
    await failUntilOutOfService(service, 'a');
    const reply = await post(`${item}/release`, order(mark));
    expect([reply.status, reply.body['code']]).toEqual([409, 'bench_entry_changed']);
    expect(service.app.control!.host.stats().quarantined).toEqual(['queue_item/a']);
  });

  it('lists many in pages that end, each exactly once', async () => {
    await start();
    for (const id of ['b', 'c']) await create(id);
    for (const id of ['c', 'a', 'b']) await failUntilOutOfService(service, id);
    const first = benchActorsReply.parse(await get('bench/actors?page_size=2'));
    expect(first.rows.map(({ id }) => id)).toEqual(['a', 'b']);
    const cursor = String(first.page.next_cursor);
    const rest = benchActorsReply.parse(await get(`bench/actors?page_size=2&cursor=${cursor}`));
    expect(rest.rows.map(({ id }) => id)).toEqual(['c']);
    expect(rest.page.next_cursor).toBeNull();
    expect((await service.api.get(`${v1}/bench/dead-letters?cursor=${cursor}`)).status).toBe(422);
  });
});

describe('an actor whose stored state is damaged', () => {
  it('is found by the check after the start, and serves again when it is mended and released', async () => {
    await start();
    await service.stop();
    const good = replaceStoredState(
      service.dir,
      { kind: 'queue_item', id: 'a' },
      '{"status":"queued"}',
    );
    const { dir, port } = service;
    service = await startService({ dir, port });
    const entry = await until(async () => {
      const { rows } = benchActorsReply.parse(await get('bench/actors'));
      return rows[0];
    }, 'it is out of service');
    expect(entry).toMatchObject({ id: 'a', status: 'queued', event: null });
    const health = (await service.api.get('/control/health')).body['actors'] as Row;
    expect(health).toMatchObject({ quarantined: ['queue_item/a'], restore_check: { failed: 1 } });
    expect(await checkOf('actors_restored')).toMatchObject({ status: 'failing' });
    const seen = benchActorReply.parse(await get(`bench/${item}`));
    expect(seen).toMatchObject({ restorable: false, trial: null });
    const without = await post(`${item}/try`);
    expect([without.status, without.body['code']]).toEqual([422, 'invalid_request']);
    const trial = tryReply.parse((await post(`${item}/try`, { event: remedy })).body);
    expect(trial.trial.result).toBe('failed');

    replaceStoredState(dir, { kind: 'queue_item', id: 'a' }, good);
    const plan = mendReply.parse((await post(`${item}/release`)).body);
    expect(plan.message).toContain('Its state can be restored.');
    expect((await post(`${item}/release`, order(plan.mark))).status).toBe(200);
    expect(await checkOf('actors_restored')).toMatchObject({ status: 'ok' });
    expect((await service.api.post(`${v1}/queue/a/pause`, {})).status).toBe(200);
  });

  it('keeps its timers for the release, and the plan counts them', async () => {
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    await create('a');
    await service.api.post('/control/dispatch-one', { project_id: 'a', dry_run: false });
    await failUntilOutOfService(service, 'a');
    const plan = mendReply.parse((await post(`${item}/release`)).body);
    expect(plan.waiting).toMatchObject({ timers: 1, at_least: false });
  });
});

describe('the supervision tree', () => {
  it('has every kind of both hosts once, with failures and who is out of service', async () => {
    await start();
    await failUntilOutOfService(service, 'a');
    const { hosts } = supervisionReplySchema.parse(await get('supervision'));
    expect(hosts.map(({ host }) => host)).toEqual(['control', 'gate']);
    const kinds = hosts[0]!.groups.flatMap((group) => group.kinds);
    expect(kinds.map(({ name }) => name).toSorted()).toEqual(
      // A run is part of its queue item: it fails with it.
      service.app.control!.kinds.filter((kind) => kind !== 'run').toSorted(),
    );
    const own = kinds.find(({ name }) => name === 'queue_item');
    expect(own).toMatchObject({ out_of_service: 1, strategy: 'isolate' });
    expect(own!.failures).toBeGreaterThan(0);
    expect(hosts[0]!.actors).toEqual([]);
    expect(hosts[1]!.actors).toEqual([
      {
        kind: 'sampler',
        id: 'machine',
        status: expect.stringMatching(/^loop\.running\.\w+ sensor\.\w+$/) as string,
        inner: [],
        waiting: 0,
        restarts: 0,
        last_failure: null,
      },
    ]);
  });
});
