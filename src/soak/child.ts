/**
 * One program as a child process: started, waited for, paused, ended by its own id and by nothing
 * else. What it says goes to a file; its last part is kept for messages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { lowerProcessPriority } from '../lib/low-priority.ts';

interface ChildOptions {
  readonly name: string;
  /** Program and arguments. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything that it says is appended here; absent: only the last part is kept. */
  readonly logPath?: string;
  /** Called with each whole line of its standard output. */
  readonly onLine?: (line: string) => void;
  /** Opens a channel for messages. */
  readonly ipc?: boolean;
  /** Whether others on this machine go first; what it starts inherits that. */
  readonly givesWay?: boolean;
}

/** How a process ended; one of the two is null, and both are before it was ever started. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const tailCharsMax = 20_000;
/** One program that may be started again and again under one name; only its own process is ever signalled. */
export class Child {
  readonly name: string;
  readonly #options: ChildOptions;
  #process: ChildProcess | null = null;
  #ended: Promise<ChildEnd> = Promise.resolve({ code: null, signal: null });
  #tail = '';

  constructor(options: ChildOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Starts it; it must not be alive. */
  start(): void {
    if (this.alive) throw new Error(`${this.name} is alive already`);
    const { command, cwd, env, logPath, ipc } = this.#options;
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd,
      env,
      // A Ctrl-C at the terminal is for whoever started it, who ends it in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(ipc === true ? (['ipc'] as const) : [])],
    });
    const log = logPath === undefined ? null : createWriteStream(logPath, { flags: 'a' });
    this.#listen(child, log);
    if (this.#options.givesWay === true) lowerProcessPriority(child.pid);
    this.#process = child;
    this.#ended = new Promise((done) => {
      child.once('error', (error) => this.#keep(String(error)));
      child.once('close', (code, signal) => {
        log?.end();
        done({ code, signal });
      });
    });
  }

  #listen(child: ChildProcess, log: WriteStream | null): void {
    let line = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.#keep(text, log);
      if (this.#options.onLine === undefined) return;
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      for (const each of lines) this.#options.onLine(each);
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => this.#keep(text, log));
  }

  #keep(text: string, log: WriteStream | null = null): void {
    this.#tail = (this.#tail + text).slice(-tailCharsMax);
    log?.write(text);
  }

  get alive(): boolean {
    const child = this.#process;
    return child !== null && child.exitCode === null && child.signalCode === null;
  }

  get pid(): number | null {
    return this.alive ? (this.#process?.pid ?? null) : null;
  }

  /** Resolves when the process started last has ended and said everything. */
  get ended(): Promise<ChildEnd> {
    return this.#ended;
  }

  /** The last part of what all its processes said. */
  get tail(): string {
    return this.#tail;
  }

  /** The process itself, for messages; null when it is not alive. */
  get process(): ChildProcess | null {
    return this.alive ? this.#process : null;
  }

  /** Sends a signal to the living process; false when there is none. */
  signal(name: NodeJS.Signals): boolean {
    return this.alive && this.#process!.kill(name);
  }

  /** Ends it and resolves when it is gone; one that is paused is woken so that it can heed TERM. */
  async end(name: 'SIGKILL' | 'SIGTERM'): Promise<ChildEnd | null> {
    if (!this.signal(name)) return null;
    if (name === 'SIGTERM') this.signal('SIGCONT');
    return this.#ended;
  }
}
