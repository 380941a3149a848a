/** One request from the call to the paper's last event: its id on everything it leads to, as a tree. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import type { TraceEvent, TraceNode } from '../../src/control/operations/trace-tree.ts';
import { traceReply } from '../../src/http/wire/trace.ts';
import { runCli } from '../support/cli.ts';
import { takeInIdea } from '../support/main-job.ts';
import { packageRoot, startService, type TestService, token, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
const requestId = 'night-shift.42';
let service: TestService;
let cwd: string;

const send = async (path: string, body: object, id: string): Promise<Response> =>
  fetch(`${service.app.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-request-id': id,
    },
    body: JSON.stringify(body),
  });
const itemOf = async (id: string): Promise<Row> =>
  (await service.api.get(`/control/api/v1/projects/${id}`)).body['queue_item'] as Row;
const traceOf = async (id: string | number, query = '') =>
  traceReply.parse((await service.api.get(`/control/api/v1/trace/${id}${query}`)).body);

function* eventsIn(nodes: readonly TraceNode[]): Generator<TraceEvent> {
  for (const node of nodes) {
    if (node.kind !== 'event') continue;
    yield node;
    yield* eventsIn(node.children);
  }
}
const typesIn = (nodes: readonly TraceNode[]): string[] =>
  [...eventsIn(nodes)].map(({ event_type }) => event_type);
/** Lines of the log about events of one side, those of the request. */
const logged = (host: string): Row[] =>
  service.log
    .map((line) => JSON.parse(line) as Row)
    .filter((line) => line['host'] === host && line['correlation_id'] === requestId);

const told = (type: string): Row[] => logged('gate').filter((line) => line['event_type'] === type);
const waitingAgent = join(packageRoot, 'test', 'support', 'waiting-agent.sh');
const agent = join(packageRoot, 'test', 'chaos', 'support', 'agent.sh');

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-trace-'));
  service = await startService({
    config: () => ({
      log_events: true,
      // One of them works for as long as the test lasts, so that its timer is there to be seen.
      agent_command: `case $ORRERY_PROJECT_DIR in */sleeper) exec sh '${waitingAgent}' ;; esac; sh '${agent}'`,
    }),
  });
  await takeInIdea(service.api, 'traced');
  // Under its key it is asked for once, so the worker has to be well by then.
  await until(async () => service.app.gate!.sampleAgeMs() !== null, 'its worker has a sample');
  const reply = await send(
    '/control/dispatch-one',
    { project_id: 'traced', dry_run: false, idempotency_key: 'tonight' },
    requestId,
  );
  expect(reply.headers.get('x-request-id')).toBe(requestId);
  await until(
    async () => (await itemOf('traced'))['status'] === 'completed',
    'the run is completed',
  );
  await until(
    async () => (await traceOf(requestId)).waiting_count === 0,
    'nothing of it waits any more',
  );
  await until(
    async () => told('callback_delivery.delivered').length === 3,
    'its worker knows that each callback was taken',
  );
});
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await service.remove();
});

/** Written too where the worker's answer to the dispatch comes before its first callback. */
const whereAnswerIsFirst = ['queue_item.dispatched', 'run.contacted'];

describe('the trace of a dispatch', () => {
  it('shows the command, the claim, the run and what its worker told, each below its cause', async () => {
    const { nodes, ...facts } = await traceOf(requestId);
    expect(facts).toMatchObject({
      correlation_id: requestId,
      truncated: false,
      outbox_complete: true,
      dead_letter_count: 0,
    });
    expect(nodes).toHaveLength(1);
    const command = nodes[0] as TraceEvent;
    expect(command).toMatchObject({ event_type: 'command.started', cause_id: null });
    expect(facts.started_at).toBe(command.at);
    const claim = command.children.find(
      (node) => node.kind === 'event' && node.event_type === 'queue_item.claimed',
    ) as TraceEvent;
    expect(claim).toMatchObject({ entity_id: 'traced', cause_id: command.event_id });
    // Actors write on their own, so only what one led to another to write has an order.
    const types = typesIn([claim]).filter((type) => !whereAnswerIsFirst.includes(type));
    expect(types.toSorted()).toEqual([
      'queue_item.claimed',
      'queue_item.completed',
      'run.agent_yielded',
      'run.dispatching_began',
      'run.prepared',
      'run.session_finished',
      'run.started',
      'worker_callback.agent_yielded',
      'worker_callback.session_finished_ready',
      'worker_callback.session_started',
    ]);
    expect(facts.event_count).toBe([...eventsIn(nodes)].length);
    for (const event of eventsIn(nodes)) expect(event.summary).not.toBe('');
  });

  it('bears the same id on the worker, from the preparation to the last callback', () => {
    const told = logged('gate').map((line) => line['event_type']);
    expect(told).toEqual(
      expect.arrayContaining([
        'gate_run.prepared',
        'gate_run.dispatched',
        'gate_run.started',
        'gate_run.agent_exited',
        'gate_run.idle_confirmed',
        'callback_delivery.enqueued',
        'callback_delivery.delivered',
      ]),
    );
    const ofRun = service.log
      .map((line) => JSON.parse(line) as Row)
      .filter((line) => /^(gate_run|callback_delivery)\./.test(String(line['event_type'])));
    expect(ofRun.filter((line) => line['correlation_id'] !== requestId)).toEqual([]);
    expect(logged('control').length).toBeGreaterThan(5);
  });
});

