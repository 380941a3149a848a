/** A worker gate alone: what it keeps and serves, its own commands, what the doctor says of it. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createProcessSource, type ProcessSource } from '../../src/sensing/process-list.ts';
import { supervisionReplySchema } from '../../src/worker-wire/wire-supervision.ts';
import { runCli } from '../support/cli.ts';
import { freePort, startService, type TestService, token, until } from '../support/service.ts';
import { createThrowawayFolder, type ThrowawayFolder } from '../support/worker-bench.ts';
import { sendJson, startHttpServer } from '../support/worker-server.ts';

type Control = Awaited<ReturnType<typeof startHttpServer>>;
const controlToken = 'the-control-plane-s-own-token';
const runId = 'by-hand-20260101T000000000';

const workerConfig = () => ({
  role: 'worker',
  control_api_bearer_token: undefined,
  worker_wake_gate_url: undefined,
  completion_callback_url: `${control.url}/control/api/worker-callback`,
  completion_callback_token: controlToken,
  agent_command: 'sleep 600',
});
let answer = 200;
let control: Control;
let service: TestService;
beforeEach(async () => {
  answer = 200;
  control = await startHttpServer(({ headers, body }, response) => {
    const known = headers.authorization === `Bearer ${controlToken}`;
    const code = known ? (body === '{}' ? 422 : answer) : 401;
    sendJson(response, code, { detail: `it said ${code}` });
  });
  service = await startService({ config: workerConfig });
});
afterEach(async () => {
  await service.api.post(`/runs/${runId}/stop`, { grace_sec: 0 });
  await service.remove();
  await control.close();
});

const configPath = () => join(service.dir, 'config.json');
const run = (argv: readonly string[]) =>
  runCli(argv, { cwd: service.dir, env: { ORRERY_CONFIG: configPath() } });
const configure = (fields: object): void => {
  const config = JSON.parse(readFileSync(configPath(), 'utf8')) as object;
  writeFileSync(configPath(), JSON.stringify({ ...config, ...fields }));
};

describe('its supervision', () => {
  it('shows durable kinds and each volatile actor, also those of a run that is watched', async () => {
    await startRun();
    const { hosts } = await until(async () => {
      const reply = await service.api.get('/supervision');
      const seen = supervisionReplySchema.parse(reply.body);
      const kinds = seen.hosts[0]!.actors.map(({ kind }) => kind);
      return kinds.includes('run_watch') ? seen : undefined;
    }, 'the run is watched');
    expect(hosts.map(({ host }) => host)).toEqual(['gate']);
    expect(hosts[0]!.groups.map(({ name }) => name)).toContain('runs');
    expect(hosts[0]!.actors).toEqual([
      expect.objectContaining({ kind: 'sampler', id: 'machine', restarts: 0 }),
      expect.objectContaining({ kind: 'run_teller', id: runId, last_failure: null }),
      expect.objectContaining({ kind: 'run_watch', id: runId, waiting: 0 }),
    ]);
    const shown = await run(['bench', 'supervision']);
    expect(shown.code).toBe(exitCodes.ok);
    expect(shown.out).toMatch(/^run_teller\/\S+ +watching\.sight\.open watching\.line\.\w+ +0 +0/m);
  });
});

/** Starts a run that stays, whose first callback is then on its way. */
async function startRun(): Promise<void> {
  const place = { run_id: runId, project_id: 'by-hand', project_dir: 'by-hand' };
  const prompt = { prompt_file: 'prompt.md', mode: 'exec', model: 'm' };
  const prepared = await service.api.post('/prepare-project', {
    ...place,
    project_name: 'By hand',
    prompt_file: 'prompt.md',
    prompt_text: 'Add.',
  });
  expect(prepared.status).toBe(200);
  const dispatched = await service.api.post('/dispatch', {
    ...place,
    ...prompt,
    reasoning_effort: 'low',
    sandbox: 'none',
  });
  expect(dispatched.status, JSON.stringify(dispatched.body)).toBe(200);
}
const summaryOf = async () =>
  (await service.api.get('/runs')).body['callbacks'] as Record<string, unknown>;
