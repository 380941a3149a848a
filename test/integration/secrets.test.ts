/**
 * Canaries: every secret of the configuration is marked, every route is used and abused, the whole
 * main job is run, and then everything that came out (replies, log, stores, files, the agent's
 * environment) is searched for the marks.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { metaOf } from '../../src/config/field.ts';
import { fileShape } from '../../src/config/schema.ts';
import { bearerProtocolPrefix, liveFeedPath, liveProtocol } from '../../src/http/live/protocol.ts';
import { routesOf } from '../../src/http/routes/all.ts';
import { fitting, type JsonSchema, type KnownIds } from '../support/schema-arbitrary.ts';
import { packageRoot, startService, type TestService, until } from '../support/service.ts';

const mark = (name: string): string => `canary-${name.replaceAll('_', '-')}-Zx8Qp3vL0m7TnWc5`;

/** One mark for each secret a deployment can hold; tokens that must agree share theirs. */
const secrets = {
  control_api_bearer_token: mark('control'),
  completion_callback_token: mark('control'),
  worker_wake_gate_bearer_token: mark('worker'),
  push_app_token: mark('push-token'),
  push_user_key: mark('push-user'),
  notify_ntfy_token: mark('ntfy'),
  notify_gotify_token: mark('gotify'),
  notify_webhook_secret: mark('webhook'),
  notify_smtp_password: mark('smtp'),
  paper_writer_api_key: mark('writer'),
} as const;
/** What the channels of these secrets need; nothing listens there. */
const nowhere = 'http://127.0.0.1:1';
const channels = {
  push_alerts_enabled: true,
  push_api_url: `${nowhere}/push`,
  notify_ntfy_url: `${nowhere}/topic`,
  notify_gotify_url: nowhere,
  notify_webhook_url: nowhere,
  notify_smtp_url: 'smtp://127.0.0.1:1',
  notify_smtp_user: 'orrery',
  notify_smtp_from: 'orrery@example.org',
  notify_smtp_to: ['ann@example.org'],
  paper_writer_provider: 'external_llm',
  paper_writer_base_url: `${nowhere}/v1`,
  paper_writer_model: 'none',
  paper_writer_calls_max: 1,
} as const;
/** Secrets that a configuration of this test cannot hold, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  hosted_database_url: 'it is for a store in PostgreSQL; hosted-store.test.ts looks for it',
};

const marks = [...new Set(Object.values(secrets))];
/** How a mark may look after it was encoded. */
const spellings = marks.flatMap((text) => [
  text,
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
  Buffer.from(text).toString('base64url'),
  Buffer.from(text).toString('hex'),
  Buffer.from(Buffer.from(text).toReversed()).toString(),
]);

/** The marks found in `bytes`. */
function marksIn(bytes: Buffer | string): string[] {
  const haystack = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return spellings.filter((spelling) => haystack.includes(spelling));
}

interface Seen {
  readonly where: string;
  readonly text: string;
}

let running: TestService | undefined;
afterEach(async () => {
  await running?.remove();
  running = undefined;
});

/** An agent that gives away its environment and then does what the ordinary one does. */
function writeTalkativeAgent(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'orrery-agent-')), 'agent.sh');
  const agent = join(packageRoot, 'test', 'chaos', 'support', 'agent.sh');
  writeFileSync(
    path,
    `#!/bin/sh\nenv\nenv > "$ORRERY_PROJECT_DIR/environment.txt"\nexec sh ${agent}\n`,
  );
  chmodSync(path, 0o700);
  return path;
}

