/** Gives the blocks of a part of a file back to the disk, leaving its size and offsets as they are. */

import { spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { messageOfError } from '../../lib/describe-error.ts';

/** Null when it was done, else why not. */
export type PunchHole = (handle: FileHandle, from: number, to: number) => Promise<string | null>;

const wordsMax = 300;

/**
 * By `fallocate` of util-linux: Node has no call for it. The program gets the open file itself, not
 * its name, at which an agent could meanwhile have put something else.
 */
export const punchHole: PunchHole = (handle, from, to) =>
  new Promise((resolve) => {
    const range = ['--offset', String(from), '--length', String(to - from)];
    const child = spawn('fallocate', ['--punch-hole', ...range, '/proc/self/fd/3'], {
      stdio: ['ignore', 'ignore', 'pipe', handle.fd],
    });
    let said = '';
    // Without descriptors left it has none.
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, wordsMax);
    });
    child.once('error', (error) => resolve(`fallocate cannot be run: ${messageOfError(error)}`));
    child.once('close', (code) => {
      const words = said.trim().split('\n')[0] ?? '';
      resolve(code === 0 ? null : words || `fallocate ended with ${code ?? 'a signal'}`);
    });
  });
