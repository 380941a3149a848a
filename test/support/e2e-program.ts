/**
 * The built program as its users run it: child processes of `bin/orrery.mjs` with a clean
 * environment. What they say is kept, so that a test can prove that no secret is in it, and every
 * one that is still alive is ended by its id. Nothing of `src` is imported.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const packageRoot = resolve(import.meta.dirname, '../..');
const binPath = join(packageRoot, 'bin', 'orrery.mjs');
export const fixtures = join(packageRoot, 'test', 'fixtures');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  /** Resolves when the process has ended and its output is complete. */
  readonly ended: Promise<Ended>;
  /** Everything said so far, for the message of a failing test. */
  output(): string;
  signal(name: NodeJS.Signals): void;
}

export interface ProgramOptions {
  readonly cwd: string;
  /** Added to PATH and HOME, which are all it gets otherwise. */
  readonly env?: Readonly<Record<string, string>>;
  /** Command put before `node bin/orrery.mjs`, for limits that a shell sets. */
  readonly before?: readonly string[];
}

/** How long a command that ends by itself may take. */
const commandMsMax = 60_000;

const alive = new Map<ChildProcess, Promise<Ended>>();
const folders: string[] = [];
const said: string[] = [];

export function startProgram(args: readonly string[], options: ProgramOptions): Program {
  const [command, ...rest] = [...(options.before ?? []), process.execPath, binPath, ...args];
  const child = spawn(command!, rest, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: options.cwd, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code, signal) => {
      alive.delete(child);
      said.push(output.stdout, output.stderr);
      done({ code, signal, ...output });
    });
  });
  alive.set(child, ended);
  return {
    ended,
    output: () => `${output.stdout}${output.stderr}`,
    signal: (name) => void child.kill(name),
  };
}

/** Runs a command to its end; throws when it does not come to one. */
export async function runProgram(
  args: readonly string[],
  options: ProgramOptions & { readonly limitMs?: number },
): Promise<Ended> {
  const program = startProgram(args, options);
  return endedWithin(program, options.limitMs ?? commandMsMax, `orrery ${args.join(' ')}`);
}

/** The end of a process that ends by itself, or an error with what it said. */
export async function endedWithin(program: Program, ms: number, what: string): Promise<Ended> {
  let limit: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, fail) => {
    limit = setTimeout(
      () => fail(new Error(`${what} did not end within ${ms} ms:\n${program.output()}`)),
      ms,
    );
  });
  try {
    return await Promise.race([program.ended, tooLong]);
  } finally {
    clearTimeout(limit);
  }
}

/** Ends what is still alive and removes every folder; for `afterAll`. */
export async function endPrograms(): Promise<void> {
  for (const child of alive.keys()) child.kill('SIGKILL');
  await Promise.all(alive.values());
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-e2e-'));
  folders.push(folder);
  return folder;
}

/** What processes that have ended and replies of the service held, in this test file so far. */
export function everythingSaid(): string {
  return said.join('\n');
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => done(port));
    });
  });
}

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

/** Runs `orrery init` in a fresh folder. */
export async function install(): Promise<Installation> {
  const cwd = makeFolder();
  const port = await freePort();
  const init = await runProgram(['init', 'home', '--port', String(port)], { cwd });
  if (init.code !== 0) throw new Error(`init failed: ${init.stderr}`);
  const dir = join(cwd, 'home');
  const configPath = join(dir, 'config.json');
  const token = String(readJson(configPath)['control_api_bearer_token']);
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

export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

/** Starts `serve` and resolves when it answers. */
export async function serve(
  installation: Installation,
  extra: Partial<ProgramOptions> = {},
): Promise<Program> {
  const program = startProgram(['serve'], { ...installation.options, ...extra });
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
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    said.push(text);
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

const pollMs = 25;

/** Polls until `probe` answers something, and fails when it never does. */
export async function until<Value>(
  probe: () => Promise<Value | undefined | false>,
  what: string,
  limitMs = 30_000,
): Promise<Value> {
  const endMs = performance.now() + limitMs;
  let last: unknown;
  while (performance.now() < endMs) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    last = value;
    await new Promise((next) => setTimeout(next, pollMs));
  }
  throw new Error(`it did not come about within ${limitMs} ms: ${what} (last: ${String(last)})`);
}