async function call(
  service: TestService,
  seen: Seen[],
  request: { method: string; path: string; body?: unknown; token?: string },
): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> {
  const { method, path, body, token = secrets.control_api_bearer_token } = request;
  const reply = await fetch(`${service.app.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const lines = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  seen.push({ where: `${method} ${path} (${reply.status})`, text: `${lines}\n\n${text}` });
  const isJson = (reply.headers.get('content-type') ?? '').includes('json');
  return { status: reply.status, body: isJson ? (JSON.parse(text) as object as never) : {} };
}

/** Everything the live feed says while the service is used. */
async function listen(service: TestService, seen: Seen[]): Promise<WebSocket> {
  const token = Buffer.from(secrets.control_api_bearer_token).toString('base64url');
  const address = `${service.app.baseUrl.replace('http', 'ws')}${liveFeedPath}`;
  const socket = new WebSocket(address, [liveProtocol, `${bearerProtocolPrefix}${token}`]);
  socket.on('message', (data) => {
    seen.push({ where: 'the live feed', text: Buffer.from(data as Buffer).toString() });
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  const topics = ['events', 'state', 'telemetry'];
  socket.send(JSON.stringify({ type: 'subscribe', topics, since: 0 }));
  return socket;
}

/** From an idea to the corpus. */
async function doMainJob(service: TestService, seen: Seen[]): Promise<KnownIds> {
  const post = (path: string, body: object) => call(service, seen, { method: 'POST', path, body });
  const get = (path: string) => call(service, seen, { method: 'GET', path });
  const key = { idempotency_key: 'canary', requested_by: 'tester' };
  const idea = { idea_id: 'canary', title: 'A canary', workload_class: 'cpu_only' };
  await post('/control/api/intake/ideas', {
    ...key,
    source: 'test',
    dry_run: false,
    ideas: [idea],
  });
  await post('/control/api/preflight', {
    wake_gate_url: service.app.baseUrl,
    bearer_token: secrets.worker_wake_gate_bearer_token,
  });
  expect((await post('/control/dispatch-next', { dry_run: false })).body).toMatchObject({
    action: 'live_dispatch',
  });
  await until(async () => {
    const { body } = await get('/control/api/v1/projects/canary');
    return (body['queue_item'] as { status?: string } | null)?.status === 'completed';
  }, 'the run is over');
  const drafted = await post('/control/papers/draft-next', { dry_run: false });
  expect(drafted.body).toMatchObject({ action: 'drafted' });
  const { paper_id: paperId, run_id: runId } = drafted.body['candidate'] as {
    paper_id: string;
    run_id: string;
  };
  const family = `/control/api/publication-automation/${paperId}`;
  await post(`${family}/rewrite-draft`, key);
  await post(`${family}/prepare-finalization-package`, { ...key, dry_run: false });
  await post('/control/api/v1/corpus/import', { ...key, paper_id: paperId, dry_run: false });
  return {
    project_id: ['canary'],
    run_id: [runId],
    paper_id: [paperId],
    event_id: ['1'],
    machine_target: ['default'],
  };
}

/** Every route with fitting requests, as its owner and as somebody with a token that is nearly right. */
async function useEveryRoute(service: TestService, seen: Seen[], known: KnownIds): Promise<void> {
  const schemaOf = (schema: z.ZodType): JsonSchema =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  for (const route of routesOf({ control: true, worker: true })) {
    const token =
      route.auth === 'worker'
        ? secrets.worker_wake_gate_bearer_token
        : secrets.control_api_bearer_token;
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => known[name]?.[0] ?? 'x');
    const bodies: unknown[] =
      route.body === null
        ? [undefined, undefined]
        : fc.sample(fitting(schemaOf(route.body), known), { numRuns: 4, seed: 7 });
    for (const body of bodies) {
      await call(service, seen, { method: route.method, path, body, token });
    }
    const body = route.method === 'GET' ? undefined : {};
    await call(service, seen, { method: route.method, path, body, token: `${token}x` });
    await call(service, seen, { method: 'PUT', path: `${path}?token=${token}x`, body: {}, token });
  }
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a secret of the configuration', () => {
  it('is marked in this test, or left out for a reason', () => {
    const names = Object.entries(fileShape)
      .filter(([, schema]) => metaOf(schema).kind === 'secret')
      .map(([name]) => name);
    expect(names.toSorted()).toEqual([...Object.keys(secrets), ...Object.keys(leftOut)].toSorted());
  });

  it('is found where it is, however it is written', () => {
    for (const spelling of spellings) expect(marksIn(`a ${spelling} b`)).toContain(spelling);
    expect(marksIn('nothing of the kind')).toEqual([]);
  });

  it('comes out nowhere: no reply, no log line, no store, no file, no agent', async () => {
    const service = await startService({
      config: () => ({ ...secrets, ...channels, agent_command: writeTalkativeAgent() }),
    });
    running = service;
    const seen: Seen[] = [];
    const feed = await listen(service, seen);
    expect(feed.protocol).toBe(liveProtocol);
    const known = await doMainJob(service, seen);
    await useEveryRoute(service, seen, known);
    await service.stop();

    const configPath = join(service.dir, 'config.json');
    expect(marksIn(readFileSync(configPath)).length).toBeGreaterThanOrEqual(marks.length);
    const files = filesBelow(service.dir).filter((path) => path !== configPath);
    expect(files.some((path) => path.endsWith('environment.txt'))).toBe(true);
    expect(files.filter((path) => marksIn(readFileSync(path)).length > 0)).toEqual([]);
    expect(seen.length).toBeGreaterThan(200);
    expect(seen.filter(({ where }) => where === 'the live feed').length).toBeGreaterThan(50);
    // A URL that a caller put a token into names it only in the request.
    expect(seen.filter(({ text }) => marksIn(text).length > 0).map(({ where }) => where)).toEqual(
      [],
    );
    expect(service.log.length).toBeGreaterThan(50);
    expect(service.log.filter((line) => marksIn(line).length > 0)).toEqual([]);
  });
});
