/**
 * `POST /prepare-project`: puts the prompt, the protocol for the agent and the run's metadata into
 * the project folder, whole or not at all. A new project appears by one rename; in an existing one the metadata file comes last,
 * so its presence means that everything before it is in place. What an earlier run of the project
 * left as its decision or question is moved aside, so that it can never be taken for this run's.
 */
import { dirname, join } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { projectMetaDir } from '../../domain/product.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import { fingerprint, sha256Hex } from '../../lib/hash.ts';
import { isInside } from '../../lib/safe-path.ts';
import type { GateRunEvent } from '../../machines/gate-run/events.ts';
import {
  decisionFile,
  protocolFile,
  questionFile,
  type RunPaths,
  resolveOrRefuse,
  resolveRunPaths,
  runDirOf,
  runFiles,
  stagingFolder,
} from '../../worker-wire/run-paths.ts';
import type { PrepareReply, PrepareRequest } from '../../worker-wire/wire.ts';
import { askOrThrow } from '../ask.ts';
import { isErrno, readJsonObject } from '../files.ts';
import type { ForgottenRuns } from '../forgotten-runs.ts';
import type { AskActor, GateFiles, GateRunReader } from '../ports.ts';
import { busy } from './busy.ts';
import { protocolText } from './protocol.ts';

interface PrepareOptions {
  readonly projectRoot: string;
  readonly files: GateFiles;
  readonly ask: AskActor;
  readonly runs: Pick<GateRunReader, 'get' | 'listLive'>;
  readonly forgotten: ForgottenRuns;
  readonly clock: Clock;
}

const metadataBytesMax = 64 * 1024;

/**
 * Prepares a run; the same request again answers the same. Throws `path_escape`, `project_exists`
 * (the folder holds something and `overwrite` is not set), `worker_busy` (a run lives there),
 * `run_conflict` (the run id is known with another request) or `run_fenced`.
 */
export async function prepareProject(
  options: PrepareOptions,
  request: PrepareRequest,
): Promise<PrepareReply> {
  const paths = resolveRunPaths(options.projectRoot, request);
  refuseOwnFiles(paths, request.prompt_file);
  const replayed = await naming('project_dir', () => findReplay(options, paths, request));
  if (replayed === 'started') return toReply(options, request, true);
  if (replayed === 'no') {
    // Before a file of a project is touched in which an agent may be at work.
    await naming('project_dir', async () => {
      await refuseBesideLive(options, paths);
      await options.forgotten.refuseBeside(paths.projectDir, request.run_id);
      await writeProject(options, paths, request);
    });
  }
  const event: GateRunEvent = {
    type: 'PREPARE',
    run_id: request.run_id,
    project_id: request.project_id,
    project_dir: request.project_dir,
    prompt_file: request.prompt_file,
    prompt_sha256: sha256Hex(request.prompt_text),
  };
  const address = { kind: 'gate_run', id: request.run_id };
  await askOrThrow(options.ask, address, event, `prepare:${request.run_id}`);
  return toReply(options, request, replayed === 'prepared');
}

/** Its prompt, its decision and its question lie in the same places. */
async function refuseBesideLive(
  { runs, projectRoot }: Pick<PrepareOptions, 'runs' | 'projectRoot'>,
  { projectDir }: RunPaths,
): Promise<void> {
  const live = (await runs.listLive()).find(
    (run) => resolveRunPaths(projectRoot, run).projectDir === projectDir,
  );
  if (live !== undefined) throw busy(live.run_id);
}

function toReply(
  options: PrepareOptions,
  request: PrepareRequest,
  replayed: boolean,
): PrepareReply {
  return {
    accepted: true,
    prepared: {
      project_dir: request.project_dir,
      prompt_file: request.prompt_file,
      metadata_file: `${runDirOf(request.run_id)}/${runFiles.metadata}`,
    },
    replayed,
    timestamp: toIsoTime(options.clock.now()),
  };
}

function refuseOwnFiles(paths: RunPaths, promptFile: string): void {
  const path = resolveOrRefuse(paths.projectDir, promptFile, 'prompt_file');
  if (/\/\.?$/.test(promptFile)) {
    throw new ServiceError('invalid_request', `prompt_file "${promptFile}" names a folder`, {
      errors: [{ path: 'prompt_file', message: 'must name a file' }],
    });
  }
  // Below it lie the decision and the files of every run: a prompt there would pass for one of them.
  const metaDir = join(paths.projectDir, projectMetaDir);
  if (isInside(path, paths.runDir) || isInside(metaDir, path)) {
    throw new ServiceError(
      'invalid_request',
      `prompt_file "${promptFile}" is taken by the service`,
      {
        errors: [{ path: 'prompt_file', message: 'must name a file of its own in the project' }],
      },
    );
  }
}

