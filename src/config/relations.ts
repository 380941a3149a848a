/** What must hold between fields, once each of them is valid by itself. */
import { dirname, resolve } from 'node:path';
import { isInside } from '../lib/safe-path.ts';
import { checkBudgets } from './budgets.ts';
import { checkClassName } from './class-name.ts';
import { checkClusters } from './clusters.ts';
import { faultOfTls } from './database-tls.ts';
import { metaOf } from './field.ts';
import { checkGateThresholds, checkGateTimes } from './gate-times.ts';
import { checkChannels } from './notify-channels.ts';
import { checkPaperWriter } from './paper-writer.ts';
import type { ConfigProblem, RelationFindings } from './problems.ts';
import { fileShape, type ParsedConfig } from './schema.ts';
import { checkTokenStrength } from './token-strength.ts';
import { checkUnsupported } from './unsupported.ts';
import { checkWorkers } from './workers.ts';
import { classFields, profileValue } from './workload-profiles.ts';

/** Path of the control plane's route that accepts completion callbacks. */
export const workerCallbackPath = '/control/api/worker-callback';

/** `given` holds the top-level names that the file itself sets. Pure. */
type Check = (parsed: ParsedConfig, given: ReadonlySet<string>) => RelationFindings;

const fieldNames = Object.keys(fileShape) as readonly (keyof ParsedConfig)[];

const checks: readonly Check[] = [
  ...fieldNames.map((name) => onlyProblems((parsed) => checkRequired(parsed, name))),
  onlyProblems(checkGateToken),
  onlyProblems(checkUwsBuild),
  onlyProblems(checkSshFallback),
  onlyProblems(checkBackupRole),
  onlyProblems(checkPump),
  onlyProblems(checkHosted),
  onlyProblems(checkWorkers),
  onlyProblems(checkClusters),
  onlyProblems(checkBudgets),
  onlyProblems(checkProfileNames),
  onlyProblems(checkChannels),
  onlyProblems(checkPaperWriter),
  checkGateTimes,
  checkGateThresholds,
  (parsed, given) => ({ problems: [], notices: shadowedThresholds(parsed, given) }),
  onlyProblems(checkUnsupported),
  checkTokenStrength,
  (parsed) => ({ problems: [], notices: weakPoints(parsed) }),
];

/**
 * Projects are the agents', the state is the service's: neither may lie in the other, and backups in
 * none of both. Relative paths start at `baseDir`.
 */
export function checkFolders(parsed: ParsedConfig, baseDir: string): ConfigProblem[] {
  const intakeDir = checkIntakeDir(parsed, baseDir);
  return [
    ...intakeDir,
    ...checkCorpusDir(parsed, baseDir),
    ...checkRouteLog(parsed, baseDir),
    ...checkStateDir(parsed, baseDir),
  ];
}

/** What is released lies where no agent writes, and in a folder that is the corpus and nothing else. */
function checkCorpusDir(parsed: ParsedConfig, baseDir: string): ConfigProblem[] {
  if (parsed.corpus_dir === null) return [];
  const corpusDir = resolve(baseDir, parsed.corpus_dir);
  const refuse = (message: string): ConfigProblem[] => [{ path: 'corpus_dir', message }];
  const projectRoot = resolve(baseDir, parsed.project_root);
  if (isInside(projectRoot, corpusDir) || isInside(corpusDir, projectRoot))
    return refuse(
      `must not lie in project_root (${projectRoot}), where agents write, nor project_root in it; choose a folder beside it`,
    );
  const stateDir = resolve(baseDir, parsed.state_dir);
  return isInside(corpusDir, stateDir)
    ? refuse(`must not be or hold state_dir (${stateDir}); choose a folder in it or beside it`)
    : [];
}

/** Lines are added to whatever file is named: one of the store would be destroyed by that. */
function checkRouteLog(parsed: ParsedConfig, baseDir: string): ConfigProblem[] {
  const { route_observability_log_path: given } = parsed;
  if (given === null) return [];
  const path = resolve(baseDir, given);
  const stateDir = resolve(baseDir, parsed.state_dir);
  const isLog = dirname(path) === stateDir && path.endsWith('.jsonl');
  const around = (['state_dir', 'project_root'] as const).find((name) =>
    isInside(resolve(baseDir, parsed[name]), path),
  );
  if (around === undefined || (around === 'state_dir' && isLog)) return [];
  const message =
    around === 'state_dir'
      ? `must not be a file of the service's own (${stateDir}); directly in state_dir its name must end in .jsonl, or choose a file elsewhere`
      : 'must not lie in project_root, where agents write; choose a file elsewhere';
  return [{ path: 'route_observability_log_path', message }];
}

