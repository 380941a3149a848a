/**
 * A control plane and two worker gates as processes of their own, with a spoilable network between
 * each of them: what the two-gates test plays its faults on.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, createApi, type Reply } from '../../../src/cli/demo/api.ts';
import { Child } from '../../../src/soak/child.ts';
import { freePort } from '../../../src/soak/free-port.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { createSqliteReadModels } from '../../../src/store/sqlite/reads/read-models.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { patienceMs } from '../../support/patience.ts';
import { until } from '../../support/service.ts';
import { clockFactor, packageRoot, testConfig, token } from '../../support/service-config.ts';
import { buildProgram, removePrograms } from './bundle.ts';

export type GateName = 'a' | 'b';
export const gateNames: readonly GateName[] = ['a', 'b'];
type MemberName = 'control' | GateName;
type Json = Readonly<Record<string, unknown>>;

/** A service on a clock that runs fast must not take a busy machine for a dead worker. */
const generous = {
  dispatch_timeout_sec: 3000,
  paper_evidence_sync_timeout_sec: 3600,
  sample_interval_sec: 10,
};
/** Statuses that lead no further without a person. */
const dead: readonly string[] = ['needs_review', 'blocked', 'canceled', 'paused'];
const linesShown = 30;

interface Member {
  readonly dir: string;
  readonly port: number;
  readonly child: Child;
}

export class TwoGates {
  readonly #dir = mkdtempSync(join(tmpdir(), 'orrery-two-gates-'));
  readonly #members = new Map<MemberName, Member>();
  readonly #originMs = Date.now();
  #program = '';
  /** Control plane to gate, by gate. */
  readonly toGate = new Map<GateName, FaultProxy>();
  /** Gate to control plane, by gate: what callbacks travel on. */
  readonly toControl = new Map<GateName, FaultProxy>();
  api!: Api;