describe('GET /control/api/v1/trace/{id}', () => {
  it('finds the trace by any of its events, and cuts it where it is told to', async () => {
    const whole = await traceOf(requestId);
    const events = [...eventsIn(whole.nodes)];
    const byEvent = await traceOf(events.at(-1)!.event_id);
    expect(byEvent.nodes).toEqual(whole.nodes);
    const cut = await traceOf(requestId, '?limit=2');
    expect(cut).toMatchObject({ event_count: 2, truncated: true });
  });

  it('is 404 with words for what nothing bears, such as a read or the repeat of a keyed request', async () => {
    await service.api.get('/control/api/v1/queue');
    const again = await send(
      '/control/dispatch-one',
      { project_id: 'traced', dry_run: false, idempotency_key: 'tonight' },
      'the-repeat',
    );
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const id of ['the-repeat', '999999', encodeURIComponent('a/b c')]) {
      const reply = await service.api.get(`/control/api/v1/trace/${id}`);
      expect(reply.status, id).toBe(404);
      expect(reply.body).toMatchObject({ code: 'trace_not_found' });
      expect(reply.body['detail']).toContain('idempotency key');
    }
    for (const query of ['?limit=0', '?limit=1001', '?limit=x']) {
      expect((await service.api.get(`/control/api/v1/trace/1${query}`)).status).toBe(422);
    }
  });
});

describe('orrery trace', () => {
  const cli = (...argv: string[]) =>
    runCli(['trace', ...argv], {
      cwd,
      env: { ORRERY_CONFIG: join(service.dir, 'config.json') },
    });

  it('draws the tree with times from its beginning', async () => {
    const { code, out, err } = await cli(requestId);
    expect({ code, err }).toEqual({ code: exitCodes.ok, err: '' });
    const [title, about, first, ...lines] = out.split('\n');
    expect(title).toBe(`Request ${requestId}`);
    expect(about).toMatch(/^1[35] events, from \S+Z on$/);
    expect(first).toMatch(
      /^ *\+0 ms {2}command\.started \w+: dispatch one began, asked by operator$/,
    );
    const claim = lines.findIndex((line) => line.includes(' ├─ queue_item.claimed traced: '));
    expect(claim).toBeGreaterThanOrEqual(0);
    const below = lines.slice(claim + 1).filter((line) => / │ {2}/.test(line));
    const others = below.filter((line) => !whereAnswerIsFirst.some((type) => line.includes(type)));
    expect(others).toHaveLength(9);
    expect(below.join('\n')).toMatch(
      / │ {2}├─ worker_callback\.session_started traced: .*\n.* │ {2}│ {2}└─ run\.(?:started|contacted) /,
    );
    expect(lines.at(-1)).toMatch(/^ *\+[\d.]+ (s|min) {2}└─ command\.completed /);
  });

  it('prints the reply as it is with --json, and says why there is nothing', async () => {
    expect((await cli(requestId, '--json')).json()).toMatchObject({
      correlation_id: requestId,
      nodes: [{ event_type: 'command.started' }],
    });
    const none = await cli('nobody');
    expect(none.code).toBe(exitCodes.failed);
    expect(none.err).toContain('nothing bears the id "nobody"');
    expect(none.err).toContain('request id ');
    expect((await cli(requestId, '--limit', '0')).code).toBe(exitCodes.usage);
  });

  it('shows when a timer of it falls due', async () => {
    await takeInIdea(service.api, 'sleeper');
    await until(async () => {
      const body = { project_id: 'sleeper', dry_run: false };
      return (await send('/control/dispatch-one', body, 'bedtime')).ok;
    }, 'the worker takes it');
    const { out } = await cli('bedtime');
    // What it hangs below depends on whether the worker's callback overtakes its answer.
    expect(out).toMatch(/\+[\dhdmin ]+ [ │├└─]*falls due: stale of queue_item\/sleeper \(\w+\)/);
  });
});