/** What lies where agents write would let them queue work of their own. */
function checkIntakeDir(parsed: ParsedConfig, baseDir: string): ConfigProblem[] {
  const { intake_dir: given } = parsed;
  if (given === null) return [];
  const intakeDir = resolve(baseDir, given);
  return (['state_dir', 'project_root'] as const).flatMap((field) => {
    const folder = resolve(baseDir, parsed[field]);
    if (!isInside(folder, intakeDir) && !isInside(intakeDir, folder)) return [];
    const message = `must not lie in ${field} (${folder}), nor ${field} in it; choose a folder beside it`;
    return [{ path: 'intake_dir', message }];
  });
}

function checkStateDir(parsed: ParsedConfig, baseDir: string): ConfigProblem[] {
  const stateDir = resolve(baseDir, parsed.state_dir);
  const projectRoot = resolve(baseDir, parsed.project_root);
  if (isInside(projectRoot, stateDir)) {
    const message = `must not lie in project_root (${projectRoot}), where agents write; choose a folder beside it`;
    return [{ path: 'state_dir', message }];
  }
  if (!isInside(stateDir, projectRoot)) return checkBackupFolder(parsed, baseDir);
  const message = `must not lie in state_dir (${stateDir}), which is the service's own; choose a folder beside it`;
  return [{ path: 'project_root', message }];
}

/** A backup must outlive what it is a backup of, and no agent may write to it. */
function checkBackupFolder(parsed: ParsedConfig, baseDir: string): ConfigProblem[] {
  if (parsed.backup_dir === null) return [];
  const backupDir = resolve(baseDir, parsed.backup_dir);
  const around = (['state_dir', 'project_root', 'corpus_dir'] as const).find((name) => {
    const folder = parsed[name];
    return folder !== null && isInside(resolve(baseDir, folder), backupDir);
  });
  if (around === undefined) return [];
  const message = `must not lie in ${around}, with which it would be lost; choose a folder elsewhere, best on another disk`;
  return [{ path: 'backup_dir', message }];
}

/**
 * Runs every check. Fields in `invalid` hold stand-ins: a check that reads one of them is left
 * out, so that one fault is reported once and the others still are.
 */
export function checkRelations(
  parsed: ParsedConfig,
  given: ReadonlySet<string>,
  invalid: ReadonlySet<string> = new Set(),
): RelationFindings {
  const findings = checks.flatMap((check) => {
    let readsInvalid = false;
    const watched = new Proxy(parsed, {
      get(target, name, receiver) {
        readsInvalid ||= invalid.has(String(name));
        return Reflect.get(target, name, receiver);
      },
    });
    const found = check(watched, given);
    return readsInvalid ? [] : [found];
  });
  return {
    problems: findings.flatMap((found) => found.problems),
    notices: findings.flatMap((found) => found.notices),
  };
}

function onlyProblems(check: (parsed: ParsedConfig) => readonly ConfigProblem[]): Check {
  return (parsed) => ({ problems: check(parsed), notices: [] });
}

/** The second way to the evidence needs to know where, and is nothing without a host. */
function checkSshFallback(parsed: ParsedConfig): ConfigProblem[] {
  const host = parsed.paper_evidence_sync_ssh_host;
  if (host !== null) {
    if (parsed.paper_evidence_sync_remote_root !== null) return [];
    const message = 'is required with paper_evidence_sync_ssh_host: the project root on that host';
    return [{ path: 'paper_evidence_sync_remote_root', message }];
  }
  const idle = [
    'paper_evidence_sync_remote_root',
    'paper_evidence_sync_ssh_config_path',
    'paper_evidence_sync_ssh_host_key',
  ] as const;
  return idle
    .filter((path) => parsed[path] !== null)
    .map((path) => ({
      path,
      message: 'says nothing without paper_evidence_sync_ssh_host; set both',
    }));
}

/** A folder without a sum would let whoever can write there into the process. */
function checkUwsBuild({ http_transport, uws_dir, uws_sha256 }: ParsedConfig): ConfigProblem[] {
  if (http_transport === 'node' && uws_dir !== null)
    return [
      { path: 'uws_dir', message: 'says nothing while http_transport is node; leave one out' },
    ];
  if ((uws_dir === null) === (uws_sha256 === null)) return [];
  const [path, other] =
    uws_dir === null ? (['uws_dir', 'uws_sha256'] as const) : (['uws_sha256', 'uws_dir'] as const);
  return [{ path, message: `is required together with ${other}; set both or neither` }];
}

/** The schedule is an actor of the control plane. */
function checkBackupRole({ role, backup_dir }: ParsedConfig): ConfigProblem[] {
  if (role !== 'worker' || backup_dir === null) return [];
  const message =
    'is for a control plane: a worker gate alone schedules no backups. Leave it out, and call orrery backup from a timer of the system';
  return [{ path: 'backup_dir', message }];
}

