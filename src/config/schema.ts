/** The whole configuration file: every section, and one strict schema over all their fields. */
import * as z from 'zod';
import { alertsSection } from './sections/alerts.ts';
import { authSection } from './sections/auth.ts';
import { budgetsSection } from './sections/budgets.ts';
import { coreSection } from './sections/core.ts';
import { corpusSection } from './sections/corpus.ts';
import { dispatchSection } from './sections/dispatch.ts';
import { evidenceSyncSection } from './sections/evidence-sync.ts';
import { heartbeatSection } from './sections/heartbeat.ts';
import { intakeSection } from './sections/intake.ts';
import { legacySection } from './sections/legacy.ts';
import { notifySection } from './sections/notify.ts';
import { paperWriterSection } from './sections/paper-writer.ts';
import { publicationSection } from './sections/publication.ts';
import { pumpSection } from './sections/pump.ts';
import { reaperSection } from './sections/reaper.ts';
import { replicationSection } from './sections/replication.ts';
import { routeObservabilitySection } from './sections/route-observability.ts';
import { serviceSection } from './sections/service.ts';
import { storeSection } from './sections/store.ts';
import { upkeepSection } from './sections/upkeep.ts';
import { workerGateSection } from './sections/worker-gate.ts';
import { workersSection } from './sections/workers.ts';

/** In the order of the documentation. */
export const sections = [
  serviceSection,
  authSection,
  intakeSection,
  dispatchSection,
  budgetsSection,
  workerGateSection,
  reaperSection,
  workersSection,
  alertsSection,
  notifySection,
  heartbeatSection,
  pumpSection,
  paperWriterSection,
  evidenceSyncSection,
  routeObservabilitySection,
  storeSection,
  upkeepSection,
  coreSection,
  corpusSection,
  publicationSection,
  replicationSection,
  legacySection,
] as const;

/** All top-level fields by their names in the file; `metaOf` has the record of each. */
export const fileShape = {
  ...serviceSection.shape,
  ...authSection.shape,
  ...intakeSection.shape,
  ...dispatchSection.shape,
  ...budgetsSection.shape,
  ...workerGateSection.shape,
  ...reaperSection.shape,
  ...workersSection.shape,
  ...alertsSection.shape,
  ...notifySection.shape,
  ...heartbeatSection.shape,
  ...pumpSection.shape,
  ...paperWriterSection.shape,
  ...evidenceSyncSection.shape,
  ...routeObservabilitySection.shape,
  ...storeSection.shape,
  ...upkeepSection.shape,
  ...coreSection.shape,
  ...corpusSection.shape,
  ...publicationSection.shape,
  ...replicationSection.shape,
  ...legacySection.shape,
} as const;

/** What the file may hold. A name that no field has is refused, not passed over. */
export const fileSchema = z.strictObject(fileShape);

/** What may be written in the file. */
export type RawConfig = z.input<typeof fileSchema>;
/** The file after validation: defaults filled in, secrets wrapped, names still snake_case. */
export type ParsedConfig = z.output<typeof fileSchema>;
