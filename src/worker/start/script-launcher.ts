/**
 * Runs the operator's dispatch script under `run-once.sh`, whose first act is to take the run's start token: two of
 * them, of whichever gate, start one agent.
 */

import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { messageOfError, whyUnusable } from '../../lib/describe-error.ts';
import type { SpawnInput } from '../../machines/gate-run/effects.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import { type RunPaths, runFiles } from '../../worker-wire/run-paths.ts';
import type { Launch, ScriptLauncher } from '../ports.ts';
import { scriptArguments, scriptEnvironment } from './environment.ts';

/** The operator's script, and what it is run with. */
export interface LauncherOptions {
  readonly dispatchScriptPath: string;
  /** Path of the shipped `run-once.sh`. */
  readonly runOncePath: string;
  /** The worker's own environment, of which only listed names are passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly environmentAllow: readonly string[];
  /** Gives each run a cgroup of its own; without it, or where it cannot, a run has none. */
  readonly cgroups?: RunCgroups;
}

/** Of this machine. */
export function createScriptLauncher(options: LauncherOptions): ScriptLauncher {
  return {
    problem: () => scriptProblem(options.dispatchScriptPath),
    launch: (input, paths) => launch(options, input, paths),
  };
}

async function scriptProblem(path: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isFile()) return `dispatch_script_path ${path} is not a file`;
    await access(path, constants.X_OK);
    return null;
  } catch (error) {
    return `dispatch_script_path ${path} cannot be run: ${whyUnusable(error)}`;
  }
}

function launch(options: LauncherOptions, input: SpawnInput, paths: RunPaths): Launch {
  const { startToken, scriptStatus, scriptOut, scriptErr } = runFiles;
  const cgroup = options.cgroups?.prepare(input.run_id) ?? '';
  const child = spawn(
    '/bin/sh',
    [
      options.runOncePath,
      cgroup,
      paths.runDir,
      startToken,
      scriptStatus,
      scriptOut,
      scriptErr,
      '--',
      options.dispatchScriptPath,
      ...scriptArguments(input, paths),
    ],
    {
      cwd: paths.projectDir,
      env: scriptEnvironment(input, paths, options.environment, options.environmentAllow),
      // A session of its own: a restart of the service does not take the script with it.
      detached: true,
      stdio: 'ignore',
    },
  );
  child.unref();
  const started: { ended: boolean; readonly whenEnded: Promise<string | null> } = {
    ended: false,
    whenEnded: new Promise((resolve) => {
      child.once('error', (error) => resolve(messageOfError(error)));
      child.once('exit', (code, signal) =>
        resolve(`run-once.sh ended with ${code ?? signal} before taking the start token`),
      );
    }),
  };
  void started.whenEnded.then(() => {
    started.ended = true;
  });
  return started;
}
