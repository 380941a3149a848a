/** Turns what is observed of a run, and what its agent left in the project, into the run's events. */
import { join } from 'node:path';
import type { JsonObject } from '../lib/canonical-json.ts';
import { redactValue } from '../lib/redact.ts';
import { credentialRules } from '../lib/secret-rules.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import { decisionFile, type RunPaths, runFiles } from '../worker-wire/run-paths.ts';
import { readJsonObject } from './files.ts';
import type { GateFiles, RunObservation } from './ports.ts';
import { readSessionId } from './start/session-id.ts';

type Read = Pick<GateFiles, 'read'>;
const decisionBytesMax = 256 * 1024;

/**
 * The event for one observation; reads exit code, session id and decision where they belong to it.
 * `onProblem` is told of a file that could not be used.
 */
export async function toGateRunEvent(
  observation: RunObservation,
  paths: RunPaths,
  files: Read,
  onProblem: (problem: string) => void,
): Promise<GateRunEvent> {
  switch (observation.type) {
    case 'agent_exited':
      return exited(paths, files, observation.process_tracking, onProblem);
    case 'idle_changed':
      return { type: 'IDLE_CHANGED', idle_state: observation.idle_state };
    case 'idle_confirmed':
      return {
        type: 'IDLE_CONFIRMED',
        receipt: observation.receipt,
        process_tracking: observation.process_tracking,
        decision: await readDecision(paths, files),
      };
    case 'wait_exhausted':
      return {
        type: 'WAIT_EXHAUSTED',
        receipt: observation.receipt,
        process_tracking: observation.process_tracking,
      };
    case 'failed':
      return { type: 'GATE_FAILED', error: observation.error };
  }
}

async function exited(
  paths: RunPaths,
  files: Read,
  tracking: JsonObject,
  onProblem: (problem: string) => void,
): Promise<GateRunEvent> {
  const { sessionId, problem } = await readSessionId(paths, files);
  if (problem !== null) onProblem(problem);
  return {
    type: 'AGENT_EXITED',
    exit_code: await readExitCode(paths, files),
    session_id: sessionId,
    process_tracking: tracking,
  };
}

/** Exit status the dispatch script noted for the agent; null when it noted none. */
export async function readExitCode(paths: RunPaths, { read }: Read): Promise<number | null> {
  const slice = await read(join(paths.runDir, runFiles.exitCode), 64);
  const text = slice?.data.toString('utf8').trim() ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** The decision file without credentials, since events keep it; null when missing, too large or no JSON object. */
export async function readDecision(paths: RunPaths, files: Read): Promise<JsonObject | null> {
  const value = await readJsonObject(join(paths.projectDir, decisionFile), decisionBytesMax, files);
  return redactValue(value as JsonObject | null, credentialRules);
}