const parked = () =>
  until(async () => (await summaryOf())['parked'] === 1, 'the callback is parked');

describe('a worker gate alone', () => {
  it('has no control plane: no store, no route, no dashboard', async () => {
    expect(existsSync(join(service.dir, 'state', 'worker', 'gate.db'))).toBe(true);
    expect(existsSync(join(service.dir, 'state', 'control.db'))).toBe(false);
    for (const path of ['/control/dashboard', '/control/api/v1/overview', '/control/api/v1/live'])
      expect((await service.api.get(path)).status, path).toBe(404);
    const { body } = await service.api.get('/healthz');
    expect(Object.keys(body).sort()).toEqual([
      'live_run_count',
      'ok',
      'role',
      'service',
      'timestamp',
    ]);
  });

  it('logs each event of its runs in words', async () => {
    await startRun();
    const lines = await until(async () => {
      const found = service.log
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ entity_id: id }) => id === runId);
      return found.some((line) => line['event_type'] === 'gate_run.started') ? found : undefined;
    }, 'the start is logged');
    expect(lines[0]).toMatchObject({ host: 'gate', event_type: 'gate_run.prepared' });
    expect(lines.map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/^the agent runs as process \d+$/),
    );
  });

  it('says in its runs, callbacks and metrics what the control plane refuses', async () => {
    answer = 409;
    expect(await summaryOf()).toEqual({ waiting: 0, parked: 0, oldest_at: null });
    await startRun();
    await parked();
    expect(await summaryOf()).toMatchObject({
      waiting: 1,
      oldest_at: expect.any(String) as string,
    });
    const { body } = await service.api.get('/callbacks?state=parked');
    expect(body['callbacks']).toMatchObject([
      { run_id: runId, project_id: 'by-hand', first_event_type: 'session_started', attempts: 1 },
    ]);
    const metrics = await fetch(`${service.app.baseUrl}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await metrics.text();
    expect(text).toMatch(/^orrery_gate_callbacks_waiting 1$/m);
    expect(text).toMatch(/^orrery_gate_callbacks_parked 1$/m);
    expect(text).toMatch(/^orrery_gate_callback_oldest_age_seconds \d/m);
    expect(await service.app.describe()).toContain('callbacks waiting: 1 (of 1 runs refused)');
    expect(service.app.pulse.findTrouble()).toBeNull();
  });
});

describe('a run during which the machine restarted', () => {
  it('is over with an error at the next start, and nobody waits for it', async () => {
    await startRun();
    // What is cut off on its way would come again.
    await until(
      async () => control.requests.length === 1 && (await summaryOf())['waiting'] === 0,
      'the start is told',
    );
    const { pid } = (await service.api.get(`/runs/${runId}`)).body['run'] as { pid: number };
    await service.stop();
    // What a restart does: the agent is gone and the kernel has another identity.
    process.kill(-pid, 'SIGKILL');
    const ofThisBoot = createProcessSource({ clock: systemClock });
    const processSource: ProcessSource = {
      ...ofThisBoot,
      list: async () => ({ ...(await ofThisBoot.list()), bootId: randomUUID() }),
    };
    const { dir, port } = service;
    service = await startService({ dir, port, processSource, config: workerConfig });
    const run = await until(async () => {
      const row = (await service.api.get(`/runs/${runId}`)).body['run'] as Record<string, unknown>;
      return row['live'] === false ? row : undefined;
    }, 'the run is over');
    expect(run).toMatchObject({ status: 'failed', exit_code: null });
    expect(run['last_error']).toContain('the machine restarted during the run');
    const told = () =>
      control.requests.map(({ body }) => (JSON.parse(body) as { event_type: string }).event_type);
    await until(async () => told().length > 1, 'the control plane is told');
    expect(told()).toEqual(['session_started', 'gate_error']);
  });
});

describe('orrery worker', () => {
  it('shows runs and callbacks, delivers again and stops', async () => {
    expect((await run(['worker', 'callbacks'])).out).toBe(
      'The control plane has taken everything.',
    );
    answer = 409;
    await startRun();
    await parked();
    expect((await run(['worker', 'runs'])).out).toContain(runId);
    const shown = await run(['worker', 'callbacks']);
    expect(shown.code).toBe(exitCodes.failed);
    for (const word of [runId, 'parked', 'session_started', 'by command', 'it said 409'])
      expect(shown.out).toContain(word);
    expect((await run(['worker', 'callbacks', '--state', 'waiting'])).out).toContain(
      'None of these: callbacks waiting 1, runs with a refused one 1.',
    );
    const json = (await run(['worker', 'callbacks', '--state', 'parked', '--json'])).json();
    expect(json['summary']).toMatchObject({ waiting: 1, parked: 1 });

    answer = 200;
    const again = await run(['worker', 'retry-callback', runId]);
    expect(again.out).toContain('it was parked and is posted again now');
    await until(async () => (await summaryOf())['waiting'] === 0, 'it is delivered');
    expect((await run(['worker', 'retry-callback', '--all'])).out).toContain('0 parked, 0 waiting');

    const stopped = await run(['worker', 'stop', runId, '--grace', '0', '--reason', 'by the test']);
    expect(stopped).toMatchObject({ code: exitCodes.ok, out: `${runId} is stopped.` });
    const told = await until(
      async () => control.requests.find(({ body }) => body.includes('gate_error')),
      'the control plane is told of the stop',
    );
    expect(JSON.parse(told.body)).toMatchObject({ reason: 'stopped on its worker: by the test' });
    const repeated = await run(['worker', 'stop', runId]);
    expect(repeated.out).toBe(`${runId} was over before: it is stopped.`);
  });

  it('does not call off a run that nobody knows', async () => {
    const end = await run(['worker', 'stop', 'mistyped']);
    expect(end).toMatchObject({ code: exitCodes.failed, out: '' });
    expect(end.err).toContain('404 run_not_found');
    expect((await service.api.get('/runs/mistyped')).status).toBe(404);
  });

  it('wants either a run or all of them', async () => {
    for (const argv of [[], [runId, '--all']])
      expect((await run(['worker', 'retry-callback', ...argv])).code).toBe(exitCodes.usage);
  });

  it('says which configuration it needs, where nobody listens, and whose token is wrong', async () => {
    configure({ worker_wake_gate_bearer_token: 'another-token-of-sufficient-length' });
    const refused = await run(['worker', 'runs']);
    expect(refused.code).toBe(exitCodes.failed);
    expect(refused.err).toContain('the token was not accepted; it came from the configuration');
    configure({ listen_port: await freePort() });
    const absent = await run(['worker', 'runs']);
    expect(absent.code).toBe(exitCodes.unreachable);
    expect(absent.err).toContain('is the gate running there?');
    configure({ role: 'control', control_api_bearer_token: controlToken });
    const other = await run(['worker', 'runs']);
    expect(other.code).toBe(exitCodes.config);
    expect(other.err).toContain('that of a control plane');
  });
});

describe('orrery doctor on a worker', () => {
  async function examine() {
    const { findings } = (await run(['doctor', '--json'])).json() as unknown as {
      findings: { name: string; status: string; detail: string }[];
    };
    return (name: string) => findings.find((finding) => finding.name === name);
  }

  it('finds that callbacks are taken, without delivering any', async () => {
    const of = await examine();
    expect(of('callbacks')).toMatchObject({ status: 'ok' });
    expect(of('outbox')).toMatchObject({
      status: 'ok',
      detail: 'callbacks that wait: 0; runs with a refused one: 0',
    });
    expect(of('cgroups')).toBeDefined();
    expect(control.requests.map(({ body }) => body)).toEqual(['{}']);
  });

  it('names a token that the control plane does not take, and what was refused', async () => {
    answer = 409;
    await startRun();
    await parked();
    configure({ completion_callback_token: 'not-the-control-plane-s-token' });
    const of = await examine();
    expect(of('callbacks')).toMatchObject({ status: 'problem' });
    expect(of('callbacks')?.detail).toContain('does not take completion_callback_token');
    expect(of('outbox')).toMatchObject({ status: 'problem' });
    expect(JSON.stringify([of('callbacks'), of('outbox')])).not.toContain('not-the-control');
  });

  it('warns of a control plane that is away: callbacks wait for it', async () => {
    configure({
      completion_callback_url: `http://127.0.0.1:${await freePort()}/control/api/worker-callback`,
    });
    expect((await examine())('callbacks')).toMatchObject({ status: 'warning' });
  });
});

