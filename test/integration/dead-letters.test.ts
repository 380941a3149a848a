/** Dead letters over HTTP on a running service: shown, tried, sent again, replaced, discarded. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  deadLetterReply,
  deadLettersReply,
  mendReply,
  tryReply,
} from '../../src/http/wire/bench.ts';
import { callBench } from '../support/bench-api.ts';
import {
  entryOf,
  failUntilOutOfService,
  loseMessage,
  poison,
  remedy,
} from '../support/bench-trouble.ts';
import { startService, type TestService, token } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
const item = 'actors/queue_item/a';
let service: TestService;
afterEach(() => service.remove());

const { create, get, post, eventsOf, checkOf, order, statusesOf } = callBench(() => service);
const start = async (): Promise<void> => {
  service = await startService();
  await create('a');
};

describe('a dead letter', () => {
  it('is shown with what sent it, and tried with its event or another without a change', async () => {
    await start();
    const sequence = await loseMessage(service, 'a');
    const { rows } = deadLettersReply.parse(await get('bench/dead-letters'));
    expect(rows).toMatchObject([
      { sequence, kind: 'queue_item', id: 'a', event: poison, source: 'ask', by: 'ann' },
    ]);
    deadLetterReply.parse(await get(`bench/dead-letters/${sequence}`));
    const head = await service.app.control!.context.reads.head();
    const as = tryReply.parse((await post(`dead-letters/${sequence}/try`)).body);
    expect(as).toMatchObject({ as_stored: true, trial: { result: 'failed' } });
    const other = (await post(`dead-letters/${sequence}/try`, { event: remedy })).body;
    expect(tryReply.parse(other)).toMatchObject({
      as_stored: false,
      trial: { result: 'accepted', from: 'queued', to: 'queued' },
    });
    const refused = (await post(`${item}/try`, { event: { type: 'RESUME' } })).body;
    expect(tryReply.parse(refused).trial).toMatchObject({
      result: 'refused',
      refusal: { code: 'transition_refused' },
    });
    expect(await service.app.control!.context.reads.head()).toBe(head);
  });

  it.each([
    [{ type: 'EDTI' }, 'did you mean EDIT?'],
    [{ type: 'xstate.init' }, 'keep for themselves'],
    [{ type: '*' }, 'keep for themselves'],
    [{ type: 'NOTHING_LIKE_IT' }, 'queue_item can be told'],
    [{}, 'is required'],
    [[], 'must be an object'],
  ])('takes no event that its machine does not know: %j', async (event, words) => {
    await start();
    const sequence = await loseMessage(service, 'a');
    for (const act of ['try', 'retry']) {
      const reply = await post(`dead-letters/${sequence}/${act}`, { event });
      expect([reply.status, reply.body['code']]).toEqual([422, 'invalid_request']);
      expect(JSON.stringify(reply.body)).toContain(words);
    }
  });

  it('is mended by another event in its place, once, with its reason in the log', async () => {
    await start();
    const sequence = await loseMessage(service, 'a');
    const path = `dead-letters/${sequence}/retry`;
    const plan = mendReply.parse((await post(path, { event: remedy })).body);
    expect(plan).toMatchObject({ dry_run: true, trial: { result: 'accepted' } });
    const body = { ...order(plan.mark), event: remedy, idempotency_key: 'retry-1' };
    const done = mendReply.parse((await post(path, body)).body);
    expect(done).toMatchObject({
      outcome: { accepted: true, status: 'queued' },
      message: 'queue_item/a accepted the event and is queued.',
    });
    expect((await post(path, body)).body).toEqual(done);
    const { queue_item } = await get('projects/a');
    expect(queue_item).toMatchObject({ selection_rank: 7 });
    const [noted] = await eventsOf('actor.dead_letter_retried');
    expect(noted).toMatchObject({ event_id: done.event_id, actor: 'ann' });
    expect(noted?.['summary']).toBe(
      `dead letter ${sequence} sent again as EDIT by ann: the disk is mended`,
    );
    expect(await checkOf('no_dead_letters')).toMatchObject({ status: 'ok' });
  });

  it('is sent again by one of two who ask at once', async () => {
    await start();
    const sequence = await loseMessage(service, 'a');
    const { mark } = await entryOf(service, `dead-letters/${sequence}`);
    const path = `dead-letters/${sequence}/retry`;
    const body = { ...order(mark), event: remedy };
    const both = await Promise.all([post(path, body), post(path, body)]);
    expect(statusesOf(both)).toEqual([200, 404]);
    expect(await eventsOf('actor.dead_letter_retried')).toHaveLength(1);
    expect(await eventsOf('queue_item.edited')).toHaveLength(1);
  });

  it('becomes another one when it fails again, which the answer names', async () => {
    await start();
    const sequence = await loseMessage(service, 'a');
    const { mark } = await entryOf(service, `dead-letters/${sequence}`);
    const reply = await post(`dead-letters/${sequence}/retry`, order(mark));
    expect([reply.status, reply.body['code']]).toEqual([409, 'mend_failed']);
    const [letter] = deadLettersReply.parse(await get('bench/dead-letters')).rows;
    expect(letter!.sequence).toBeGreaterThan(sequence);
    expect(reply.body).toMatchObject({ dead_letter: letter!.sequence });
  });

  it('waits while its actor is out of service', async () => {
    await start();
    await failUntilOutOfService(service, 'a');
    const [letter] = deadLettersReply.parse(await get('bench/dead-letters')).rows;
    expect(letter).toMatchObject({ actor_in_service: false });
    const path = `dead-letters/${letter!.sequence}/retry`;
    expect((await post(path)).body).toMatchObject({ possible: false });
    const reply = await post(path, { ...order(letter!.mark), event: remedy });
    expect([reply.status, reply.body['code']]).toEqual([409, 'mend_failed']);
    expect(reply.body['detail']).toContain('release it first');
    expect(await eventsOf('actor.dead_letter_retried')).toEqual([]);
  });

  it('is discarded as a plan first, then for good, and stays in the log', async () => {
    await start();
    const sequence = await loseMessage(service, 'a');
    const path = `dead-letters/${sequence}/discard`;
    const plan = mendReply.parse((await post(path)).body);
    expect(plan.message).toContain('never takes its EDIT');
    const wrong = await post(path, order('0'.repeat(64)));
    expect([wrong.status, wrong.body['code']]).toEqual([409, 'bench_entry_changed']);
    expect((await post(path, order(plan.mark))).status).toBe(200);
    expect(await eventsOf('actor.dead_letter_discarded')).toMatchObject([
      { payload: { letter: sequence, message: poison, reason: 'the disk is mended' } },
    ]);
    expect((await post(path, order(plan.mark))).status).toBe(404);
  });

  it('shows no secret of the configuration and no megabytes', async () => {
    await start();
    const { host } = service.app.control!;
    const event = { ...poison, note: `Bearer ${token}`, prompt: 'x'.repeat(100_000) };
    await host.ask({ kind: 'queue_item', id: 'a' }, event, { by: 'ann' });
    const list = JSON.stringify(await get('bench/dead-letters'));
    expect(list).not.toContain(token);
    expect(list.length).toBeLessThan(10_000);
    const [row] = deadLettersReply.parse(JSON.parse(list)).rows;
    expect(row).toMatchObject({ event_truncated: true, event: { note: 'Bearer [redacted]' } });
    const whole = await entryOf(service, `dead-letters/${row!.sequence}`);
    expect((whole['event'] as Row)['prompt']).toHaveLength(100_000);
  });
});
