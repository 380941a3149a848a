/** Starts a program that goes on writing, and hands its output over piece by piece. */
import { type ChildProcess, spawn } from 'node:child_process';

/** Why there will be no more output. */
export type StreamEnd =
  /** There is no such program. */
  | { readonly kind: 'missing' }
  /** It could not be started. */
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'ended';
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** The first of what it wrote to standard error. */
      readonly stderr: string;
    };

/** A program to be started, and who is told of its output and its end. */
export interface StreamRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly onData: (piece: Buffer) => void;
  /** Called once, when the process has gone and its output is read, or it could not be started. */
  readonly onEnd: (end: StreamEnd) => void;
}

/** Handle of a program that was started; its output goes to the request's `onData`. */
export interface RunningStream {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Ends it at once and reads no more of it. In the driver's hands it may yet take long to go. */
  kill(): void;
}

/** The port to programs that go on writing; one that cannot be started is told by `onEnd`. */
export type StartStream = (request: StreamRequest) => RunningStream;

const stderrCharsMax = 1000;

/**
 * Starts it without a shell. Should this process be killed, the program's next line meets a closed
 * pipe, whose signal ends it: `spawn` gives children the default for SIGPIPE.
 */
export const startStream: StartStream = ({ command, args, onData, onEnd }) => {
  // Without descriptors for its pipes it has no streams, whatever the types say, and never closes.
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  let failure: StreamEnd | undefined;
  child.stdout?.on('data', onData);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, stderrCharsMax);
  });
  child.on('error', (error: Error & { code?: string }) => {
    failure =
      error.code === 'ENOENT'
        ? { kind: 'missing' }
        : { kind: 'failed', reason: error.code ?? 'it could not be started' };
    if (child.stdout == null) onEnd(failure);
  });
  child.on('close', (exitCode, signal) => {
    onEnd(failure ?? { kind: 'ended', exitCode, signal, stderr });
  });
  return {
    pid: child.pid,
    kill() {
      child.kill('SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
};
