/** What happens to a run: callbacks, telemetry, log, and the evidence it leaves. */
export { receiveCallback } from './callbacks.ts';
export { createCollectEvidence } from './collect-evidence.ts';
export { checkEndProcess, type EndProcessRequest, endProcess } from './end-process.ts';
export { createIdleReckoning, type IdleReckoning } from './idle-reckoning.ts';
export { createRunTelemetry, type RunTelemetry } from './run-telemetry.ts';
export { syncProject } from './sync-project.ts';
export { createTelemetryRelay } from './telemetry-relay.ts';
export { placesOfRun } from './worker-of-run.ts';
