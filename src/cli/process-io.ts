/** What a command line says to the process it runs in, and whether all of it could be written. */
import { findPackageRoot } from '../lib/package-root.ts';
import type { CommandIo } from './command.ts';

/** The streams of this process; `whole` tells, once everything is written, why something was not. */
export interface ProcessIo {
  readonly io: CommandIo;
  /** The reason in words; null when all was written, or when the reader has gone away. */
  whole(): Promise<string | null>;
}

/** Of this process; a reader that goes away, as after `| head`, ends the output and not the command. */
export function createProcessIo(moduleUrl: string): ProcessIo {
  const { stdout, stderr } = process;
  let fault: string | null = null;
  let isReaderGone = false;
  const note = (error: NodeJS.ErrnoException | null | undefined): void => {
    if (error == null || isReaderGone) return;
    if (error.code === 'EPIPE') isReaderGone = true;
    else fault ??= error.message;
  };
  // What is said here is said to the caller of each write, too.
  stdout.on('error', note);
  stderr.on('error', () => undefined);
  return {
    io: {
      env: process.env,
      cwd: process.cwd(),
      packageRoot: findPackageRoot(moduleUrl),
      out: (line) => void stdout.write(`${line}\n`, note),
      err: (line) => void stderr.write(`${line}\n`),
      terminal: { isTTY: stdout.isTTY === true, columns: stdout.columns },
    },
    whole: () =>
      new Promise((done) => {
        stdout.write('', (error) => {
          note(error);
          done(fault);
        });
      }),
  };
}
