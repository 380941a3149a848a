/** What `run-once.sh` and the dispatch script leave in a run's folder about a start. */
import { join } from 'node:path';
import { limits } from '../../domain/limits.ts';
import { type RunPaths, runFiles } from '../../worker-wire/run-paths.ts';
import type { GateFiles } from '../ports.ts';
import { isSessionId } from './session-id.ts';

const scriptOutputBytesMax = 64 * 1024;
/** What a dispatch script may print before it is taken for one that never stops. */
export const scriptDiskBytesMax = 16 * 1024 * 1024;

/** True when the script has printed more than that. */
export async function hasFlooded(
  paths: RunPaths,
  { lstat }: Pick<GateFiles, 'lstat'>,
): Promise<boolean> {
  const files = [runFiles.scriptOut, runFiles.scriptErr].map((name) => join(paths.runDir, name));
  const sizes = await Promise.all(files.map((path) => lstat(path).catch(() => undefined)));
  return sizes.some((each) => each !== undefined && each.size > scriptDiskBytesMax);
}

/** Who took the right to start a run; unknown parts are null. */
export interface StartToken {
  readonly pid: number;
  readonly startTicks: number | null;
  readonly bootId: string | null;
}
/** What a dispatch script said about the agent it started. */
export interface ScriptAnswer {
  readonly pid: number;
  readonly pgid: number | null;
  readonly sessionId: string | null;
  readonly startTicks: number | null;
}

type Read = Pick<GateFiles, 'read'>;

/** The start token; undefined while nobody has taken it. */
export async function readToken(paths: RunPaths, { read }: Read): Promise<StartToken | undefined> {
  const slice = await read(join(paths.runDir, runFiles.startToken), 256);
  const words = slice?.data.toString('utf8').trim().split(' ');
  if (words === undefined) return undefined;
  const [pid, ticks, bootId] = words;
  const known = (word: string | undefined): word is string => word !== undefined && word !== '-';
  return {
    pid: Number(pid),
    startTicks: known(ticks) ? Number(ticks) : null,
    bootId: known(bootId) ? bootId : null,
  };
}

/** Exit status of the script; undefined while it runs, or when it was cut off. */
export async function readExitStatus(paths: RunPaths, { read }: Read): Promise<number | undefined> {
  const slice = await read(join(paths.runDir, runFiles.scriptStatus), 64);
  const text = slice?.data.toString('utf8').trim();
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/** The last line of the script's output that is a JSON object with a usable pid. */
export async function readAnswer(paths: RunPaths, { read }: Read): Promise<ScriptAnswer | null> {
  const path = join(paths.runDir, runFiles.scriptOut);
  const slice = await read(path, scriptOutputBytesMax, -scriptOutputBytesMax);
  const lines = slice?.data.toString('utf8').split('\n') ?? [];
  for (const line of lines.toReversed()) {
    const answer = parseAnswer(line.trim());
    if (answer !== null) return answer;
  }
  return null;
}

function parseAnswer(line: string): ScriptAnswer | null {
  if (!line.startsWith('{')) return null;
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
  const { pid, pgid, session_id: sessionId, start_ticks: startTicks } = value;
  if (!isProcessNumber(pid)) return null;
  return {
    pid,
    pgid: isProcessNumber(pgid) ? pgid : null,
    sessionId: typeof sessionId === 'string' && isSessionId(sessionId) ? sessionId : null,
    startTicks:
      typeof startTicks === 'number' && Number.isSafeInteger(startTicks) ? startTicks : null,
  };
}

function isProcessNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 1 && value !== process.pid;
}

/** The end of what the script wrote to its standard error, without control characters. */
export async function readErrorTail(paths: RunPaths, { read }: Read): Promise<string> {
  const bytesMax = limits.stderrTailBytesMax;
  const path = join(paths.runDir, runFiles.scriptErr);
  const slice = await read(path, bytesMax, -bytesMax);
  return (slice?.data.toString('utf8') ?? '').replace(/(?![\n\t])\p{Cc}/gu, '').trim();
}
