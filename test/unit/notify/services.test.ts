/** Each service over HTTP: the bytes that are sent, and what every kind of reply means. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAlertmanager } from '../../../src/notify/alertmanager.ts';
import type { HttpService } from '../../../src/notify/channel.ts';
import { createGotify } from '../../../src/notify/gotify.ts';
import { createNtfy } from '../../../src/notify/ntfy.ts';
import { createPushover } from '../../../src/notify/pushover.ts';
import { createWebhook } from '../../../src/notify/webhook.ts';
import { judged, messageOf, outgoing, reply, saidAt } from './support.ts';

const nowMs = Date.parse('2026-01-01T08:00:05.900Z');
const pushover = createPushover({
  url: 'https://api.example.org/1/messages.json',
  token: 'app-token',
  user: 'user-key',
});
const ntfy = createNtfy({ url: 'https://ntfy.example.org/sub/orrery-nights', token: 'tk_1' });
const gotify = createGotify({ url: 'https://gotify.example.org/base/', token: 'A.b-c' });
const webhook = createWebhook({ url: 'https://hook.example.org/in?x=1', secret: 'webhook-key' });
const alertmanager = createAlertmanager({ url: 'http://am.example.org:9093/' });
const services = [
  { service: pushover, taken: { status: 1, request: '647d-4b38' }, receipt: '647d-4b38' },
  { service: ntfy, taken: { id: 'sPs71M8A2T', event: 'message' }, receipt: 'sPs71M8A2T' },
  { service: gotify, taken: { id: 25, appid: 5 }, receipt: '25' },
  { service: webhook, taken: { receipt: 'r-9' }, receipt: 'r-9' },
  { service: alertmanager, taken: '', receipt: 'HTTP 200' },
].map((row) => ({ ...row, name: row.service.name }));
const jsonOf = (service: HttpService, change = {}): unknown =>
  JSON.parse(service.toRequest(outgoing(change), nowMs).body);

describe.each(services)('$name', ({ service, taken, receipt }) => {
  it.each([400, 401, 403, 404, 409, 413, 422])('refuses for good with %i', (status) => {
    expect(judged(service, reply(status, { error: 'no\nsuch  topic' }))).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(
        new RegExp(`^${service.name} answered ${status}: .*no\\\\nsuch +topic`),
      ),
    });
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('is tried again after %i', (status) => {
    expect(judged(service, reply(status, 'busy'))).toEqual({
      kind: 'retry',
      reason: `${service.name} answered ${status}: busy`,
      retryAfterMs: null,
    });
  });

  it('waits as long as it is asked to, within bounds', () => {
    const pauseOf = (text: string) =>
      judged(service, reply(429, '', { 'retry-after': text })) as { retryAfterMs: number | null };
    expect(pauseOf('30').retryAfterMs).toBe(30_000);
    expect(pauseOf('999999').retryAfterMs).toBe(600_000);
    expect(pauseOf('Wed, 21 Oct 2026 07:28:00 GMT').retryAfterMs).toBeNull();
  });

  it('does not follow a redirect, and says which field to correct', () => {
    expect(judged(service, reply(302))).toEqual({
      kind: 'refused',
      reason: expect.stringContaining(`redirects are not followed, correct ${service.field}`),
    });
  });

  it('takes no login page for the service', () => {
    const page = reply(200, '<title>Log in</title>', {
      'content-type': 'text/html; charset=utf-8',
    });
    expect(judged(service, page)).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('a web page answered 200'),
    });
  });

  it('gives its own receipt', () => {
    expect(judged(service, reply(200, taken))).toEqual({ kind: 'delivered', receipt });
  });

  it('cuts what a hostile service says', () => {
    const { reason } = judged(service, reply(400, 'x'.repeat(60_000))) as { reason: string };
    expect(reason.length).toBeLessThan(300);
  });

  it('sends a message of any length, and one without a text', () => {
    const long = { title: 'T'.repeat(5000), text: 'x'.repeat(100_000) };
    expect(service.toRequest(outgoing(long), nowMs).body.length).toBeLessThan(110_000);
    expect(service.toRequest(outgoing({ title: '', text: '' }), nowMs).body).not.toBe('');
  });
});

describe('a 2xx reply without what the service always gives', () => {
  it.each([pushover, ntfy, gotify])('of $name is no receipt', (service) => {
    for (const body of ['', '{}', '[]', 'OK', '{"id":""}', '{"request":"r"}']) {
      expect(judged(service, reply(200, body)), body).toMatchObject({ kind: 'retry' });
    }
  });

  it('of Pushover with another status than 1 is a refusal, with its words', () => {
    const invalid = { status: 0, errors: ['user identifier is invalid'], request: 'r' };
    expect(judged(pushover, reply(200, invalid))).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('user identifier is invalid'),
    });
  });

  it('of a webhook is its status', () => {
    expect(judged(webhook, reply(204))).toEqual({ kind: 'delivered', receipt: 'HTTP 204' });
    expect(judged(webhook, reply(200, { id: 7 }))).toEqual({ kind: 'delivered', receipt: '7' });
  });
});

describe('what is sent', () => {
  it('to Pushover is a form with token, user, title, message and priority', () => {
    const { url, headers, body } = pushover.toRequest(outgoing(), nowMs);
    expect([url, headers]).toEqual([
      'https://api.example.org/1/messages.json',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      token: 'app-token',
      user: 'user-key',
      title: messageOf().title,
      message: messageOf().text,
      priority: '1',
    });
  });

  it.each([
    ['firing', 'critical', '1'],
    ['firing', 'warn', '0'],
    ['firing', 'info', '-1'],
    ['resolved', 'critical', '0'],
    ['test', 'info', '0'],
  ] as const)('to Pushover of %s, %s has priority %s', (news, severity, priority) => {
    const { body } = pushover.toRequest(outgoing({ news, severity }), nowMs);
    expect(new URLSearchParams(body).get('priority')).toBe(priority);
  });

  it('to ntfy names the topic in JSON to the server, with the token', () => {
    const { url, headers } = ntfy.toRequest(outgoing(), nowMs);
    expect([url, headers['authorization']]).toEqual([
      'https://ntfy.example.org/sub',
      'Bearer tk_1',
    ]);
    expect(jsonOf(ntfy)).toEqual({
      topic: 'orrery-nights',
      title: messageOf().title,
      message: messageOf().text,
      priority: 5,
      tags: ['firing', 'critical', 'worker_unreachable'],
    });
    const open = createNtfy({ url: 'https://ntfy.example.org/open', token: null });
    const request = open.toRequest(outgoing(), nowMs);
    expect([request.url, 'authorization' in request.headers]).toEqual([
      'https://ntfy.example.org/',
      false,
    ]);
  });

  it('to Gotify goes to /message with the key of the application', () => {
    const { url, headers } = gotify.toRequest(outgoing({ news: 'resolved' }), nowMs);
    expect([url, headers['x-gotify-key']]).toEqual([
      'https://gotify.example.org/base/message',
      'A.b-c',
    ]);
    expect(jsonOf(gotify, { news: 'resolved' })).toEqual({
      title: `Resolved: ${messageOf().title}`,
      message: messageOf().text,
      priority: 5,
    });
  });

  it('to a webhook is signed over timestamp and body, and has the id of the notification', () => {
    const { url, headers, body } = webhook.toRequest(outgoing(), nowMs);
    const signed = createHmac('sha256', 'webhook-key').update(`1767254405.${body}`).digest('hex');
    expect(url).toBe('https://hook.example.org/in?x=1');
    expect(headers).toEqual({
      'content-type': 'application/json',
      'idempotency-key': 'worker:gpu-1.3.1.webhook',
      'x-orrery-timestamp': '1767254405',
      'x-orrery-signature': `sha256=${signed}`,
    });
    expect(JSON.parse(body)).toEqual({
      notification_id: 'worker:gpu-1.3.1.webhook',
      ...messageOf(),
    });
  });

  it('to a webhook is the same body and id in every attempt', () => {
    const [first, second] = [0, 60_000].map((later) =>
      webhook.toRequest(outgoing(), nowMs + later),
    );
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.headers['x-orrery-signature']).not.toBe(first?.headers['x-orrery-signature']);
  });

  it('to a webhook has a header that HTTP can carry, whatever the id is', () => {
    const { headers } = webhook.toRequest({ id: 'Ω\r\nx: y', message: messageOf() }, nowMs);
    expect(headers['idempotency-key']).toMatch(/^[\x21-\x7e]+$/);
  });

  it('to an Alertmanager stands until it is ended, under the same labels', () => {
    const [firing] = jsonOf(alertmanager) as [Record<string, unknown>];
    expect(alertmanager.url).toBe('http://am.example.org:9093/api/v2/alerts');
    expect(firing).toMatchObject({
      labels: {
        alertname: 'worker_unreachable',
        service: 'orrery',
        incident_id: 'worker:gpu-1.3',
      },
      annotations: { summary: messageOf().title, severity: 'critical' },
      startsAt: '2026-01-01T07:55:00.000Z',
      endsAt: '2026-01-31T08:00:00.000Z',
    });
    const [over] = jsonOf(alertmanager, { news: 'resolved', severity: 'warn' }) as [
      Record<string, unknown>,
    ];
    expect(over).toMatchObject({ labels: firing['labels'], endsAt: saidAt });
    const [test] = jsonOf(alertmanager, { news: 'test', since: null }) as [Record<string, unknown>];
    expect(test).toMatchObject({ startsAt: saidAt, endsAt: '2026-01-01T08:05:00.000Z' });
  });
});
