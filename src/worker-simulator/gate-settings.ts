/** The gate's configuration on a simulated machine: the real one, with times that a speed allows. */
import type { OrreryConfig } from '../config/resolve.ts';
import { Secret } from '../config/secret.ts';
import type { Scenario } from './scenario.ts';

interface GateSettings {
  /** Simulated seconds in a real one. */
  readonly speed: number;
  /** Token that the gate accepts. */
  readonly gateToken: string;
  readonly callbackUrl: string;
  /** Folder of the gate's state and of the projects. */
  readonly dir: { readonly state: string; readonly projects: string };
}

/**
 * Samples lie at least this far apart in real time: a process that shares its machine with others
 * cannot keep a shorter rhythm, and a sample that is late by an interval empties the window.
 */
const sampleRealMsMin = 100;
/** A window of fewer intervals would say little. */
const sustainIntervalsMin = 4;

/**
 * Makes it. Sample interval and sustain times grow where the speed leaves too little real time for
 * them; the deadline of a callback stays what it is in real time. The reaper is off, for there is
 * nothing to reap.
 */
export function toGateConfig(
  base: OrreryConfig,
  scenario: Pick<Scenario, 'gate'>,
  settings: GateSettings,
): OrreryConfig {
  const { speed, dir } = settings;
  const { gate } = scenario;
  const { workerGate } = base;
  const asked = gate.sample_interval_sec;
  const intervalMs = Math.max(
    asked === undefined ? workerGate.sampleIntervalMs : asked * 1000,
    sampleRealMsMin * speed,
  );
  const sustainMsOf = (configuredMs: number): number =>
    Math.max(
      gate.idle_sustain_sec === undefined ? configuredMs : gate.idle_sustain_sec * 1000,
      sustainIntervalsMin * intervalMs,
    );
  const profiles = Object.fromEntries(
    Object.entries(workerGate.profiles).map(([name, profile]) => [
      name,
      { ...profile, idleSustainMs: sustainMsOf(profile.idleSustainMs) },
    ]),
  ) as typeof workerGate.profiles;
  const maxWait = gate.max_wait_after_idle_sec;
  return {
    ...base,
    service: {
      ...base.service,
      role: 'worker',
      // The door in front of it is what others talk to.
      listenHost: '127.0.0.1',
      listenPort: 0,
      stateDir: dir.state,
      projectRoot: dir.projects,
    },
    auth: {
      ...base.auth,
      gateToken: new Secret(settings.gateToken),
      completionCallbackUrl: settings.callbackUrl,
    },
    routeObservability: {
      ...base.routeObservability,
      logPath: `${dir.state}/route-observability.jsonl`,
    },
    workerGate: {
      ...workerGate,
      sampleIntervalMs: intervalMs,
      profiles,
      ...(maxWait === undefined ? {} : { maxWaitAfterIdleMs: maxWait * 1000 }),
    },
    reaper: { ...base.reaper, reaperEnabled: false },
  };
}