  async start(): Promise<void> {
    this.#program = await buildProgram('member');
    const controlPort = await freePort();
    const control = this.#add('control', controlPort);
    for (const name of gateNames) {
      const gate = this.#add(name, await freePort());
      this.toGate.set(name, await startFaultProxy(gate.port));
      this.toControl.set(name, await startFaultProxy(controlPort));
      this.#configure(gate, {
        ...generous,
        role: 'worker',
        live_dispatch_enabled: undefined,
        run_cgroup: 'auto',
        worker_wake_gate_url: undefined,
        completion_callback_url: `http://127.0.0.1:${this.toControl.get(name)!.port}/control/api/worker-callback`,
        completion_callback_timeout_sec: 200,
        agent_command: `sh '${join(packageRoot, 'test/chaos/support/gate-agent.sh')}'`,
      });
    }
    const targetOf = (name: GateName) => ({
      wake_gate_url: `http://127.0.0.1:${this.toGate.get(name)!.port}`,
      bearer_token: token,
      min_memory_available_mib: 1,
    });
    this.#configure(control, {
      ...generous,
      role: 'control',
      dispatch_script_path: undefined,
      agent_command: undefined,
      worker_wake_gate_url: undefined,
      worker_wake_gate_bearer_token: undefined,
      worker_targets: { a: targetOf('a'), b: targetOf('b') },
      run_stale_after_sec: 600,
    });
    this.api = createApi(`http://127.0.0.1:${controlPort}`, token);
    await Promise.all([...this.#members.keys()].map((name) => this.serve(name)));
  }

  #add(name: MemberName, port: number): Member {
    const dir = join(this.#dir, name);
    mkdirSync(dir);
    const child = new Child({
      name,
      command: [process.execPath, this.#program],
      cwd: dir,
      env: {
        PATH: process.env['PATH'] ?? '',
        ORRERY_CONFIG: join(dir, 'config.json'),
        CHAOS_ORIGIN_MS: String(this.#originMs),
        CHAOS_FACTOR: String(clockFactor),
        CHAOS_PACKAGE_ROOT: packageRoot,
      },
      ipc: true,
    });
    const member: Member = { dir, port, child };
    this.#members.set(name, member);
    return member;
  }

  #configure(member: Member, changes: Readonly<Record<string, unknown>>): void {
    const config = { ...testConfig(member.port), ...changes };
    writeFileSync(join(member.dir, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  }

  #member(name: MemberName): Member {
    return this.#members.get(name)!;
  }

  get controlPort(): number {
    return this.#member('control').port;
  }

  /** Starts a member; resolves when it serves. */
  async serve(name: MemberName): Promise<void> {
    const { child } = this.#member(name);
    child.start();
    await new Promise<void>((ready, failed) => {
      void child.ended.then(({ code }) =>
        failed(new Error(`${name} ended with ${code}: ${child.tail}`)),
      );
      child.process!.on('message', (message: Json) => {
        if (message['ready'] === true) ready();
      });
    });
  }

  /** Ends a member as a power cut would, or politely; resolves when it is gone. */
  async end(name: MemberName, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    return (await this.#member(name).child.end(signal))?.code ?? null;
  }

  /** Whole networks and living members, as before any fault. */
  async mend(): Promise<void> {
    for (const proxy of [...this.toGate.values(), ...this.toControl.values()]) proxy.set('pass');
    for (const [name, { child }] of this.#members) if (!child.alive) await this.serve(name);
  }

  /** Moves the member's wall clock. */
  async jump(name: MemberName, ms: number): Promise<void> {
    const child = this.#member(name).child.process!;
    const heard = new Promise<void>((done) => child.once('message', () => done()));
    child.send({ jump_ms: ms });
    await heard;
  }

  /** Takes in one project that goes to `gate`. */
  async takeIn(projectId: string, gate: GateName, prompt = 'Add numbers.'): Promise<void> {
    const reply = await this.api.post('/control/api/intake/ideas', {
      idempotency_key: `take-in-${projectId}`,
      source: 'two-gates',
      dry_run: false,
      ideas: [
        {
          idea_id: projectId,
          title: `Idea ${projectId}`,
          prompt,
          workload_class: 'cpu_only',
          machine_target: gate,
        },
      ],
    });
    expectOk(reply, `taking in ${projectId}`);
  }

  /** Asks for a dispatch; any answer is one, since the network may be spoilt. */
  dispatch(projectId: string): Promise<Reply> {
    return this.api.post('/control/dispatch-one', { project_id: projectId, dry_run: false });
  }

  async item(projectId: string): Promise<Json> {
    const reply = await this.api.get(`/control/api/v1/projects/${projectId}`);
    return (reply.body['queue_item'] as Json | null) ?? {};
  }

  /**
   * Waits for a status of a project's queue item, and takes `step` at each look. Fails as soon as the
   * item waits for a person.
   */
  async reaches(
    projectId: string,
    statuses: readonly string[],
    step: (status: string) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Json> {
    let last: Json = {};
    const look = async (): Promise<Json | undefined> => {
      last = await this.item(projectId).catch(() => last);
      const status = String(last['status']);
      if (statuses.includes(status)) return last;
      if (dead.includes(status)) throw new Error(`${projectId} is ${status}`);
      // The control plane may be away; whether it heard is seen at the next look.
      await step(status).catch(() => null);
      return undefined;
    };
    const what = `${projectId} is ${statuses.join(' or ')}`;
    return until(look, what, patienceMs).catch((error: unknown) => {
      throw new Error(`${String(error)}; last seen ${JSON.stringify(last)}\n${this.outputs()}`);
    });
  }

  /** The same, and dispatches the project as often as it comes back to the queue. */
  async pursues(projectId: string, statuses: readonly string[]): Promise<Json> {
    return this.reaches(projectId, statuses, (status) => this.#launch(projectId, status));
  }

  async #launch(projectId: string, status: string): Promise<void> {
    const by = { requested_by: 'tester' };
    if (status === 'dispatch_error')
      await this.api.post(`/control/api/v1/queue/${projectId}/retry`, by);
    if (status === 'queued') await this.dispatch(projectId);
  }

  /** Lets go the agent, or the process it left behind, that waits for it. */
  letGo(gate: GateName, projectId: string): void {
    writeFileSync(join(this.#member(gate).dir, 'projects', `${projectId}.go`), '');
  }

  /** What the control plane has fetched of a project's results. */
  fetched(projectId: string, name: string): boolean {
    const { dir } = this.#member('control');
    return existsSync(join(dir, 'state', 'artifacts', projectId, 'results', name));
  }

  /** What a gate says of a run, asked past the network's faults. */
  async detailOn(gate: GateName, runId: string): Promise<Json> {
    const api = createApi(`http://127.0.0.1:${this.#member(gate).port}`, token);
    return (await api.get(`/runs/${runId}`)).body;
  }

  /** The head of it: the run's row. */
  async runOn(gate: GateName, runId: string): Promise<Json> {
    return ((await this.detailOn(gate, runId))['run'] as Json | undefined) ?? {};
  }

  /** Callbacks of a gate that the control plane has not taken yet. */
  async undelivered(gate: GateName): Promise<number> {
    const api = createApi(`http://127.0.0.1:${this.#member(gate).port}`, token);
    const { waiting, parked } = (await api.get('/runs')).body['callbacks'] as {
      readonly waiting: number;
      readonly parked: number;
    };
    return waiting + parked;
  }

  /** Run ids of the agents that were started on a gate, one per start. */
  starts(gate: GateName): string[] {
    const path = join(this.#member(gate).dir, 'projects', 'starts.log');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  }

  /** The last lines that each process said, for the message of a failing test. */
  outputs(): string {
    const last = (text: string): string => text.trimEnd().split('\n').slice(-linesShown).join('\n');
    return [...this.#members]
      .map(([name, { child }]) => `--- the last of ${name}\n${last(child.tail)}`)
      .join('\n');
  }

  /** The stores as files, once their processes have ended: whole, proven, nothing left to do. */
  async problemsInStores(): Promise<string[]> {
    const problems: string[] = [];
    for (const name of this.#members.keys()) {
      const db = openSqlite({ path: this.#storeOf(name) });
      const journal = createStoreJournal(db);
      const verified = await verifyJournal(journal);
      problems.push(...verified.problems.map((problem) => `${name}: ${JSON.stringify(problem)}`));
      for (const { name: effect } of await journal.effects(0, 100))
        problems.push(`${name}: ${effect} is left in the outbox`);
      for (const letter of await journal.deadLetters(100))
        problems.push(`${name}: dead letter ${JSON.stringify(letter)}`);
      db.close();
    }
    return problems;
  }

  /** What members have left to do; a stop on their fast clock does not wait for it. */
  async undone(): Promise<number> {
    let count = 0;
    for (const name of this.#members.keys()) {
      const db = openSqlite({ path: this.#storeOf(name), readonly: true });
      count += (await createStoreJournal(db).effects(0, 100)).length;
      db.close();
    }
    return count;
  }

  /** The file that holds what a member knows. */
  #storeOf(name: MemberName): string {
    const file = name === 'control' ? 'control.db' : 'worker/gate.db';
    return join(this.#member(name).dir, 'state', file);
  }

  /** Attempts at the effects of a name that the control plane has under way. */
  async attempts(effect: string): Promise<number> {
    const db = openSqlite({ path: this.#storeOf('control'), readonly: true });
    const rows = await createStoreJournal(db).effects(0, 100);
    db.close();
    return Math.max(0, ...rows.filter(({ name }) => name === effect).map((row) => row.attempts));
  }

  /** Events of a type in the control plane's store. */
  async events(eventType: string): Promise<readonly Json[]> {
    const db = openSqlite({ path: this.#storeOf('control') });
    const events = await createSqliteReadModels(db).events({
      before: null,
      limit: 500,
      entityType: '',
      entityId: '',
      eventType,
      search: '',
    });
    db.close();
    return events as unknown as readonly Json[];
  }

  /** Ends what still lives and removes everything. */
  async remove(): Promise<void> {
    await Promise.all([...this.#members.keys()].map((name) => this.end(name, 'SIGKILL')));
    for (const proxy of [...this.toGate.values(), ...this.toControl.values()]) await proxy.close();
    rmSync(this.#dir, { recursive: true, force: true });
    removePrograms();
  }
}

function expectOk(reply: Reply, what: string): void {
  if (reply.status >= 300)
    throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
}
