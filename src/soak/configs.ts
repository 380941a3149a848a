/** How the parts of a soak are configured. */
import { join } from 'node:path';

const quietProfile = {
  idle_sustain_sec: 30,
  cpu_idle_threshold_pct: 100,
  gpu_idle_avg_threshold_pct: 100,
  gpu_idle_peak_threshold_pct: 100,
  vram_delta_threshold_mib: 1_048_576,
  // The machine is busy with the soak itself; only the run's own processes say that it is over.
  ...Object.fromEntries(
    ['machine_cpu', 'io_pressure', 'gpu_power', 'compute_process'].map((name) => [
      `evidence_${name}`,
      'off',
    ]),
  ),
};

/** What both parts of a soak are told. */
interface Common {
  readonly port: number;
  /** Where callbacks go, and what opens that door. */
  readonly callbackUrl: string;
  readonly callbackToken: string;
  /** Of its own. */
  readonly token: string;
  readonly transport: 'auto' | 'uws' | 'node';
}

const common = ({ port, callbackUrl, callbackToken, transport }: Common) => ({
  listen_host: '127.0.0.1',
  listen_port: port,
  http_transport: transport,
  state_dir: 'state',
  project_root: 'projects',
  log_events: false,
  completion_callback_url: callbackUrl,
  completion_callback_token: callbackToken,
  completion_callback_timeout_sec: 10,
});

/** Of a worker gate; a simulated worker has its token and its agent from here. */
export const workerConfig = (
  given: Common & { readonly packageRoot: string; readonly agentCommand: string },
) => ({
  role: 'worker',
  ...common(given),
  dispatch_script_path: join(given.packageRoot, 'scripts', 'dispatch-agent.sh'),
  agent_command: given.agentCommand,
  worker_wake_gate_bearer_token: given.token,
  dispatch_timeout_sec: 20,
  sample_interval_sec: 1,
  gpu_query_mode: 'off',
  run_cgroup: 'off',
  idle_sustain_sec: 30,
  // On a machine with no idle processor nothing is ever quiet; then the run ends in a time-out.
  max_wait_after_idle_sec: 60,
  workload_profiles: { cpu_only: quietProfile },
});

/** Of the control plane, with its workers by name. */
export const controlConfig = (
  given: Common & { readonly targets: Readonly<Record<string, object>> },
) => ({
  role: 'control',
  ...common(given),
  live_dispatch_enabled: true,
  control_api_bearer_token: given.token,
  worker_targets: given.targets,
  worker_refresh_sec: 5,
  dispatch_timeout_sec: 15,
  run_stale_after_sec: 60,
  paper_evidence_sync_enabled: true,
  paper_evidence_sync_timeout_sec: 20,
});
