/** What must hold between fields, once each of them is valid by itself. */
import { metaOf } from './field.ts';
import { checkGateThresholds, checkGateTimes } from './gate-times.ts';
import type { ConfigProblem, RelationFindings } from './problems.ts';
import { fileShape, type ParsedConfig } from './schema.ts';
import { checkClassName, checkWorkers } from './workers.ts';
import { classFields, profileValue } from './workload-profiles.ts';

/** Path of the control plane's route that accepts completion callbacks. */
export const workerCallbackPath = '/control/api/worker-callback';

/** `given` holds the top-level names that the file itself sets. Pure. */
type Check = (parsed: ParsedConfig, given: ReadonlySet<string>) => RelationFindings;

const fieldNames = Object.keys(fileShape) as readonly (keyof ParsedConfig)[];

const checks: readonly Check[] = [
  ...fieldNames.map((name) => onlyProblems((parsed) => checkRequired(parsed, name))),
  onlyProblems(checkGateToken),
  onlyProblems(checkCallback),
  onlyProblems(checkWorkers),
  onlyProblems(checkProfileNames),
  checkGateTimes,
  checkGateThresholds,
  (parsed, given) => ({ problems: [], notices: shadowedThresholds(parsed, given) }),
  ...needs().map((need) => onlyProblems((parsed) => checkNeed(parsed, need))),
  (parsed) => ({ problems: [], notices: weakPoints(parsed) }),
];

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

function checkCallback(parsed: ParsedConfig): ConfigProblem[] {
  const { control_api_bearer_token: token, completion_callback_token: callbackToken } = parsed;
  const { pathname } = new URL(parsed.completion_callback_url);
  const targetsControlPlane = pathname.replace(/\/+$/, '').endsWith(workerCallbackPath);
  if (!targetsControlPlane || token === null || token.reveal() === callbackToken.reveal())
    return [];
  const message = `must equal control_api_bearer_token, because completion_callback_url points at ${workerCallbackPath}`;
  return [{ path: 'completion_callback_token', message }];
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

interface Need {
  readonly when: (parsed: ParsedConfig) => string | undefined;
  readonly field: keyof ParsedConfig;
}

/** Fields that another field's value makes necessary, with the reason in words. */
function needs(): Need[] {
  const hosted: Need['when'] = ({ role, control_plane_store_backend: backend }) =>
    backend === 'sqlite' || role === 'worker'
      ? undefined
      : `control_plane_store_backend is "${backend}"`;
  const external: Need['when'] = (parsed) =>
    parsed.paper_writer_provider === 'external_llm'
      ? 'paper_writer_provider is "external_llm"'
      : undefined;
  const pushed: Need['when'] = (parsed) =>
    parsed.push_alerts_enabled ? 'push_alerts_enabled is true' : undefined;
  const beside =
    (name: keyof ParsedConfig): Need['when'] =>
    (parsed) =>
      parsed[name] === null ? undefined : `${name} is set`;
  return [
    { when: hosted, field: 'hosted_database_url' },
    { when: external, field: 'paper_writer_base_url' },
    { when: external, field: 'paper_writer_model' },
    { when: external, field: 'paper_writer_api_key' },
    { when: pushed, field: 'push_app_token' },
    { when: pushed, field: 'push_user_key' },
    { when: pushed, field: 'push_api_url' },
    { when: beside('paper_evidence_sync_ssh_host'), field: 'paper_evidence_sync_remote_root' },
    { when: beside('paper_evidence_sync_remote_root'), field: 'paper_evidence_sync_ssh_host' },
  ];
}

function checkNeed(parsed: ParsedConfig, need: Need): ConfigProblem[] {
  const reason = need.when(parsed);
  if (reason === undefined || parsed[need.field] !== null) return [];
  return [{ path: need.field, message: `is required because ${reason}` }];
}

const tokenCharsAdvised = 16;

function weakPoints(parsed: ParsedConfig): string[] {
  const notices: string[] = [];
  const token = parsed.control_api_bearer_token ?? parsed.worker_wake_gate_bearer_token;
  if (token !== null && token.reveal().length < tokenCharsAdvised) {
    notices.push(
      `the bearer token is shorter than ${tokenCharsAdvised} characters and can be guessed; "orrery init" makes a strong one`,
    );
  }
  const hasWorker =
    parsed.worker_wake_gate_url !== null || Object.keys(parsed.worker_targets).length > 0;
  if (parsed.role !== 'worker' && !hasWorker) {
    notices.push(
      'no worker is configured (worker_wake_gate_url or worker_targets), so nothing can be dispatched',
    );
  }
  return notices;
}
