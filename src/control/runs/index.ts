/** What happens to a run: callbacks, telemetry, log, and the evidence it leaves. */
export { receiveCallback } from './callbacks.ts';
export { createCollectEvidence, syncProject } from './collect-evidence.ts';
export { createRunTelemetry, type RunTelemetry } from './run-telemetry.ts';
export { createTelemetryRelay } from './telemetry-relay.ts';
export { placesOfRun } from './worker-of-run.ts';
