/** Every bound that is not configurable, with its unit in its name, and the relations between them. */
import { assert } from '../lib/assert.ts';

export const limits = {
  pageSizeMin: 1,
  pageSizeMax: 500,
  pageSizeDefault: 50,
  eventPageSizeDefault: 100,
  rewriteBatchMax: 200,
  rewriteBatchDefault: 10,
  bodyBytesMax: 10 * 1024 * 1024,
  snapshotBodyBytesMax: 64 * 1024 * 1024,
  preflightReuseMs: 60_000,
  reconcileAttemptsMax: 20,
  draftSkippedMax: 10,
  /** Completed runs that one request looks at for a draft. */
  draftCandidatesMax: 500,
  /** Papers that one batch looks at to find those it may rewrite. */
  rewriteBatchScanMax: 1000,
  rewriteBatchSkippedMax: 50,
  /** Largest artefact file served; the finalization package has it whole in any case. */
  artifactBytesMax: 16 * 1024 * 1024,
  overviewActiveDefault: 20,
  overviewActiveMax: 100,
  overviewEventsDefault: 25,
  overviewEventsMax: 200,
  evidenceReadPathsMax: 20,
  evidenceFileBytesMax: 4 * 1024 * 1024,
  evidenceFilesMax: 200,
  workerReplyBytesMax: 16 * 1024 * 1024,
  logReadBytesMax: 256 * 1024,
  /** Requests that wait for more of a log at once, on one worker, and how long each may. */
  logWaitersMax: 32,
  logWaitSecMax: 30,
  stderrTailBytesMax: 4096,
  idempotencyKeyCharsMax: 200,
  identifierCharsMax: 128,
  /** A run id adds 19 characters to it and a paper id another 7; both are identifiers. */
  projectIdCharsMax: 100,
  searchCharsMax: 500,
  ideasPerIntakeMax: 500,
  /** A worker's last answer is taken for its present state this long. */
  preflightFreshMs: 900_000,
  /** An unchanged observation of a worker is stored this often; between, it is kept in memory. */
  workerRecordEveryMs: 600_000,
  /** Looks at workers under way at once in the background. */
  workerProbesMax: 8,
  workerProbeMsMax: 10_000,
  /** Pause between two looks at a worker that does not answer. */
  workerRetryMsMax: 120_000,
  /** Age of a telemetry sample above which it says nothing; more where sampling is slower. */
  workerSampleAgeMs: 60_000,
  /** Difference between the clocks of worker and control plane that is worth a warning. */
  workerClockSkewMs: 5_000,
  workerHistoryMax: 50,
  /** Run ids of a worker that a check names. */
  workerLiveRunsNamedMax: 20,
  outboxReadMax: 200,
  deadLettersReadMax: 20,
  /** An effect older than this makes the outbox count as stuck. */
  outboxStuckMs: 900_000,
  /** A message that could not be handled counts against readiness this long. */
  deadLetterFreshMs: 86_400_000,
  /** Free space below which the store counts as full. */
  storeFreeMibMin: 64,
  /** Queue items whose texts one research-quality reply looks at, and characters of all of them. */
  researchScanMax: 200,
  researchScanCharsMax: 2_000_000,
  /** Characters of a prompt in which a threshold or stop condition is looked for. */
  researchTextCharsMax: 10_000,
  lineagePageSizeMax: 100,
  lineageRelativesMax: 10,
  lineageAncestorsMax: 32,
  followupDepthDefault: 4,
  followupDepthMax: 32,
  followupEvidenceMin: 2,
  followupSkippedMax: 20,
  alertsRaisedMax: 500,
  statusActiveMax: 100,
  /** Queued items looked at to fill the lanes' waiting rows. */
  laneCandidatesMax: 1_000,
  /** Rows of one kind of actors in one reply. */
  actorRowsMax: 200,
  actorRowsDefault: 50,
  actorHistoryMax: 50,
  /** Rows that one plan freezes. */
  planRowsMax: 500,
  /** Time in which a plan may be executed. */
  planTtlMs: 60 * 60_000,
  /** Rows of one kind in a queue snapshot, sent or exported. */
  coreSnapshotRowsMax: 200_000,
  coreActiveRowsMax: 100,
  coreDivergencesMax: 200,
  coreWarningsMax: 20,
  coreSnapshotsWaitingMax: 4,
  legacyDashboardRowsDefault: 50,
  legacyDashboardRowsMax: 200,
  queueHealthActiveMax: 100,
  queueHealthCallbacksMax: 25,
  legacyNotesRowsMax: 100,
  legacyNotesEventsMax: 20,
  /** Runs with undelivered callbacks that a worker looks at at once. */
  undeliveredRunsMax: 1_000,
  /** Effects a worker looks through for those that post callbacks. */
  outboxScanMax: 5_000,
} as const;

assert(limits.pageSizeDefault <= limits.pageSizeMax, 'the default page fits the largest page');
assert(limits.eventPageSizeDefault <= limits.pageSizeMax, 'the default event page fits');
assert(limits.rewriteBatchDefault <= limits.rewriteBatchMax, 'the default batch fits');
assert(limits.planRowsMax <= limits.pageSizeMax, 'the rows of a plan are read as one page');
