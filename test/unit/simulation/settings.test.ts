/** What a simulation takes from a configuration, and that it can be played. */
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../../src/simulation/settings.ts';
import { simulate } from '../../../src/simulation/simulate.ts';
import { loadValid } from '../config/support.ts';

const played = (changes: object) => settingsOf(loadValid({ ...changes }).config);

const fleet = {
  worker_targets: {
    'gpu-a': { wake_gate_url: 'http://10.0.0.1:8787', bearer_token: 'a'.repeat(40) },
    'gpu-b': { wake_gate_url: 'http://10.0.0.2:8787', bearer_token: 'b'.repeat(40) },
  },
  workload_machine_targets: { training: 'gpu-a', inference_eval: 'gpu-b' },
  default_workload_class: 'training',
  live_dispatch_enabled: true,
  queue_pump_enabled: true,
  queue_pump_paper_draft_enabled: false,
  queue_alert_cooldown_sec: 60,
  worker_refresh_sec: 120,
  budget_run_wall_sec: 600,
  heartbeat_url: 'https://monitor.example/beat',
  heartbeat_interval_sec: 30,
};

describe('the settings of a simulation', () => {
  it('are those of the configuration', () => {
    const settings = played(fleet);
    expect(settings.workers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['gpu-a', 'gpu-b']),
    );
    expect(settings.targetOfClass.training).toBe('gpu-a');
    expect(settings).toMatchObject({
      workloadClass: 'training',
      refreshMs: 120_000,
      liveDispatch: true,
      pump: { enabled: true, drafts: false },
      alerts: { cooldownMs: 60_000 },
      heartbeat: { intervalMs: 30_000, timeoutMs: 10_000 },
      budgets: { limits: { run_wall_sec: 600 } },
    });
    expect(structuredClone(settings), 'a thread can be given them').toEqual(settings);
  });

  it('lead ideas where the routes lead, and keep budgets', async () => {
    const report = await simulate({
      days: 0.15,
      seed: 1,
      ideas: 4,
      faults: 0,
      settings: played(fleet),
    });
    expect(report.broken).toBeNull();
    expect(report.busy_pct['gpu-a']).toBeGreaterThan(0);
    expect(report.busy_pct['gpu-b']).toBe(0);
    expect(report.papers).toEqual({});
    // Each run would take longer than its budget.
    expect(report.waited_for_a_person).toHaveProperty('queue_item needs_review');
  });
});
