/** Turns what is observed of a run, and what its agent left in the project, into the run's events. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../lib/canonical-json.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import { isErrno, readJsonObject, readRegularFile } from './files.ts';
import type { RunObservation } from './ports.ts';
import { decisionFile, questionFile, type RunPaths, runFiles } from './run-paths.ts';

const decisionBytesMax = 256 * 1024;
const questionBytesMax = 64 * 1024;
const questionCharsMax = 8000;

/** The event for one observation; reads the exit code and the decision where they belong to it. */
export async function toGateRunEvent(
  observation: RunObservation,
  paths: RunPaths,
): Promise<GateRunEvent> {
  switch (observation.type) {
    case 'agent_exited':
      return {
        type: 'AGENT_EXITED',
        exit_code: await readExitCode(paths),
        process_tracking: observation.process_tracking,
      };
    case 'idle_changed':
      return { type: 'IDLE_CHANGED', idle_state: observation.idle_state };
    case 'idle_confirmed':
      return {
        type: 'IDLE_CONFIRMED',
        receipt: observation.receipt,
        process_tracking: observation.process_tracking,
        decision: await readDecision(paths),
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

/** Exit status the dispatch script noted for the agent; null when it noted none. */
export async function readExitCode(paths: RunPaths): Promise<number | null> {
  const slice = await readRegularFile(join(paths.runDir, runFiles.exitCode), 64);
  const text = slice?.data.toString('utf8').trim() ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** The decision file as it is; null when missing, too large or no JSON object. */
export async function readDecision(paths: RunPaths): Promise<JsonObject | null> {
  const value = await readJsonObject(join(paths.projectDir, decisionFile), decisionBytesMax);
  return value as JsonObject | null;
}

/** The question the agent left for a person; null when there is none. */
export async function readQuestion(paths: RunPaths): Promise<string | null> {
  const value = await readJsonObject(join(paths.projectDir, questionFile), questionBytesMax);
  const question = typeof value?.question === 'string' ? value.question.trim() : '';
  return question === '' ? null : question.slice(0, questionCharsMax);
}

/** Moves a question that was passed on into the run's folder, so that it is asked once. */
export async function fileQuestion(paths: RunPaths): Promise<void> {
  try {
    await rename(join(paths.projectDir, questionFile), join(paths.runDir, runFiles.question));
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}
