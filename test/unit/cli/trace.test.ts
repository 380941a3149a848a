/** What `orrery trace` draws of a reply: what waits, what was given up, and text it cannot trust. */
import { describe, expect, it } from 'vitest';
import { cannedReply, routeOf, stamp } from '../../support/canned-reply.ts';
import { runCli } from '../../support/cli.ts';
import { endAfterEach } from '../../support/each-test.ts';
import { startHttpServer } from '../../support/worker-server.ts';

const closers = endAfterEach();

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const about = { entity_type: 'queue_item', entity_id: 'a' };
const event = (event_id: number, second: number, children: object[] = []) => ({
  kind: 'event',
  event_id,
  event_type: 'queue_item.claimed',
  ...about,
  actor: 'ann',
  cause_id: null,
  at: at(second),
  summary: 'given to\u001b[31m worker default',
  children,
});
const reply = {
  ok: true,
  correlation_id: 'night-shift.42',
  started_at: at(0),
  event_count: 2,
  waiting_count: 3,
  dead_letter_count: 1,
  truncated: true,
  outbox_complete: false,
  ...stamp(),
  nodes: [
    event(1, 0, [
      event(2, 1.25),
      { kind: 'dead_letter', ...about, sequence: 1, event: 'FINISH', reason: 'boom', at: at(70) },
      {
        kind: 'effect',
        ...about,
        effect_id: 'e-1',
        name: 'tell',
        attempts: 0,
        not_before: null,
        last_error: null,
      },
      {
        kind: 'effect',
        ...about,
        effect_id: 'e-2',
        name: 'worker.start_run',
        attempts: 2,
        not_before: at(3),
        last_error: 'nothing listens there',
      },
    ]),
    { kind: 'timer', ...about, timer: 'stale', event: 'STALE', due_at: at(7200) },
  ],
};

async function draw(...argv: string[]): Promise<string> {
  const known = cannedReply(routeOf('GET', '/control/api/v1/trace/{id}'), 200, reply);
  const told = JSON.parse(known) as { nodes: object[] };
  // A newer service may know of more than the reference does.
  const text = JSON.stringify({ ...told, nodes: [...told.nodes, { kind: 'omen', ...about }] });
  const server = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
  });
  closers.push(server.close);
  const env = { ORRERY_TOKEN: 'a-token', ORRERY_URL: server.url };
  const { code, out, err } = await runCli(['trace', 'night shift/42', ...argv], { cwd: '/', env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const query = argv.length === 0 ? '' : `?limit=${argv[1]}`;
  expect(server.requests[0]?.url).toBe(`/control/api/v1/trace/night%20shift%2F42${query}`);
  return out;
}

describe('orrery trace', () => {
  it('draws events, what is to be done, what was given up and what falls due', async () => {
    expect((await draw('--limit', '2')).split('\n')).toEqual([
      'Request night-shift.42',
      `2 events, from ${at(0)} on, 3 still to be done, 1 message given up`,
      ' +0 ms  queue_item.claimed a: given to [31m worker default',
      '+1.3 s  ├─ queue_item.claimed a: given to [31m worker default',
      '+1 min  ├─ given up: FINISH to queue_item/a: boom',
      '  open  ├─ still to be done: tell of queue_item/a',
      '+3.0 s  └─ still to be done: worker.start_run of queue_item/a, failed 2 times: nothing listens there',
      '  +2 h  falls due: stale of queue_item/a (STALE)',
      '        omen of queue_item/a',
      'There is more: raise --limit.',
      'Too much waits in the service to say all that waits for this.',
    ]);
  });
});
