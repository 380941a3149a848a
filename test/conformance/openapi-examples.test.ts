/**
 * Every example of the API reference is a real reply: the story behind them is played again and
 * must come to the same. `npm run examples` writes what a service answers now.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import examples from '../../src/http/openapi/examples.json' with { type: 'json' };
import type { RecordedExample } from '../../src/http/openapi/operation.ts';
import type { Route } from '../../src/http/route.ts';
import { routeGroups } from '../../src/http/routes/all.ts';
import { createStoryClock, recordExamples } from '../support/api-examples.ts';
import { processText } from '../support/child-processes.ts';
import { packageRoot, startService, type TestService, token } from '../support/service.ts';
import { shapeOf } from '../support/shape.ts';
import { sendJson, startHttpServer, type TestServer } from '../support/worker-server.ts';

const stored: Readonly<Record<string, RecordedExample>> = examples;
const routes: readonly Route<never>[] = routeGroups.flatMap((group) => group.routes);
const path = join(packageRoot, 'src', 'http', 'openapi', 'examples.json');

/** Routes that answer JSON and have no example, and why. */
const withoutExample: Readonly<Record<string, string>> = {
  openapi: 'it is the document that the examples are in',
  'rewrite-batches.get': 'a batch would rewrite the paper of the story',
  'rewrite-batches.cancel': 'the same',
  'rewrite-batches.list': 'the same',
  'event_log.acknowledge_loss': 'nothing is gone from the log of the story',
  'incidents.get': 'nothing of the story stays wrong for long enough to become an incident',
  'papers.trace': 'its hashes hold times, so they differ with every story',
  'papers.text': 'its evidence holds hashes and times, so it differs with every story',
  'papers.drafts': 'its hashes hold times, too',
  'papers.findings': 'nothing is wrong with the paper of the story',
  'actors.state': 'the number of an event differs with every story',
  'statecharts.get': 'it is the drawing that docs/states has',
  settings: 'it is the whole of docs/configuration.md',
  'report.get': 'its hours are those of the moment it is asked',
  'dashboard.code': 'a code is another each time, and is shown nowhere',
  'dashboard.session': 'it is the token',
  'gate.dispatch': 'the reply to a dispatch by hand would leave an agent behind',
};

/**
 * Members that depend on the machine: whether TeX is installed, whether an actor has left memory, and
 * which parts of a short history hold a sample.
 */
const varying = ['pdf_missing', 'mailbox', 'min', 'mean', 'max'];

/** What a review hears and finds of its paper while it is at work on what it heard before is one event, not two. */
const melting = new Set(['paper_review.paper_changed', 'paper_review.evaluated']);

/**
 * What a story on a real machine need not come to twice. A run's first callback may overtake the
 * answer to its dispatch, and events before it were others then: of its history only how it ended is
 * compared. What keeps a reckoned gate from its end depends on what the machine did meanwhile, and so does whether the
 * first of all samples, which knows no rates, belongs to its window.
 */
function comparable(id: string, { path: _path, request: _request, ...whole }: RecordedExample) {
  const rest = JSON.parse(JSON.stringify(whole), (name, member: unknown) =>
    name === 'sensor_health' ? { ...(member as object), problems: 'varies' } : member,
  ) as typeof whole;
  const reply = rest.reply as object & { readonly events?: readonly { event_type: string }[] };
  if (id === 'runs.get' && reply.events !== undefined) {
    return { ...rest, reply: { ...reply, events: reply.events.slice(0, 1) } };
  }
  if (id === 'papers.get' && reply.events !== undefined) {
    const events = reply.events.filter(({ event_type: type }) => !melting.has(type));
    return { ...rest, reply: { ...reply, events } };
  }
  if (id === 'runs.idle_reckoning') return { ...rest, reply: { ...reply, reasons: 'varies' } };
  return rest;
}

/** Run ids hold their time of birth, plan ids are random. */
const withoutIds = (address: string): string =>
  address.replace(/\d{8}T\d+/g, 'TIME').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');

const jsonRoutes = routes.filter((route) =>
  Object.entries(route.replies).some(([status, schema]) => Number(status) < 300 && schema !== null),
);

/** Processes that a service in `dir` has started, and theirs. */
const processesOf = (dir: string): readonly string[] =>
  readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && processText(Number(name), 'environ').includes(dir),
  );

describe('the examples of the API reference', () => {
  let service: TestService;
  let receiver: TestServer;
  let now: Readonly<Record<string, RecordedExample>>;
  beforeAll(async () => {
    receiver = await startHttpServer((_, response) => sendJson(response, 200, { receipt: '42' }));
    service = await startService({
      clock: createStoryClock(),
      config: () => ({
        agent_command: `sh ${join(packageRoot, 'test', 'support', 'example-agent.sh')}`,
        orrery_core_mode: 'shadow',
        legacy_notes_api_enabled: true,
        notify_webhook_url: receiver.url,
        notify_webhook_secret: 'key-of-the-signature-of-the-story',
      }),
    });
    now = await recordExamples(service, routes);
    if (process.env['ORRERY_RENEW_EXAMPLES'] === '1') {
      writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
    }
  });
  afterAll(async () => {
    // Its agent waits for longer than any test, and whoever supervises it with it.
    const { run_id: asking } = now['worker.callback']!.request as { readonly run_id: string };
    const stopped = await service.api.post(`/runs/${asking}/stop`, { grace_sec: 0 });
    await service.remove();
    expect(stopped.status).toBe(200);
    expect(processesOf(service.dir)).toEqual([]);
    await receiver.close();
  });

  it('are there for every route that answers JSON, but those with a reason', () => {
    const missing = jsonRoutes
      .map(({ id }) => id)
      .filter((id) => !(id in stored) && !(id in withoutExample));
    expect(missing, 'run: npm run examples').toEqual([]);
    const known = new Set(jsonRoutes.map(({ id }) => id));
    expect(Object.keys(stored).filter((id) => !known.has(id))).toEqual([]);
    expect(Object.keys(withoutExample).filter((id) => id in stored || !known.has(id))).toEqual([]);
  });

  it('fit the schemas of their routes, requests and replies', () => {
    for (const route of jsonRoutes) {
      const example = stored[route.id];
      if (example === undefined) continue;
      const reply = route.replies[example.status]!.safeParse(example.reply);
      expect(reply.error, `${route.id}: the reply`).toBeUndefined();
      if (route.body === null) continue;
      const request = route.body.safeParse(example.request);
      expect(request.error, `${route.id}: the request`).toBeUndefined();
    }
  });

  it.each(Object.keys(stored))('%s is what the service answers now', (id) => {
    expect(now[id], 'run: npm run examples').toBeDefined();
    const [then, current] = [stored[id]!, now[id]!];
    expect(shapeOf(comparable(id, current), varying), 'run: npm run examples').toEqual(
      shapeOf(comparable(id, then), varying),
    );
    expect(shapeOf(current.request)).toEqual(shapeOf(then.request));
    expect(withoutIds(current.path)).toBe(withoutIds(then.path));
  });

  it('hold no token and no folder of this machine', () => {
    const text = JSON.stringify(stored);
    expect(text).not.toContain(token);
    expect(text).not.toMatch(/\/(tmp|home|root|work|Users)\//);
  });
});
