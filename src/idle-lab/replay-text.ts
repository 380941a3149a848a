/** Replays as text for a terminal, without colour. */
import { evidenceNames } from '../domain/idle-evidence.ts';
import type { IdleProfile } from '../machines/idle-gate/profile.ts';
import type { EvidenceSummary } from '../machines/idle-gate/receipt.ts';
import { compareReplays, type NamedReplay, type RunScore } from './compare.ts';
import type { ReplayResult, ReplayVerdict } from './replay.ts';

/** Profile, then each verdict with its window, margins and evidence. */
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

/** One replay, or several: then the comparison comes first. Scores are shown when asked for. */
export function renderReplays(replays: readonly NamedReplay[], withScore: boolean): string {
  const parts = replays.map(({ result, scores }) =>
    [renderReplay(result), ...(withScore ? [renderScores(scores)] : [])].join('\n'),
  );
  return replays.length === 1 ? parts[0]! : [renderComparison(replays), ...parts].join('\n');
}

function renderComparison(replays: readonly NamedReplay[]): string {
  const header = ['run', ...replays.map(({ name }) => name)];
  const rows = compareReplays(replays).map(({ run, profiles }) => [
    run,
    ...replays.map(({ name }) => {
      const found = profiles[name];
      if (found === undefined) return '–';
      const more = found.verdicts > 1 ? ` (${found.verdicts} verdicts)` : '';
      return `${found.state} ${found.at.slice(11, 19)}${more}`;
    }),
  ]);
  return renderColumns([header, ...rows]);
}

function renderScores(scores: readonly RunScore[]): string {
  if (scores.length === 0)
    return 'no score: the recording has no phases.json, so what was true is not known\n';
  const header = ['run', 'sustain', 'allowed', 'false', 'missed', 'delays of true verdicts'];
  const rows = scores.map((score) => [
    score.run,
    `${score.sustain_sec} s`,
    `${score.needed_sec} s`,
    String(score.false_idle.length),
    String(score.missed.length),
    score.delays.map((each) => `${each.delay_sec} s in "${each.phase}"`).join(', ') || '–',
  ]);
  const wrong = scores.flatMap((score) => [
    ...score.false_idle.map((each) => `  false: ${each.run} at ${each.at} in "${each.phase}"`),
    ...score.missed.map((each) => `  missed: ${each.run}, "${each.phase}", ${each.lasted_sec} s`),
  ]);
  return [renderColumns([header, ...rows]).trimEnd(), ...wrong, ''].join('\n');
}

function renderColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
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
    ...renderRules(profile),
  ].join(', ');
}

function renderRules({ evidence }: IdleProfile): string[] {
  if (evidence === undefined) return ['no further evidence'];
  return (['require', 'delay'] as const).flatMap((mode) => {
    const names = evidenceNames.filter((name) => evidence[`evidence_${name}`] === mode);
    if (names.length === 0) return [];
    const word =
      mode === 'require' ? 'evidence required absent' : `×${evidence.evidence_delay_factor} with`;
    return [`${word} ${names.join(' ')}`];
  });
}

function renderVerdict(verdict: ReplayVerdict): string[] {
  const { window } = verdict;
  const lasting =
    window === null
      ? 'no window'
      : `quiet ${window.duration_ms / 1000} s, ${window.samples} samples from ${window.start}`;
  const margins = Object.entries(verdict.margins).map(
    ([name, margin]) => `${name} ${margin === null ? '–' : round(margin)}`,
  );
  return [
    `${verdict.run}: ${verdict.state} at ${verdict.at} (${lasting})`,
    `  margins: ${margins.join(', ')}`,
    ...(verdict.evidence.length === 0
      ? []
      : [`  evidence: ${verdict.evidence.map(renderEvidence).join(', ')}`]),
    ...verdict.reasons.map((reason) => `  ${reason}`),
  ];
}

function renderEvidence({ name, value, threshold, signs }: EvidenceSummary): string {
  if (value === null) return `${name} –`;
  if (threshold === null) return `${name} ${round(value)} of ? (rest not known yet)`;
  const times = signs === 0 ? '' : ` (${signs} signs)`;
  return `${name} ${round(value)} of ${round(threshold)}${times}`;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
