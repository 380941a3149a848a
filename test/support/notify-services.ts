/**
 * Services that people are told over, as strict as the real ones: whatever is not exactly what they take
 * is refused, so that a message that arrived was sent rightly. Each may be told to misbehave first.
 */
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Received, sendJson, startHttpServer, type TestServer } from './worker-server.ts';

export type Misbehaviour = number | 'silent';

export interface NotifyService extends TestServer {
  /** What it does with the next requests, before it is well again. */
  readonly next: Misbehaviour[];
  readonly requests: readonly Received[];
  /** What it took: what people would have read. */
  readonly taken: readonly Readonly<Record<string, unknown>>[];
  /** Why it refused what it refused. */
  readonly faults: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;
/** What is wrong with a request, or what it says and what is answered. */
type Judge = (
  request: Received,
  fault: (why: string) => void,
) => { readonly says: Fields; readonly answer: unknown };

async function startNotifyService(judge: Judge): Promise<NotifyService> {
  const next: Misbehaviour[] = [];
  const taken: Fields[] = [];
  const faults: string[] = [];
  const serve = (request: Received, response: ServerResponse): void => {
    const bad = next.shift();
    if (bad === 'silent') return;
    if (bad !== undefined) {
      sendJson(response, bad, { error: `told to answer ${bad}` });
      return;
    }
    const found: string[] = [];
    const { says, answer } = judge(request, (why) => found.push(why));
    if (found.length > 0) {
      faults.push(...found);
      sendJson(response, 400, { status: 0, errors: found });
      return;
    }
    taken.push(says);
    sendJson(response, 200, answer);
  };
  const server = await startHttpServer(serve);
  return { ...server, next, taken, faults };
}

function jsonOf({ headers, body }: Received, fault: (why: string) => void): Fields {
  if (headers['content-type'] !== 'application/json') fault('it is not JSON');
  return JSON.parse(body) as Fields;
}

const expectWay =
  (method: string, url: string) =>
  (request: Received, fault: (why: string) => void): void => {
    if (request.method !== method || request.url !== url)
      fault(`${request.method} ${request.url} is not ${method} ${url}`);
  };

const hasText = (value: unknown, charsMax: number): boolean =>
  typeof value === 'string' && value !== '' && value.length <= charsMax;

export function startPushover(token: string, user: string): Promise<NotifyService> {
  const way = expectWay('POST', '/1/messages.json');
  let count = 0;
  return startNotifyService((request, fault) => {
    way(request, fault);
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      fault('it is no form');
    const form = Object.fromEntries(new URLSearchParams(request.body));
    if (form['token'] !== token) fault('application token is invalid');
    if (form['user'] !== user) fault('user identifier is invalid');
    if (!hasText(form['title'], 250)) fault('title is wrong');
    if (!hasText(form['message'], 1024)) fault('message cannot be blank');
    if (!['-2', '-1', '0', '1'].includes(String(form['priority']))) fault('priority is wrong');
    count += 1;
    return { says: form, answer: { status: 1, request: `push-${count}` } };
  });
}

export function startNtfy(topic: string, token: string): Promise<NotifyService> {
  const way = expectWay('POST', '/');
  let count = 0;
  return startNotifyService((request, fault) => {
    way(request, fault);
    const message = jsonOf(request, fault);
    if (request.headers.authorization !== `Bearer ${token}`) fault('forbidden');
    if (message['topic'] !== topic) fault('topic invalid');
    if (!hasText(message['message'], 4096)) fault('message is wrong');
    const { priority, tags } = message;
    if (typeof priority !== 'number' || priority < 1 || priority > 5) fault('priority invalid');
    if (!Array.isArray(tags)) fault('tags are no list');
    count += 1;
    return { says: message, answer: { id: `ntfy-${count}`, event: 'message', topic } };
  });
}

export function startGotify(token: string): Promise<NotifyService> {
  const way = expectWay('POST', '/message');
  let count = 0;
  return startNotifyService((request, fault) => {
    way(request, fault);
    const message = jsonOf(request, fault);
    if (request.headers['x-gotify-key'] !== token) fault('you need to provide a valid token');
    if (!hasText(message['message'], 100_000)) fault("Field 'message' is required");
    if (typeof message['priority'] !== 'number') fault('priority is no number');
    count += 1;
    return { says: message, answer: { id: count, appid: 5, message: message['message'] } };
  });
}

/** A receiver as docs/alerts.md tells to write one; `nowMs` is its clock. */
export function startWebhook(secret: string, nowMs: () => number): Promise<NotifyService> {
  const way = expectWay('POST', '/orrery');
  const seen = new Map<string, string>();
  return startNotifyService((request, fault) => {
    way(request, fault);
    const message = jsonOf(request, fault);
    const timestamp = String(request.headers['x-orrery-timestamp']);
    const signed = createHmac('sha256', secret).update(`${timestamp}.${request.body}`);
    if (request.headers['x-orrery-signature'] !== `sha256=${signed.digest('hex')}`)
      fault('the signature is wrong');
    if (Math.abs(nowMs() / 1000 - Number(timestamp)) > 300) fault('the timestamp is stale');
    const id = String(request.headers['idempotency-key']);
    if (id !== message['notification_id']) fault('the idempotency key is not that of the message');
    const receipt = seen.get(id) ?? `hook-${seen.size + 1}`;
    seen.set(id, receipt);
    return { says: message, answer: { receipt } };
  });
}

/** What an Alertmanager takes, by its labels: the alerts that it has. */
export function startAlertmanagerDouble(): Promise<NotifyService> {
  const way = expectWay('POST', '/api/v2/alerts');
  return startNotifyService((request, fault) => {
    way(request, fault);
    const [alert] = jsonOf(request, fault) as unknown as [Fields];
    const { labels, annotations, startsAt, endsAt } = alert;
    for (const map of [labels, annotations]) {
      if (
        typeof map !== 'object' ||
        Object.values(map ?? {}).some((one) => typeof one !== 'string')
      )
        fault('labels and annotations are texts');
    }
    if (!(Date.parse(String(startsAt)) <= Date.parse(String(endsAt))))
      fault('it ends before it starts');
    return { says: alert, answer: '' };
  });
}
