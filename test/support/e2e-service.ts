/**
 * An installation of the built program and the service it runs: made by `orrery init`, started by
 * `orrery serve`, asked over HTTP. Nothing of `src` is imported.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/soak/free-port.ts';
import {
  endedWithin,
  makeFolder,
  noteSaid,
  noteSecret,
  type Program,
  type ProgramOptions,
  readJson,
  runProgram,
  startProgram,
} from './e2e-program.ts';
import { patienceMs } from './patience.ts';

/** What `orrery init` made, and how to use it. */
export interface Installation {
  /** Folder of the configuration. */
  readonly dir: string;
  readonly configPath: string;
  readonly port: number;
  readonly baseUrl: string;
  /** The token that `init` made. */
  readonly token: string;
  /** Options to run commands on it. */
  readonly options: ProgramOptions;
}

/** Runs `orrery init` in a fresh folder; `before` as in `ProgramOptions`. */
export async function install(before: readonly string[] = []): Promise<Installation> {
  const cwd = makeFolder();
  const port = await freePort();
  const init = await runProgram(['init', 'home', '--port', String(port)], { cwd, before });
  if (init.code !== 0) throw new Error(`init failed: ${init.stderr}`);
  const dir = join(cwd, 'home');
  const configPath = join(dir, 'config.json');
  const token = String(readJson(configPath)['control_api_bearer_token']);
  noteSecret(token);
  const options = { cwd, env: { ORRERY_CONFIG: configPath } };
  return { dir, configPath, port, baseUrl: `http://127.0.0.1:${port}`, token, options };
}

/** Replaces fields of the configuration; one that is undefined is taken out. */
export function configure(
  { configPath }: Installation,
  fields: Readonly<Record<string, unknown>>,
): void {
  writeFileSync(configPath, JSON.stringify({ ...readJson(configPath), ...fields }, null, 2));
}

/** The shortest quiet window that a configuration may ask for. */
export const sustainSec = 30;

/**
 * A control plane and the worker gate that it looks to, not started. Of the run's own processes alone
 * the gate tells whether a run of class `cpu_only` is over: whatever else the machine does is quiet.
 */
export async function installTwoRoles(
  agentCommandOf: (worker: Installation) => string,
): Promise<{ readonly control: Installation; readonly worker: Installation }> {
  const control = await install();
  const worker = await install();
  configure(control, {
    role: 'control',
    dispatch_script_path: undefined,
    live_dispatch_enabled: true,
    worker_wake_gate_url: worker.baseUrl,
    worker_wake_gate_bearer_token: worker.token,
    worker_wake_gate_min_memory_available_mib: 1,
  });
  configure(worker, {
    role: 'worker',
    control_api_bearer_token: undefined,
    worker_wake_gate_url: undefined,
    completion_callback_url: `${control.baseUrl}/control/api/worker-callback`,
    completion_callback_token: control.token,
    agent_command: agentCommandOf(worker),
    sample_interval_sec: 1,
    workload_profiles: {
      cpu_only: {
        idle_sustain_sec: sustainSec,
        cpu_idle_threshold_pct: 100,
        gpu_idle_avg_threshold_pct: 100,
        gpu_idle_peak_threshold_pct: 100,
        vram_delta_threshold_mib: 1_000_000,
        evidence_delay_factor: 1,
      },
    },
  });
  return { control, worker };
}

/** Starts `serve` and resolves when it answers. */
export async function serve(
  installation: Installation,
  { args = [], ...extra }: Partial<ProgramOptions> & { readonly args?: readonly string[] } = {},
): Promise<Program> {
  const program = startProgram(['serve', ...args], { ...installation.options, ...extra });
  let gone = false;
  void program.ended.then(() => {
    gone = true;
  });
  await until(async () => {
    if (gone) throw new Error(`serve ended while it was waited for:\n${program.output()}`);
    return (await ask(installation, '/healthz')).status === 200;
  }, 'the service answers');
  return program;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body when it is a JSON object; empty otherwise. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** GET, or POST when there is a body. Status 0 when there is no connection. */
export async function ask(
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  path: string,
  body?: object,
): Promise<Answer> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    noteSaid(text);
    return { status: response.status, headers: response.headers, text, body: parseObject(text) };
  } catch (error) {
    return { status: 0, headers: new Headers(), text: String(error), body: {} };
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Looks whether `probe` answers something, less often the longer it takes; fails when it never does. */
export async function until<Value>(
  probe: () => Promise<Value | undefined | false>,
  what: string,
  limitMs = patienceMs,
): Promise<Value> {
  const endMs = performance.now() + limitMs;
  let last: unknown;
  for (let pauseMs = 10; performance.now() < endMs; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    last = value;
    await new Promise((next) => setTimeout(next, pauseMs));
  }
  throw new Error(`it did not come about within ${limitMs} ms: ${what} (last: ${String(last)})`);
}

/** Body of an intake of one idea under its own key. */
export const ideaBody = (title: string, prompt = 'Measure it.') => ({
  idempotency_key: title,
  source: 'e2e',
  dry_run: false,
  ideas: [{ title, prompt }],
});

/** Names of all projects, in order. */
export async function projectNames(
  installation: Pick<Installation, 'baseUrl' | 'token'>,
): Promise<string[]> {
  const list = await ask(installation, '/control/api/v1/projects?page_size=500');
  if (list.status !== 200) throw new Error(`no list of projects: ${list.text}`);
  return (list.body['rows'] as { project_name: string }[]).map((row) => row.project_name).sort();
}

/** A last resort: a stop that its own deadline cuts off is seen by its exit code. */
export const stopMsMax = patienceMs;

/** Stops a service by SIGTERM; throws when its end is not clean. */
export async function stop(program: Program): Promise<void> {
  program.signal('SIGTERM');
  const end = await endedWithin(program, stopMsMax, 'the service after SIGTERM');
  if (end.code !== 0) throw new Error(`the stop was not clean (${end.code}): ${end.stderr}`);
}