/** Every step of the pump writes. */
function checkPump(parsed: ParsedConfig): ConfigProblem[] {
  if (!parsed.queue_pump_enabled || parsed.control_plane_store_backend !== 'hosted_readonly')
    return [];
  const message =
    'must be false while control_plane_store_backend is "hosted_readonly": the pump writes with every step';
  return [{ path: 'queue_pump_enabled', message }];
}

function checkTls(url: string): ConfigProblem[] {
  const message = faultOfTls(url);
  return message === null ? [] : [{ path: 'hosted_database_url', message }];
}

/** What a hosted store needs, and what only a store in one file can have. */
function checkHosted(parsed: ParsedConfig): ConfigProblem[] {
  const { control_plane_store_backend: backend, hosted_database_url: url } = parsed;
  const unheard = (path: 'hosted_database_url' | 'control_plane_url') =>
    parsed[path] === null
      ? []
      : [{ path, message: `says nothing while control_plane_store_backend is "${backend}"` }];
  if (backend === 'sqlite')
    return [...unheard('hosted_database_url'), ...unheard('control_plane_url')];
  const needed = `is required while control_plane_store_backend is "${backend}": postgres://USER:PASSWORD@HOST:5432/DATABASE`;
  const unfit = (path: 'backup_dir' | 'events_archive_after_days', instead: string) =>
    parsed[path] === null || parsed[path] === 0
      ? []
      : [{ path, message: `is for a store in a file, and this one is in PostgreSQL: ${instead}` }];
  const reader = 'control_plane_store_backend is "hosted_readonly"';
  const isReader = backend === 'hosted_readonly';
  return [
    ...(isReader && parsed.role !== 'control'
      ? [
          {
            path: 'role',
            message: `must be "control" while ${reader}: a gate must tell who writes`,
          },
        ]
      : []),
    ...(isReader && parsed.intake_dir !== null
      ? [
          {
            path: 'intake_dir',
            message: `takes in ideas, and ${reader}; leave it to the one that writes`,
          },
        ]
      : []),
    ...(url === null ? [{ path: 'hosted_database_url', message: needed }] : checkTls(url.reveal())),
    ...(isReader ? unheard('control_plane_url') : []),
    ...unfit('backup_dir', 'back up the database with its own tools, and state_dir with yours'),
    ...unfit('events_archive_after_days', 'its events stay in the database'),
  ];
}

function checkRequired(parsed: ParsedConfig, name: keyof ParsedConfig): ConfigProblem[] {
  const { requiredFor, about } = metaOf(fileShape[name]);
  if (requiredFor === undefined || !requiredFor.includes(parsed.role) || parsed[name] !== null)
    return [];
  return [{ path: name, message: `is required in role "${parsed.role}": ${about}` }];
}

function checkGateToken(parsed: ParsedConfig): ConfigProblem[] {
  const hasToken =
    parsed.control_api_bearer_token !== null || parsed.worker_wake_gate_bearer_token !== null;
  if (parsed.role !== 'worker' || hasToken) return [];
  const message =
    'is required in role "worker" while control_api_bearer_token is not set: it is the token this gate accepts';
  return [{ path: 'worker_wake_gate_bearer_token', message }];
}

function checkProfileNames(parsed: ParsedConfig): ConfigProblem[] {
  return Object.keys(parsed.workload_profiles).flatMap((name) =>
    checkClassName(`workload_profiles.${name}`, name),
  );
}

/** Fields of the file that the default class does not take, so that nobody wonders why. */
function shadowedThresholds(parsed: ParsedConfig, given: ReadonlySet<string>): string[] {
  const name = parsed.default_workload_class;
  return classFields.flatMap((field) => {
    const used = profileValue(parsed, name, field);
    const isOverridden = (parsed.workload_profiles[name]?.[field] ?? null) !== null;
    if (!given.has(field) || isOverridden || used === parsed[field]) return [];
    return `${field} is ${parsed[field]}, but the default workload class ${name} has its own baseline of ${used}; set workload_profiles.${name}.${field} to change that`;
  });
}

function weakPoints(parsed: ParsedConfig): string[] {
  const notices: string[] = [];
  const hasWorker =
    parsed.worker_wake_gate_url !== null || Object.keys(parsed.worker_targets).length > 0;
  if (parsed.role !== 'worker' && !hasWorker) {
    notices.push(
      'no worker is configured (worker_wake_gate_url or worker_targets), so nothing can be dispatched',
    );
  }
  const { pathname } = new URL(parsed.completion_callback_url);
  if (parsed.role === 'all' && !pathname.replace(/\/+$/, '').endsWith(workerCallbackPath)) {
    notices.push(
      `completion_callback_url does not end in ${workerCallbackPath}: the gate of this process tells something else when a run is over, and here it never is`,
    );
  }
  if (parsed.role !== 'worker' && parsed.queue_pump_enabled && !parsed.live_dispatch_enabled) {
    notices.push(
      'queue_pump_enabled is true and live_dispatch_enabled is false, so the pump dispatches nothing',
    );
  }
  return notices;
}
