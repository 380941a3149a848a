/** Where a run's files lie inside its project. The agent may read all of them. */
import { relative, resolve, sep } from 'node:path';
import { ServiceError } from '../domain/errors.ts';
import { decisionFile, productWord, projectMetaDir } from '../domain/product.ts';
import { resolveInside } from '../lib/safe-path.ts';

/** Folders of one run on a worker's disk; only `resolveRunPaths` makes them, so both lie inside the root. */
export interface RunPaths {
  /** Absolute project folder. */
  readonly projectDir: string;
  /** Absolute folder of the run's own files. */
  readonly runDir: string;
}

/** Names inside the run folder. */
export const runFiles = {
  metadata: 'prepared.json',
  spawnIntent: 'spawn_intent.json',
  startToken: 'start_token',
  scriptOut: 'dispatch.out',
  scriptErr: 'dispatch.err',
  scriptStatus: 'dispatch_status',
  exitCode: 'exit_code',
  sessionId: 'session_id',
  usage: 'usage.json',
  log: 'agent.log',
  question: 'question.json',
  previousQuestion: 'previous_question.json',
  previousDecision: 'previous_decision.json',
} as const;

/** Files the agent leaves, relative to the project folder. */
export const questionFile = `${projectMetaDir}/question.json`;
/** What the service tells the agent about how to end, relative to the project folder. */
export const protocolFile = `${projectMetaDir}/PROTOCOL.md`;
export { decisionFile };

/** The run folder relative to the project folder. */
export function runDirOf(runId: string): string {
  return `${projectMetaDir}/runs/${runId}`;
}

/**
 * Resolves a path from outside below `root`. Throws `path_escape` naming `field` when it is
 * absolute, climbs out or leaves through a symbolic link.
 */
export function resolveOrRefuse(root: string, path: string, field: string): string {
  const target = resolveInside(root, path);
  if (target === undefined) {
    throw new ServiceError('path_escape', `${field} "${path}" is absolute or leaves its root`, {
      errors: [{ path: field, message: 'must be a relative path that stays inside its root' }],
    });
  }
  return target;
}

/** Where a new project is put together before it appears, in the project root. */
export const stagingFolder = `.${productWord}-staging`;

/** Throws `invalid_request` for a folder that the service keeps for itself, or that lies in one. */
function refuseReserved(projectRoot: string, projectDir: string): void {
  const parts = relative(resolve(projectRoot), projectDir).split(sep);
  const taken = parts.find((part) => part === stagingFolder || part === projectMetaDir);
  if (taken === undefined) return;
  throw new ServiceError(
    'invalid_request',
    `project_dir leads into "${taken}", which the service keeps for itself`,
    {
      errors: [{ path: 'project_dir', message: `must not hold "${taken}"` }],
    },
  );
}

/** Resolves a project and the folder of one of its runs. Throws `path_escape`. */
export function resolveRunPaths(
  projectRoot: string,
  run: { readonly project_dir: string; readonly run_id: string },
): RunPaths {
  const projectDir = resolveOrRefuse(projectRoot, run.project_dir, 'project_dir');
  if (projectDir === resolve(projectRoot)) {
    throw new ServiceError('path_escape', 'project_dir must name a folder below the project root', {
      errors: [{ path: 'project_dir', message: 'must not be the project root itself' }],
    });
  }
  refuseReserved(projectRoot, projectDir);
  const runDir = resolveOrRefuse(projectDir, runDirOf(run.run_id), 'run_id');
  return { projectDir, runDir };
}
