/**
 * Telling people, on a running service over real HTTP and SMTP, with services as strict as the real ones:
 * every channel delivers, what fails is sent again under the same id, what is refused is said to be.
 * Long because every channel is seen well and in trouble.
 */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { testStations } from '../../src/control/alerts/test-alert-way.ts';
import { limits } from '../../src/domain/limits.ts';
import { type NotificationMessage, notificationIdOf } from '../../src/domain/notification.ts';
import { runCli } from '../support/cli.ts';
import {
  type NotifyService,
  startAlertmanagerDouble,
  startGotify,
  startNtfy,
  startPushover,
  startWebhook,
} from '../support/notify-services.ts';
import { createScaledClock } from '../support/scaled-clock.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { closedPortUrl, sendJson, startHttpServer } from '../support/worker-server.ts';

type Row = Readonly<Record<string, unknown>>;
const secret = 'secret-of-the-webhook-x1';
const mail = { notify_smtp_from: 'orrery@example.org', notify_smtp_to: ['ann@example.org'] };

const firing: NotificationMessage = {
  incident_id: 'i-1',
  news: 'firing',
  severity: 'warn',
  alert_kind: 'dispatch_errors',
  title: 'Dispatches fail',
  text: 'Three in a row.',
  since: null,
  said_at: '2026-01-01T00:00:00.000Z',
  members: [],
};
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
async function kept<Server extends { close(): Promise<void> }>(
  starting: Promise<Server>,
): Promise<Server> {
  const server = await starting;
  closers.push(() => server.close());
  return server;
}

/** Fast, but not so fast that a busy machine lets a call run out of its time. */
const clock = (factor = 10) => createScaledClock({ originMs: Date.now(), factor });

