/** A replay's result as text for a terminal. */
import type { IdleProfile } from '../machines/idle-gate/profile.ts';
import type { ReplayResult, ReplayVerdict } from './replay.ts';

/** Several lines, without colour: profile, then each verdict with its window and margins. */
export function renderReplay(result: ReplayResult): string {
  const lines = [
    ...renderProfiles(result),
    `samples every ${result.sample_interval_ms} ms`,
    ...(result.processes_recorded
      ? []
      : ['processes were not recorded: the signal no_live_process is left out']),
    '',
    ...result.verdicts.flatMap(renderVerdict),
  ];
  return `${lines.join('\n')}\n`;
}

function renderProfiles({ profile, profile_name }: ReplayResult): string[] {
  if (isProfile(profile))
    return [`profile ${profile_name ?? '(by run)'}: ${renderProfile(profile)}`];
  return Object.entries(profile).map(([run, each]) => `profile of ${run}: ${renderProfile(each)}`);
}

function isProfile(profile: ReplayResult['profile']): profile is IdleProfile {
  return typeof profile.idle_sustain_sec === 'number';
}

function renderProfile(profile: IdleProfile): string {
  return [
    `sustain ${profile.idle_sustain_sec} s`,
    `CPU below ${profile.cpu_idle_threshold_pct} %`,
    `GPU mean below ${profile.gpu_idle_avg_threshold_pct} %`,
    `GPU peak below ${profile.gpu_idle_peak_threshold_pct} %`,
    `GPU memory within ${profile.vram_delta_threshold_mib} MiB`,
  ].join(', ');
}

function renderVerdict(verdict: ReplayVerdict): string[] {
  const { window } = verdict;
  const lasting =
    window === null
      ? 'no window'
      : `quiet ${window.duration_ms / 1000} s, ${window.samples} samples from ${window.start}`;
  const margins = Object.entries(verdict.margins).map(
    ([name, margin]) => `${name} ${margin === null ? '–' : Number(margin.toFixed(2))}`,
  );
  return [
    `${verdict.run}: ${verdict.state} at ${verdict.at} (${lasting})`,
    `  margins: ${margins.join(', ')}`,
    ...verdict.reasons.map((reason) => `  ${reason}`),
  ];
}
