/**
 * The built program as its users run it: child processes of `bin/orrery.mjs` with a clean
 * environment. What they say is kept, so that a test can prove that no secret is in it, and every
 * one that is still alive is ended by its id. Nothing of `src` is imported.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { patienceMs } from './patience.ts';

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
  readonly pid: number;
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

const alive = new Map<ChildProcess, Promise<Ended>>();
const folders: string[] = [];
const said: string[] = [];
const secrets = new Set<string>();

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
    pid: child.pid!,
    ended,
    output: () => `${output.stdout}${output.stderr}`,
    signal: (name) => void child.kill(name),
  };
}

/** Runs a command to its end; throws when it does not come to one. */
export async function runProgram(args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const program = startProgram(args, options);
  return endedWithin(program, patienceMs, `orrery ${args.join(' ')}`);
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

/** Ends what is still alive, removes every folder and forgets what was said and what is secret; for `afterAll`. */
export async function endPrograms(): Promise<void> {
  for (const child of alive.keys()) child.kill('SIGKILL');
  await Promise.all(alive.values());
  // What a cluster's job or an agent still writes there meanwhile is gone at the next try.
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  said.length = 0;
  secrets.clear();
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-e2e-'));
  folders.push(folder);
  return folder;
}

/** Keeps a text that must hold no secret, as a reply of the service. */
export function noteSaid(text: string): void {
  said.push(text);
}

/** From now on `secretsSaid` looks for this one. */
export function noteSecret(secret: string): void {
  secrets.add(secret);
}

/** Secrets found in the output of processes that have ended and in replies; for `afterEach`. */
export function secretsSaid(): string[] {
  return [...secrets].filter((secret) => said.some((text) => text.includes(secret)));
}

export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}
