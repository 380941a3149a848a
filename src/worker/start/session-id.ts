/**
 * The session id that an agent, its launcher or the dispatch script gives. It goes into variables and
 * arguments of later runs, so only words are taken that cannot pass for an option or a path.
 */
import { join } from 'node:path';
import { type RunPaths, runFiles } from '../../worker-wire/run-paths.ts';
import type { GateFiles } from '../ports.ts';

const pattern = /^[A-Za-z0-9][A-Za-z0-9._:@+=-]{0,199}$/;
/** The id and a line end; a longer file is no id. */
const fileBytesMax = 256;

/** True for 1 to 200 letters, digits and `._:@+=-`, beginning with a letter or digit. */
export function isSessionId(text: string): boolean {
  return pattern.test(text);
}

/** What `session_id` in the run folder holds. `problem` says why a file that exists was not taken. */
export async function readSessionId(
  paths: RunPaths,
  { read }: Pick<GateFiles, 'read'>,
): Promise<{ readonly sessionId: string | null; readonly problem: string | null }> {
  const slice = await read(join(paths.runDir, runFiles.sessionId), fileBytesMax);
  if (slice === undefined) return { sessionId: null, problem: null };
  const text = slice.data.toString('utf8').trim();
  if (slice.sizeBytes <= fileBytesMax && isSessionId(text)) {
    return { sessionId: text, problem: null };
  }
  const problem = `the file ${runFiles.sessionId} in the run folder was not taken: it must hold one line of at most 200 letters, digits and "._:@+=-"; the session cannot be resumed by its id`;
  return { sessionId: null, problem };
}