async function start(config: Row, more: Partial<Parameters<typeof startService>[0]> = {}) {
  const service = await startService({
    clock: clock(),
    config: () => ({ notify_timeout_sec: 120, ...config }),
    ...more,
  });
  closers.push(() => service.remove());
  return service;
}
const test = async (service: TestService, body: Row = {}): Promise<Row> => {
  const reply = await service.api.post('/control/api/v1/alerts/test', body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
const resultsOf = (body: Row): readonly Row[] => body['results'] as Row[];
const listed = async (service: TestService, query = ''): Promise<readonly Row[]> => {
  const { status, body } = await service.api.get(`/control/api/v1/notifications${query}`);
  expect(status).toBe(200);
  return body['rows'] as Row[];
};
const checkOf = async (service: TestService, name: string): Promise<Row> => {
  const { body } = await service.api.get('/control/api/v1/automation-readiness');
  return (body['checks'] as Row[]).find((check) => check['name'] === name)!;
};
/** A service with a webhook alone, which its receiver checks. */
async function withWebhook(config: Row = {}, own = clock()) {
  const webhook = await kept(startWebhook(secret, () => own.now()));
  const service = await start(
    {
      notify_webhook_url: `${webhook.url}/orrery`,
      notify_webhook_secret: secret,
      ...config,
    },
    { clock: own },
  );
  return { webhook, service, own };
}
const idsOf = ({ requests }: NotifyService) =>
  requests.map(({ headers }) => headers['idempotency-key']);

describe('a test of the channels', () => {
  it('goes over every one of them and brings the receipt of each', async () => {
    const own = clock();
    const [pushover, ntfy, gotify, webhook, alertmanager, smtp] = await Promise.all([
      kept(startPushover('app-token-1', 'user-key-1')),
      kept(startNtfy('nights', 'tk_secret')),
      kept(startGotify('gotify-token-1')),
      kept(startWebhook(secret, () => own.now())),
      kept(startAlertmanagerDouble()),
      kept(startSmtpSink({ user: 'orrery', password: 'mail-password-1' })),
    ]);
    const service = await start(
      {
        push_alerts_enabled: true,
        push_app_token: 'app-token-1',
        push_user_key: 'user-key-1',
        push_api_url: `${pushover.url}/1/messages.json`,
        notify_ntfy_url: `${ntfy.url}/nights`,
        notify_ntfy_token: 'tk_secret',
        notify_gotify_url: gotify.url,
        notify_gotify_token: 'gotify-token-1',
        notify_webhook_url: `${webhook.url}/orrery`,
        notify_webhook_secret: secret,
        notify_alertmanager_url: alertmanager.url,
        notify_smtp_url: smtp.url,
        notify_smtp_user: 'orrery',
        notify_smtp_password: 'mail-password-1',
        ...mail,
      },
      { clock: own },
    );
    expect(await checkOf(service, 'alert_channels')).toMatchObject({
      status: 'unknown',
      detail: 'channel pushover has not delivered anything yet',
    });
    const body = await test(service, { requested_by: 'ann' });
    expect(resultsOf(body).map(({ channel, receipt, error }) => [channel, receipt, error])).toEqual(
      [
        ['pushover', 'push-1', null],
        ['ntfy', 'ntfy-1', null],
        ['gotify', '1', null],
        ['webhook', 'hook-1', null],
        ['smtp', '250 2.0.0 Ok: queued as sink-1', null],
        ['alertmanager', 'HTTP 200', null],
      ],
    );
    expect(body).toMatchObject({ delivered: true, summary: null });
    for (const { faults, taken } of [pushover, ntfy, gotify, webhook, alertmanager]) {
      expect(faults).toEqual([]);
      expect(taken).toHaveLength(1);
    }
    expect(smtp.faults).toEqual([]);
    expect(smtp.mails).toMatchObject([
      {
        from: 'orrery@example.org',
        to: ['ann@example.org'],
        headers: { subject: 'Test: Orrery can reach you', 'auto-submitted': 'auto-generated' },
        body: expect.stringContaining('ann asked for this test'),
      },
    ]);
    expect(await checkOf(service, 'alert_channels')).toMatchObject({ status: 'ok' });
    expect(await listed(service, '?status=delivered')).toHaveLength(6);
    expect(await listed(service, '?channel=ntfy')).toMatchObject([
      { channel: 'ntfy', status: 'delivered', receipt: 'ntfy-1', news: 'test', attempts: 1 },
    ]);
    const id = String(resultsOf(body)[1]?.['notification_id']);
    const one = await service.api.get(`/control/api/v1/notifications/${id}`);
    expect(one.body).toMatchObject({
      notification: { notification_id: id, title: 'Orrery can reach you' },
      message: { news: 'test', text: expect.stringContaining('Nothing is wrong') },
    });
    const none = await service.api.get('/control/api/v1/notifications/none');
    expect([none.status, none.body['code']]).toEqual([404, 'notification_not_found']);
  });

  it('says that there is no channel, and which there is not', async () => {
    const service = await start({});
    expect(await test(service)).toMatchObject({
      delivered: false,
      results: [],
      summary: expect.stringContaining('no channel is configured: nobody is told'),
    });
    const { status, body } = await service.api.post('/control/api/v1/alerts/test', {
      channel: 'ntfy',
    });
    expect([status, body['errors']]).toEqual([
      422,
      [{ path: 'channel', message: 'is not a configured channel; configured: none' }],
    ]);
    expect(await checkOf(service, 'alert_channels')).toMatchObject({ status: 'ok' });
  });

  it('goes the whole way from a rule, says when each station was reached, and that it is over', async () => {
    const { webhook, service } = await withWebhook({ queue_alert_check_interval_sec: 15 });
    const body = await test(service, { rule: true, requested_by: 'ann' });
    expect(body).toMatchObject({ delivered: true, summary: null });
    const stations = body['stations'] as Row[];
    expect(stations.map(({ station }) => station)).toEqual([...testStations]);
    const after = stations.map(({ after_seconds: seconds }) => Number(seconds));
    expect(after).toEqual(after.toSorted((one, other) => one - other));
    expect(after[4]! - after[3]!).toBeGreaterThan(limits.incidentWaitMs / 1000 - 1);
    await until(
      async () => (await listed(service, '?status=delivered')).length === 2,
      'it is told that the test is over',
    );
    const said = (await listed(service)).map(
      ({ news, title }) => `${String(news)}: ${String(title)}`,
    );
    expect(new Set(said)).toEqual(
      new Set(['firing: A test: nothing is wrong', 'resolved: Over: A test: nothing is wrong']),
    );
    expect(said).toHaveLength(2);
    expect(webhook.faults).toEqual([]);
    const one = await service.api.post('/control/api/v1/alerts/test', {
      rule: true,
      channel: 'webhook',
    });
    expect([one.status, one.body['errors']]).toMatchObject([422, [{ path: 'channel' }]]);
  });

  it('is a command that prints the receipts, and ends with 1 where one is missing', async () => {
    const { webhook, service } = await withWebhook();
    const run = (...argv: string[]) =>
      runCli(argv, {
        cwd: service.dir,
        env: { ORRERY_CONFIG: join(service.dir, 'config.json') },
      });
    const well = await run('alerts', 'test', '--channel', 'webhook');
    expect([well.code, well.out]).toEqual([exitCodes.ok, 'webhook: delivered (hook-1)']);
    webhook.next.push(403);
    const ill = await run('alerts', 'test');
    expect(ill.code).toBe(exitCodes.failed);
    expect(ill.out).toContain('webhook: not delivered (undeliverable): webhook answered 403');
    expect(ill.out).toContain('check notify_webhook_url');
    const list = await run('alerts', 'sent', '--status', 'delivered', '--json');
    expect(list.json()['rows']).toHaveLength(1);
  });
});

describe('a message that does not arrive at once', () => {
  it('is sent again after a 500, under the same id, and delivered once', async () => {
    const { webhook, service } = await withWebhook();
    webhook.next.push(500);
    const body = await test(service);
    expect(resultsOf(body)).toMatchObject([
      { status: 'delivered', receipt: 'hook-1', attempts: 2 },
    ]);
    const ids = idsOf(webhook);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(webhook.taken).toHaveLength(1);
    expect(await listed(service)).toMatchObject([
      { status: 'delivered', last_error: 'webhook answered 500: {"error":"told to answer 500"}' },
    ]);
  });

  it('is sent again when no answer came in time, which is never taken for a yes', async () => {
    // What is waited for in all is three times what the first attempt takes in vain.
    const { webhook, service } = await withWebhook({ notify_timeout_sec: 15 }, clock(5));
    webhook.next.push('silent');
    const body = await test(service);
    expect(resultsOf(body)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    expect(await listed(service)).toMatchObject([
      { last_error: expect.stringContaining('it may have arrived all the same') },
    ]);
    const ids = idsOf(webhook);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('is undeliverable after a 400, with the reason, and readiness says so until one arrives', async () => {
    const { webhook, service } = await withWebhook();
    webhook.next.push(400);
    const body = await test(service);
    expect(resultsOf(body)).toMatchObject([
      {
        status: 'undeliverable',
        attempts: 1,
        error: 'webhook answered 400: {"error":"told to answer 400"}',
        action: expect.stringContaining('check notify_webhook_url'),
      },
    ]);
    expect(await checkOf(service, 'alert_channels')).toMatchObject({
      status: 'failing',
      detail: expect.stringContaining('channel webhook does not deliver: webhook answered 400'),
      action: expect.stringContaining('orrery alerts test --channel webhook'),
    });
    await test(service);
    expect(await checkOf(service, 'alert_channels')).toMatchObject({ status: 'ok' });
  });

  it('is given up by a test after a few attempts when nothing listens', async () => {
    const service = await start({
      notify_webhook_url: await closedPortUrl(),
      notify_webhook_secret: secret,
    });
    const body = await test(service);
    expect(resultsOf(body)).toMatchObject([
      { status: 'undeliverable', attempts: 3, error: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  it('goes on after a restart of the service, from where it waited', async () => {
    const { webhook, service, own } = await withWebhook();
    webhook.next.push(...Array.from({ length: 50 }, () => 503));
    const id = notificationIdOf('i-1', 1, 'webhook');
    const event = { type: 'SEND', channel: 'webhook', message: firing, answer_to: null } as const;
    const asked = await service.app.control!.context.actors.ask(
      { kind: 'notification', id },
      event,
    );
    expect(asked.ok).toBe(true);
    await until(
      async () => (await listed(service))[0]?.['status'] === 'waiting',
      'the first attempt has failed',
    );
    const { dir, port } = service;
    await service.stop();
    webhook.next.length = 0;
    const again = await start(
      { notify_webhook_url: `${webhook.url}/orrery`, notify_webhook_secret: secret },
      { dir, port, clock: own },
    );
    const [row] = await until(async () => {
      const rows = await listed(again);
      return rows[0]?.['status'] === 'delivered' && rows;
    }, 'it is delivered');
    expect(row).toMatchObject({ notification_id: id, receipt: 'hook-1', incident_id: 'i-1' });
    expect(new Set(idsOf(webhook))).toEqual(new Set([id]));
    expect(webhook.taken).toHaveLength(1);
  });
});

describe('e-mail', () => {
  it('is tried again after a 451, refused with a 550, and unknown when the server hangs up', async () => {
    const smtp = await kept(startSmtpSink());
    const service = await start({ notify_smtp_url: smtp.url, ...mail });
    smtp.next.push('451 4.3.0 try again later', 'hang up');
    expect(resultsOf(await test(service))).toMatchObject([{ status: 'delivered', attempts: 3 }]);
    expect(smtp.mails).toHaveLength(1);
    smtp.next.push('554 5.7.1 spam');
    expect(resultsOf(await test(service))).toMatchObject([
      { status: 'undeliverable', error: 'the mail server answered 554: 554 5.7.1 spam' },
    ]);
    expect(smtp.faults).toEqual([]);
  });

  it('is refused with a wrong password, which is in no reply and no log', async () => {
    const smtp = await kept(startSmtpSink({ user: 'orrery', password: 'right-password-77' }));
    const service = await start({
      notify_smtp_url: smtp.url,
      notify_smtp_user: 'orrery',
      notify_smtp_password: 'wrong-password-77',
      ...mail,
    });
    const body = await test(service);
    expect(resultsOf(body)).toMatchObject([
      { status: 'undeliverable', error: expect.stringContaining('535') },
    ]);
    const said = JSON.stringify([body, service.log, await listed(service)]);
    expect(said).not.toContain('wrong-password-77');
    expect(said).not.toContain(Buffer.from('\0orrery\0wrong-password-77').toString('base64'));
  });
});

describe('the heartbeat', () => {
  const startMonitor = async () => {
    const world = { status: 200 };
    const server = await kept(
      startHttpServer((_, response) => sendJson(response, world.status, { ok: true })),
    );
    return { ...server, world };
  };

  it('calls the monitor time and again, and readiness knows whether it is answered', async () => {
    const { url, requests, world } = await startMonitor();
    const service = await start({
      heartbeat_url: `${url}/ping/4f1c`,
      heartbeat_interval_sec: 5,
      heartbeat_timeout_sec: 120,
    });
    await until(async () => requests.length >= 3, 'three calls');
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/ping/4f1c', body: '' });
    expect(await checkOf(service, 'heartbeat')).toMatchObject({ status: 'ok' });
    world.status = 500;
    await until(
      async () => (await checkOf(service, 'heartbeat'))['status'] === 'failing',
      'the missed call is known',
    );
    expect(await checkOf(service, 'heartbeat')).toMatchObject({
      detail: expect.stringContaining('it was answered with 500'),
    });
    world.status = 200;
    await until(
      async () => (await checkOf(service, 'heartbeat'))['status'] === 'ok',
      'it is answered again',
    );
    const { body } = await service.api.get('/control/api/v1/events?event_type=heartbeat.recovered');
    expect(body['rows']).toHaveLength(1);
  });

  it('goes on with a restart, and ends when no address is configured any more', async () => {
    const { url, requests } = await startMonitor();
    const config = { heartbeat_url: url, heartbeat_method: 'POST', heartbeat_interval_sec: 3600 };
    const first = await start(config);
    await until(async () => requests.length === 1, 'the first call');
    const { dir, port } = first;
    await first.stop();
    const second = await start(config, { dir, port });
    await until(async () => requests.length > 1, 'a call at the new start');
    expect(requests[1]).toMatchObject({ method: 'POST' });
    await second.stop();
    const third = await start({}, { dir, port });
    expect(await checkOf(third, 'heartbeat')).toMatchObject({
      status: 'ok',
      detail: 'heartbeat_url is not set: nobody is told when this service dies',
    });
    const { body } = await third.api.get('/control/api/v1/events?event_type=heartbeat.stopped');
    expect(body['rows']).toHaveLength(1);
  });
});
