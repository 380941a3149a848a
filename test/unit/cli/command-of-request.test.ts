/** The command that makes a request which the service names: typed in, it sends just that. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandOf, type NamedRequest } from '../../../src/cli/command-of-request.ts';
import { commands } from '../../../src/cli/command-tables/all.ts';
import { post, verbRequest } from '../../../src/control/explain/index.ts';
import { runCli } from '../../support/cli.ts';

const automation = '/control/api/publication-automation';
let server: Server;
let asked: NamedRequest[] = [];
beforeAll(async () => {
  server = createServer((request) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      asked.push({ method, path, body: text === '' ? {} : (JSON.parse(text) as object as never) });
      // What it would answer does not matter here.
      request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What a command line sends, without who asks and the key of a repeat. */
async function sentBy(words: readonly string[]): Promise<NamedRequest> {
  asked = [];
  const { port } = server.address() as AddressInfo;
  const env = { ORRERY_URL: `http://127.0.0.1:${port}`, ORRERY_TOKEN: 'a-token-of-nobody-at-all' };
  const end = await runCli(words, { cwd: tmpdir(), env });
  const { method, path, body } = asked.find((request) => request.method === 'POST') ?? {
    method: '',
    path: end.err,
    body: {},
  };
  const { idempotency_key: _, requested_by: _by, resumed_by: _resumed, ...rest } = body;
  return { method, path, body: rest };
}

it.each([
  [verbRequest('a-1', 'retry'), ['queue', 'retry', 'a-1']],
  [verbRequest('a-1', 'resume'), ['queue', 'resume', 'a-1']],
  [verbRequest('a-1', 'cancel'), ['queue', 'cancel', 'a-1']],
  [
    verbRequest('a-1', 'answer', { answer: '<your answer>' }),
    ['queue', 'answer', 'a-1', '<your answer>'],
  ],
  [post('/control/resume'), ['resume']],
  [post('/control/api/v1/pump/on'), ['pump', 'on']],
  [
    post('/control/dispatch-one', { project_id: 'a-1', dry_run: false }),
    ['dispatch', '--project', 'a-1', '--live'],
  ],
  [post('/control/papers/draft-next', { dry_run: false }), ['papers', 'draft-next', '--live']],
  [post('/control/api/v1/rewrite-batches/b-1/cancel'), ['papers', 'cancel-batch', 'b-1']],
  [
    post('/control/api/v1/alerts/test', { channel: 'ntfy' }),
    ['alerts', 'test', '--channel', 'ntfy'],
  ],
  [
    post('/control/api/v1/papers/p-1/move', { move: 'end_human_review' }),
    ['papers', 'unhold', 'p-1'],
  ],
  [post(`${automation}/p-1/move`, { move: 'requeue' }), ['papers', 'requeue', 'p-1']],
  [
    post(`${automation}/p-1/rewrite-draft`, { force: true }),
    ['papers', 'rewrite', 'p-1', '--force'],
  ],
  [
    post(`${automation}/p-1/prepare-finalization-package`, { dry_run: false }),
    ['papers', 'package', 'p-1', '--live'],
  ],
  [
    post(`${automation}/p-1/status`, { review_status: 'unreviewed' }),
    ['papers', 'status', 'p-1', 'unreviewed'],
  ],
] as const)('sends %j', async (request, words) => {
  expect(commandOf(request, commands)).toEqual(words);
  expect(await sentBy(words)).toEqual(request);
});

it.each([
  // Without a word about a dry run this is none, and the command is one unless it is told otherwise.
  post('/control/papers/draft-next', {}),
  post('/control/dispatch-one', { project_id: 'a-1', dry_run: false, also: 'this' }),
  verbRequest('a-1', 'edit', { fields: { machine_target: null } }),
  post('/control/api/v1/papers/p-1/move', { move: 'fly' }),
  post('/control/nowhere'),
])('has no command for %j, which none sends just so', (request) => {
  expect(commandOf(request, commands)).toBe(null);
});
