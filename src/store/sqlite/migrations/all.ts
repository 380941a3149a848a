/** Every migration, in order. */
import { journalMigration } from './0001-journal.ts';
import { readModelsMigration } from './0002-read-models.ts';
import { searchMigration } from './0003-search.ts';
import { followupsAndAlertsMigration } from './0004-followups-and-alerts.ts';
import { reviewListsMigration } from './0005-review-lists.ts';
import { countsMigration } from './0006-counts.ts';
import { telemetryHistoryMigration } from './0007-telemetry-history.ts';
import { undeliveredCallbacksMigration } from './0008-undelivered-callbacks.ts';
import { supervisionMigration } from './0009-supervision.ts';
import { proofsMigration } from './0010-proofs.ts';
import { logEpochsMigration } from './0011-log-epochs.ts';
import { memberValuesMigration } from './0012-member-values.ts';
import { alertsAndIncidentsMigration } from './0013-alerts-and-incidents.ts';
import { notificationsMigration } from './0014-notifications.ts';
import { labelsMigration } from './0015-labels.ts';
import { forgottenMigration } from './0016-forgotten.ts';
import { archiveAndPlansMigration } from './0017-archive-and-plans.ts';
import { driftedPapersMigration } from './0018-drifted-papers.ts';
import { queueWaysMigration } from './0019-queue-ways.ts';
import { queueCandidatesMigration } from './0020-queue-candidates.ts';
import { queueByChangeMigration } from './0021-queue-by-change.ts';
import { programMigration } from './0022-program.ts';
import type { Migration } from './migration.ts';

/** Applied to a store in this order, those whose number is above its own. */
export const migrations: readonly Migration[] = [
  journalMigration,
  readModelsMigration,
  searchMigration,
  followupsAndAlertsMigration,
  reviewListsMigration,
  countsMigration,
  telemetryHistoryMigration,
  undeliveredCallbacksMigration,
  supervisionMigration,
  proofsMigration,
  logEpochsMigration,
  memberValuesMigration,
  alertsAndIncidentsMigration,
  notificationsMigration,
  labelsMigration,
  forgottenMigration,
  archiveAndPlansMigration,
  driftedPapersMigration,
  queueWaysMigration,
  queueCandidatesMigration,
  queueByChangeMigration,
  programMigration,
];