/** Identity of a prepare request; `overwrite` says how, not what. */
function requestFingerprint(request: PrepareRequest): string {
  const { overwrite: _, ...identity } = request;
  return fingerprint(identity);
}

/** Whether exactly this request was carried out before, and whether its run went on since. */
async function findReplay(
  options: PrepareOptions,
  paths: RunPaths,
  request: PrepareRequest,
): Promise<'no' | 'prepared' | 'started'> {
  const run = await options.runs.get(request.run_id);
  const started = run !== undefined && run.status !== 'new' && run.status !== 'prepared';
  if (started && run.dispatch_fingerprint === null) {
    throw new ServiceError('run_fenced', `run ${request.run_id} was called off before it started`);
  }
  const metadata = await readJsonObject(
    join(paths.runDir, runFiles.metadata),
    metadataBytesMax,
    options.files,
  );
  if (metadata?.request_sha256 === requestFingerprint(request))
    return started ? 'started' : 'prepared';
  if (metadata !== null || started) {
    throw new ServiceError(
      'run_conflict',
      `run ${request.run_id} was prepared with another request; use a new run id`,
    );
  }
  return 'no';
}

async function writeProject(
  options: PrepareOptions,
  paths: RunPaths,
  request: PrepareRequest,
): Promise<void> {
  const { files } = options;
  if (await isEmptyOrMissing(files, paths.projectDir)) {
    const staging = join(options.projectRoot, stagingFolder, request.run_id);
    await files.remove(staging);
    try {
      await naming('prompt_file', () => writePrompt(options, staging, request));
      await writeFacts(options, staging, request);
      await naming('project_dir', async () => {
        await files.mkdir(dirname(paths.projectDir));
        await files.rename(staging, paths.projectDir);
      });
    } finally {
      await files.remove(staging);
    }
    return;
  }
  if (!request.overwrite) {
    throw new ServiceError(
      'project_exists',
      `project folder "${request.project_dir}" holds files already; set overwrite to run in it again`,
    );
  }
  // First what may fail: the decision of an earlier run stays where it is if it does.
  await naming('prompt_file', () => writePrompt(options, paths.projectDir, request));
  await naming('project_dir', () => files.mkdir(paths.runDir));
  await moveAside(
    files,
    join(paths.projectDir, decisionFile),
    join(paths.runDir, runFiles.previousDecision),
  );
  await moveAside(
    files,
    join(paths.projectDir, questionFile),
    join(paths.runDir, runFiles.previousQuestion),
  );
  await writeFacts(options, paths.projectDir, request);
}

/** What the file system says of a path that cannot be what it is to be. */
const unfit: Readonly<Record<string, string>> = {
  EEXIST: 'something else stands in its way, such as a file or a link that leads nowhere',
  ENOTDIR: 'a part of it is no folder',
  EISDIR: 'a folder stands there',
  ENOTEMPTY: 'a folder that holds something stands there',
  ENOENT: 'a part of it is missing, or a link that leads nowhere',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'it is too long for this file system',
};

/** Throws `invalid_request` naming `field` where `act` fails for what its path is. */
async function naming<Value>(
  field: 'project_dir' | 'prompt_file',
  act: () => Promise<Value>,
): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    const why = unfit[(error as NodeJS.ErrnoException).code ?? ''];
    if (why === undefined) throw error;
    throw new ServiceError('invalid_request', `${field} cannot be written: ${why}`, {
      errors: [{ path: field, message: `must be a path that can be written: ${why}` }],
    });
  }
}

function writePrompt(
  { files }: PrepareOptions,
  projectDir: string,
  { prompt_file: file, prompt_text: text }: PrepareRequest,
): Promise<void> {
  return files.write(join(projectDir, file), text);
}

async function writeFacts(
  options: PrepareOptions,
  projectDir: string,
  request: PrepareRequest,
): Promise<void> {
  await options.files.write(join(projectDir, protocolFile), protocolText);
  const { prompt_text: promptText, overwrite: _, ...facts } = request;
  const metadata = {
    ...facts,
    prompt_sha256: sha256Hex(promptText),
    request_sha256: requestFingerprint(request),
    prepared_at: toIsoTime(options.clock.now()),
  };
  const path = join(projectDir, runDirOf(request.run_id), runFiles.metadata);
  await options.files.write(path, `${JSON.stringify(metadata, null, 2)}\n`);
}

async function isEmptyOrMissing({ list }: GateFiles, dir: string): Promise<boolean> {
  try {
    return (await list(dir)).length === 0;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return true;
    if (isErrno(error, 'ENOTDIR')) {
      throw new ServiceError(
        'project_exists',
        'project_dir is taken by a file that is not a folder',
      );
    }
    throw error;
  }
}

async function moveAside({ rename }: GateFiles, from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}
