/** The pages that load together: each is small, and one file takes fewer bytes than nine. */
export { AlertsPage } from './alerts.tsx';
export { BenchPage } from './bench.tsx';
export { CorpusPage } from './corpus.tsx';
export { DispatchPage } from './dispatch.tsx';
export { EventsPage } from './events.tsx';
export { ReadinessPage } from './readiness.tsx';
export { SettingsPage } from './settings.tsx';
export { SincePage } from './since.tsx';
export { WorkersPage } from './workers.tsx';
