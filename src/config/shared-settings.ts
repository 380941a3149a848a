/**
 * What two control planes on one database must have alike, found by what each shows of its configuration: of a secret
 * that is only whether there is one. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../lib/is-record.ts';
import type { ShownSection } from './shown.ts';

/** As another program shows it, which may be older or newer. */
export type SettingsElsewhere = readonly {
  readonly settings: readonly {
    readonly name: string;
    readonly value?: unknown;
    readonly hidden: boolean;
  }[];
}[];

/** Of one machine, one process or its own worker gate. */
export const ownSettings: ReadonlySet<string> = new Set([
  'role',
  'listen_host',
  'listen_port',
  'state_dir',
  'project_root',
  'corpus_dir',
  'intake_dir',
  'log_events',
  'http_transport',
  'uws_dir',
  'hosted_database_url',
  'control_plane_url',
  'completion_callback_url',
  'dispatch_script_path',
  'paper_evidence_sync_ssh_config_path',
  'route_observability_enabled',
  'route_observability_log_path',
  'route_observability_slow_ms',
  'route_observability_memory_warn_rss_mib',
  'agent_command',
  'agent_account',
  'agent_env_allow',
  'sample_interval_sec',
  'gpu_query_mode',
  'telemetry_history_point_rows',
  'telemetry_history_minute_rows',
  'run_cgroup',
  'ended_runs_keep_sec',
  'run_log_max_mib',
  'run_log_head_kib',
]);
/** The same within a cluster: its files, and where its nodes reach this control plane. */
const ownOfCluster: ReadonlySet<string> = new Set(['ssh_config_path', 'kubeconfig', 'home_url']);

/** The settings that differ, in the order of the manual; of one that only one of the two knows nothing is said. */
export function differingSettings(
  here: readonly ShownSection[],
  there: SettingsElsewhere,
): readonly string[] {
  const others = new Map(
    there.flatMap(({ settings }) => settings.map((each) => [each.name, each] as const)),
  );
  return here.flatMap(({ settings }) =>
    settings.flatMap(({ name, value, hidden }) => {
      const other = others.get(name);
      if (other === undefined || ownSettings.has(name)) return [];
      if (hidden !== other.hidden) return [name];
      return [...differences(name, value ?? null, other.value ?? null)];
    }),
  );
}

function* differences(path: string, here: unknown, there: unknown): Generator<string> {
  if (!isRecord(here) || !isRecord(there)) {
    if (!isDeepStrictEqual(here, there)) yield path;
    return;
  }
  for (const name of new Set([...Object.keys(here), ...Object.keys(there)]))
    if (!ownOfCluster.has(name)) yield* differences(`${path}.${name}`, here[name], there[name]);
}
