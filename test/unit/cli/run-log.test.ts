/** `orrery run log` of a run that still lives, against a service in the place of its worker. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/command.ts';
import { jsonHeaders } from '../../../src/http/headers.ts';
import { type CannedLog, cannedLog } from '../../support/canned-log.ts';
import { cannedReply, routeOf } from '../../support/canned-reply.ts';
import { runId } from '../../support/canned-telemetry.ts';
import { runCli } from '../../support/cli.ts';
import { type Running, startTransport } from '../../support/http.ts';

const route = routeOf('GET', '/control/api/v1/runs/{run_id}/log');

let log: CannedLog;
let service: Running;
beforeEach(async () => {
  log = cannedLog('first\nsecond\n');
  service = await startTransport('node', {
    request: async ({ query: text }) => {
      const asked = [...new URLSearchParams(text)];
      const query = Object.fromEntries(asked.map(([name, value]) => [name, Number(value)]));
      const answer = log.answer({ query, signal: new AbortController().signal });
      // Whoever asks again hears the end of the run.
      if (log.offsets.length === 2) log.finish();
      const { status, body } = await answer;
      return { status, headers: jsonHeaders, body: cannedReply(route, status, body) };
    },
  });
});
afterEach(() => service.stop());

const runLog = (...options: string[]) =>
  runCli(['run', 'log', runId, ...options], {
    cwd: '/',
    env: { ORRERY_URL: service.origin, ORRERY_TOKEN: 'a-token-of-the-log-tests' },
  });

it.each([
  { options: [], out: 'first\nsecond', from: 0 },
  { options: ['--tail', '1'], out: 'second', from: -262_144 },
])('prints what there is and does not wait for the run: $options', async (each) => {
  expect(await runLog(...each.options)).toMatchObject({ code: exitCodes.ok, out: each.out });
  expect(log.offsets).toEqual([each.from]);
});

it('goes on with --follow until the run is over', async () => {
  expect(await runLog('--follow')).toMatchObject({ code: exitCodes.ok, out: 'first\nsecond' });
  expect(log.offsets).toHaveLength(2);
});