describe('orrery init --role worker', () => {
  let folder: ThrowawayFolder;
  beforeEach(async () => {
    folder = await createThrowawayFolder();
  });
  afterEach(() => folder.remove());
  const init = (argv: readonly string[], env: Record<string, string> = {}) =>
    runCli(['init', 'home', ...argv], { cwd: folder.path, env });
  const worker = ['--role', 'worker', '--control', 'http://control:8787'];

  it('refuses to guess the control plane or its token', async () => {
    for (const [argv, word] of [
      [['--role', 'worker'], '--control'],
      [worker, 'completion_callback_token'],
      [['--role', 'worker', '--control', 'control'], '--control: must be an address'],
      [['--control', 'http://control:8787'], 'belong to --role worker'],
      [[...worker, '--token-file', 'nowhere'], 'cannot be read'],
    ] as const) {
      const end = await init(argv);
      expect(end, argv.join(' ')).toMatchObject({ code: exitCodes.usage, out: '' });
      expect(end.err).toContain(word);
    }
    expect(existsSync(join(folder.path, 'home'))).toBe(false);
  });

  it('writes a configuration that is valid, private and knows nothing of a control plane', async () => {
    await folder.write('token', `${controlToken}\n`);
    const end = await init([...worker, '--token-file', 'token', '--port', '9000']);
    expect(end.err).toBe('');
    const path = join(folder.path, 'home', 'config.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const config = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    expect(config).toMatchObject({
      role: 'worker',
      completion_callback_url: 'http://control:8787/control/api/worker-callback',
      completion_callback_token: controlToken,
    });
    expect(config).not.toHaveProperty('control_api_bearer_token');
    const own = String(config['worker_wake_gate_bearer_token']);
    expect(own.length).toBeGreaterThanOrEqual(32);
    expect(end.out).toContain('"worker_targets"');
    expect(end.out).toContain('"wake_gate_url": "http://<this machine>:9000"');
    for (const secret of [own, controlToken]) expect(end.out).not.toContain(secret);
    const check = await runCli(['config', 'check', path], { cwd: folder.path });
    expect(check.out).toContain('is valid (role worker)');
  });

  it('says where the gate listens', async () => {
    const env = { ORRERY_TOKEN: controlToken };
    expect((await init(worker, env)).out).toContain('(now 127.0.0.1)');
    const open = await init([...worker, '--force', '--host', '0.0.0.0'], env);
    expect(open.out).toContain('(now 0.0.0.0)');
  });

  it('shows the entry with its token when asked to', async () => {
    const end = await init([...worker, '--show-token'], { ORRERY_TOKEN: controlToken });
    const config = JSON.parse(
      readFileSync(join(folder.path, 'home', 'config.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect(end.out).toContain(
      `"bearer_token": "${String(config['worker_wake_gate_bearer_token'])}"`,
    );
    expect(end.out).not.toContain(controlToken);
  });
});
