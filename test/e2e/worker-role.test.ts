/**
 * A worker gate as a service beside its control plane, each the built program: it is killed while an
 * agent works, stopped while a run comes to rest, and started again; the run goes on without it and
 * ends once. What it tells systemd is read from a real datagram socket; that
 * part needs perl and systemd-notify and is left out where one is missing.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endedWithin,
  endPrograms,
  makeFolder,
  type Program,
  packageRoot,
  runProgram,
  secretsSaid,
} from '../support/e2e-program.ts';
import {
  ask,
  configure,
  type Installation,
  install,
  installTwoRoles,
  serve,
  stop,
  stopMsMax,
  sustainSec,
  until,
} from '../support/e2e-service.ts';

type Row = Readonly<Record<string, unknown>>;

const projectId = 'long-work';
const agentPath = join(packageRoot, 'test', 'chaos', 'support', 'agent.sh');

describe('a worker gate that is killed, stopped and started again', () => {
  let control: Installation;
  let worker: Installation;
  let gate: Program;
  let runId: string;

  beforeAll(async () => {
    ({ control, worker } = await installTwoRoles(({ dir }) => {
      // Works until it is let go, and ends with a status of its own.
      const agent = join(dir, 'patient-agent.sh');
      const wait = 'while [ ! -e "$ORRERY_PROJECT_DIR/../go" ]; do sleep 0.1; done';
      writeFileSync(agent, `set -eu\n${wait}\nsh '${agentPath}'\n`);
      return `sh '${agent}'`;
    }));
    await serve(control);
    gate = await serve(worker);
  });
  afterAll(async () => {
    // An agent outlives its gate, so it is let go before the folder is removed.
    writeFileSync(join(worker.dir, 'projects', 'go'), '');
    await endPrograms();
  });

  const runOf = async (): Promise<Row> => (await ask(worker, `/runs/${runId}`)).body['run'] as Row;
  const eventsOf = async (type: string): Promise<readonly Row[]> => {
    const reply = await ask(control, `/control/api/v1/events?event_type=${type}&page_size=500`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body['rows'] as Row[];
  };
  async function kill(): Promise<void> {
    gate.signal('SIGKILL');
    await gate.ended;
  }

  it('finds the same agent again after it was killed', async () => {
    const intake = await ask(control, '/control/api/intake/ideas', {
      idempotency_key: 'worker-role',
      source: 'e2e',
      dry_run: false,
      ideas: [
        { idea_id: projectId, title: 'Long work', prompt: 'Add.', workload_class: 'cpu_only' },
      ],
    });
    expect(intake.status, intake.text).toBe(200);
    const live = { dry_run: false, requested_by: 'e2e' };
    const dispatched = await ask(control, '/control/dispatch-next', live);
    expect(dispatched.status, dispatched.text).toBe(200);
    runId = String((dispatched.body['live'] as Row)['run_id']);
    const before = await runOf();
    expect(before).toMatchObject({ status: 'running', live: true });

    await kill();
    // Its agent is alive: signal 0 only looks.
    expect(process.kill(Number(before['pid']), 0)).toBe(true);
    gate = await serve(worker);
    const after = await until(async () => {
      const { body } = await ask(worker, `/runs/${runId}`);
      const tree = body['process_tree'] as Row | null;
      return tree?.['root_alive'] === true ? body : undefined;
    }, 'the agent is seen again');
    expect(after['run']).toMatchObject({ status: 'running', pid: before['pid'] });
  });

  it('notices that the agent ended while there was no gate, and with which status', async () => {
    await kill();
    writeFileSync(join(worker.dir, 'projects', 'go'), '');
    const exitCode = join(worker.dir, 'projects', projectId, '.orrery', 'runs', runId, 'exit_code');
    await until(async () => {
      try {
        return readFileSync(exitCode, 'utf8') === '0\n';
      } catch {
        return false;
      }
    }, 'the agent has ended');
    gate = await serve(worker);
    const run = await until(async () => {
      const row = await runOf();
      return row['status'] === 'quieting' ? row : undefined;
    }, 'the exit is noticed');
    expect(run).toMatchObject({ exit_code: 0, live: true });
    expect(Date.parse(String(run['agent_exited_at']))).toBeGreaterThan(0);
  });

  it('goes on waiting for quiet after it was stopped cleanly, and ends the run once', async () => {
    const { agent_exited_at: exitedAt } = await runOf();
    await stop(gate);
    gate = await serve(worker);
    const item = await until(async () => {
      const project = await ask(control, `/control/api/v1/projects/${projectId}`);
      const row = project.body['queue_item'] as Row | undefined;
      return row?.['status'] === 'completed' ? row : undefined;
    }, 'the project is completed');
    expect(item['current_run_id']).toBe(runId);
    const run = await runOf();
    expect(run).toMatchObject({ status: 'ready', exit_code: 0, agent_exited_at: exitedAt });
    const { receipt } = (await ask(worker, `/runs/${runId}`)).body as { receipt: Row };
    // The window is the last gate's own; what was waited before is in the wait.
    const { duration_ms: quietMs } = receipt['window'] as { readonly duration_ms: number };
    expect(quietMs).toBeGreaterThanOrEqual(sustainSec * 1000);
    expect(Number(receipt['waited_ms'])).toBeGreaterThanOrEqual(quietMs);

    expect(readFileSync(join(worker.dir, 'projects', 'starts.log'), 'utf8')).toBe(`${runId}\n`);
    for (const type of ['session_started', 'agent_yielded', 'session_finished_ready'])
      expect(await eventsOf(`worker_callback.${type}`), type).toHaveLength(1);
    await until(async () => {
      const { body } = await ask(worker, '/callbacks');
      return (body['summary'] as Row)['waiting'] === 0;
    }, 'everything is delivered');
  });

  it('proves its store afterwards and has said no token', async () => {
    await stop(gate);
    const verify = await runProgram(['verify'], worker.options);
    expect(verify, verify.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(secretsSaid()).toEqual([]);
  });
});

const receiver = `
use strict; use IO::Socket::UNIX; $| = 1; alarm 900;
my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM(), Local => $ARGV[0]) or die $!;
print "listening\\n"; my $text;
while (1) { $socket->recv($text, 4096); $text =~ s/\\n/|/g; print "$text\\n"; }
`;
const has = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const canReceive =
  has('systemd-notify', '--version') && has('perl', '-MIO::Socket::UNIX', '-e', '1');

describe.skipIf(!canReceive)('a worker gate under systemd', () => {
  afterAll(endPrograms);

  it('says when it is ready, that it lives, and when it stops', async () => {
    const worker = await install();
    configure(worker, { role: 'worker', sample_interval_sec: 1 });
    const socket = join(makeFolder(), 'notify');
    const child = spawn('perl', ['-e', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    let heard = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    const hears = (what: RegExp) => until(async () => what.test(heard), String(what));
    try {
      await hears(/listening/);
      const program = await serve(worker, {
        env: { ...worker.options.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '2000000' },
      });
      await hears(/^READY=1/m);
      await hears(/STATUS=runs live: 0; callbacks waiting: 0; at http/);
      // At least two signs of life after the one that says it is ready.
      await hears(/(?:WATCHDOG=1[\s\S]*){3}/);
      program.signal('SIGTERM');
      const end = await endedWithin(program, stopMsMax, 'the gate after SIGTERM');
      expect(end, end.stderr).toMatchObject({ code: 0 });
      await hears(/^STOPPING=1\|STATUS=stopping.*EXTEND_TIMEOUT_USEC=30000000/m);
      expect(end.stderr).not.toContain('could not be told');
    } finally {
      child.kill('SIGKILL');
    }
  });
});
