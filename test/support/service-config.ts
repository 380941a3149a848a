/** Configuration and machine of a service under test: one process, loopback, always quiet. */
import { join, resolve } from 'node:path';
import type { SystemSampler } from '../../src/sensing/system-sampler.ts';

export const packageRoot = resolve(import.meta.dirname, '../..');
export const token = 'integration-token-of-sufficient-length';

/** How much faster than real time the services under test live. */
export const clockFactor = 100;
/** A tenth of a second of this machine, by that clock; looking is most of what an idle service does. */
export const storeLookMs = 100 * clockFactor;

/** Both roles on `port`, with the agent of the crash tests. */
export function testConfig(port: number): Readonly<Record<string, unknown>> {
  const base = `http://127.0.0.1:${port}`;
  return {
    role: 'all',
    listen_host: '127.0.0.1',
    listen_port: port,
    state_dir: 'state',
    project_root: 'projects',
    dispatch_script_path: join(packageRoot, 'scripts', 'dispatch-agent.sh'),
    agent_command: `sh ${join(packageRoot, 'test', 'chaos', 'support', 'agent.sh')}`,
    live_dispatch_enabled: true,
    control_api_bearer_token: token,
    completion_callback_url: `${base}/control/api/worker-callback`,
    completion_callback_token: token,
    worker_wake_gate_url: base,
    worker_wake_gate_bearer_token: token,
    worker_wake_gate_min_memory_available_mib: 1,
    // Looks at workers happen when a test asks for them.
    worker_refresh_sec: 0,
    // Alerts are evaluated when a test asks for it.
    queue_alert_check_interval_sec: 0,
    // The clock runs fast: generous limits keep a slow machine from looking like a dead worker.
    dispatch_timeout_sec: 3000,
    completion_callback_timeout_sec: 3000,
    paper_evidence_sync_timeout_sec: 3000,
    // Every process of the machine is read for a sample; three of them still make a quiet window.
    sample_interval_sec: 10,
    // A killed service leaves its runs' empty cgroups behind until it starts again; tests do not.
    run_cgroup: 'off',
    idle_sustain_sec: 30,
    default_workload_class: 'cpu_only',
    workload_profiles: { cpu_only: { idle_sustain_sec: 30, cpu_idle_threshold_pct: 50 } },
  };
}

/** A machine on which nothing happens, so that only processes decide whether a run is over. */
export const quietSampler: SystemSampler = {
  read: () =>
    Promise.resolve({
      cpu_pct: 1,
      load1: 0.1,
      memory_total_mib: 8000,
      memory_available_mib: 7000,
      pressure: { cpu: 0, io: 0, memory: 0 },
      problems: [],
    }),
};
