/** Every bound that is not configurable, with its unit in its name, and the relations between them. */
import { assert } from '../lib/assert.ts';

/** The unit ends the name, before `Max` and `Min`; without one it is a number of things. */
export const limits = {
  pageSizeMin: 1,
  pageSizeMax: 500,
  pageSizeDefault: 50,
  eventPageSizeDefault: 100,
  /** Rows that a page of a list may leave out before its first; each is stepped over. */
  listSkipMax: 10_000_000,
  /** Entities of a store whose lists can be shown as they were: a copy of them is made for it. */
  pastRowsMax: 200_000,
  /** Values of a member that a list counts, the most used first. */
  countedValuesMax: 50,
  rewriteBatchMax: 200,
  rewriteBatchDefault: 10,
  /** Of a request body, where its route says nothing else; commands are far smaller. */
  bodyBytesMax: 256 * 1024,
  /** Of one that holds an answer or a list of projects, one that holds a prompt, and a batch of ideas. */
  answerBodyBytesMax: 1024 * 1024,
  promptBodyBytesMax: 8 * 1024 * 1024,
  intakeBodyBytesMax: 10 * 1024 * 1024,
  /** Callbacks are never refused for a long text, only cut. */
  callbackBodyBytesMax: 10 * 1024 * 1024,
  snapshotBodyBytesMax: 64 * 1024 * 1024,
  /** Larger bodies are read in a process of their own; how many values one may hold, and what reading one may take. */
  bodyInlineBytesMax: 256 * 1024,
  bodyValuesMax: 6_000_000,
  bodyReadMemoryMib: 1024,
  bodyReadMs: 60_000,
  /** What is kept of a callback: of its words, its reason, each text in its facts, all of one of them. */
  callbackWordCharsMax: 256,
  callbackReasonCharsMax: 16_000,
  callbackTextCharsMax: 16_000,
  callbackFactsCharsMax: 256 * 1024,
  preflightReuseMs: 60_000,
  /** How long a run must be over, with nothing of it in its gate's outbox, before nobody waits for a callback. */
  untoldEndMs: 60_000,
  /**
   * Questions to a silent worker what became of a run, with pauses of up to ten minutes: half a day, so that a night
   * without a way to it needs nobody. And of one that is being stopped, some two hours: somebody waits for that.
   */
  reconcileAttemptsMax: 80,
  reconcileAttemptsStoppingMax: 20,
  draftSkippedMax: 10,
  /** Completed runs read at once for a draft. */
  draftPageSize: 100,
  /** Papers read at once for the next step of publication, and skipped ones named. */
  publishPageSize: 100,
  publishSkippedMax: 10,
  /** Papers that one batch looks at to find those it may rewrite. */
  rewriteBatchScanMax: 1000,
  rewriteBatchSkippedMax: 50,
  /** Largest artefact file served; the finalization package has it whole in any case. */
  artifactBytesMax: 16 * 1024 * 1024,
  overviewActiveDefault: 20,
  overviewActiveMax: 100,
  overviewEventsDefault: 25,
  overviewEventsMax: 200,
  /** Items and papers that need a person, read to find their causes. */
  reasonRowsMax: 200,
  /** Events of one type that a report counts, and rows of a chapter that it shows. */
  reportEventsMax: 500,
  reportRowsMax: 50,
  /** Runs that a report looks at to tell how long workers were used. */
  reportRunsMax: 5_000,
  /** How far back a report goes, hours. */
  reportHoursDefault: 12,
  reportHoursMax: 744,
  /** Ended runs that a forecast takes the length of the next ones from. */
  forecastRunsMax: 100,
  /** Hours ahead that a forecast speaks of. */
  forecastHours: 8,
  evidenceReadPathsMax: 20,
  evidenceFileBytesMax: 4 * 1024 * 1024,
  evidenceFilesMax: 200,
  /** Entries of the folders of results that are looked at for them. */
  evidenceEntriesMax: 20_000,
  /** Of all evidence files of one run together. */
  evidenceBytesMax: 16 * 1024 * 1024,
  /** Of the run notes that a paper is written from; the file itself is delivered whole. */
  notesCharsMax: 256 * 1024,
  /** Of what a person says of a paper with a move or a rewrite. */
  noteCharsMax: 4_000,
  /** Processes that work on papers, jobs that wait for one, and what one job may take. */
  paperProcessesMax: 2,
  paperJobsWaitingMax: 1_000,
  paperJobMs: 120_000,
  paperJobMemoryMib: 512,
  /**
   * Between two rounds in which the files of all papers are looked at, between two looks of one round, before one
   * that failed is made again, and papers of one look; files and papers that are named where they drifted.
   */
  paperRoundMs: 60 * 60_000,
  paperLookPauseMs: 60_000,
  paperLookRetryMs: 10 * 60_000,
  paperLookMax: 50,
  driftFilesNamedMax: 5,
  driftPapersNamedMax: 20,
  /** Events of a run, and of its project, among which the trace of a paper looks for those behind it. */
  traceEventsLookedMax: 200,
  /** What a language model is told of one paper: claims, and findings that go back to it. */
  writerPromptClaimsMax: 200,
  writerPromptTextCharsMax: 300,
  writerFindingsMax: 40,
  /** What is read of one answer, and of one sentence of it. */
  writerAnswerCharsMax: 64 * 1024,
  writerPlaceSentencesMax: 12,
  writerSentenceCharsMax: 600,
  writerSentenceReferencesMax: 12,
  /** What is read of one reply of the endpoint, and the longest pause that it may ask for. */
  writerReplyBytesMax: 2 * 1024 * 1024,
  writerPauseMsMax: 60_000,
  /** Writings of one paper of which it is kept apart what they used. */
  writerUsesKeptMax: 50,
  /** Papers of which the last answers are kept. */
  writerAnswersKeptMax: 200,
  /** Of the source that a paper is typeset from: the compiler's memory is none of the heap's. */
  typesetCharsMax: 4 * 1024 * 1024,
  /** Of all files that are fetched from a worker for one project, together. */
  evidenceSyncBytesMax: 256 * 1024 * 1024,
  /** How often a sync under way asks whether its result is still wanted. */
  evidenceWantedEveryMs: 1_000,
  /** Of the path of a file that is fetched over SSH, and of what one search for files there prints. */
  evidencePathCharsMax: 400,
  sshListBytesMax: 4 * 1024 * 1024,
  /** Fetches over SSH under way at once, those that wait, and the memory of a process. */
  sshProcessesMax: 1,
  sshWaitingMax: 100,
  sshMemoryMib: 256,
  /** How long a draft waits for what the worker's telemetry says of the run, and in how many pieces. */
  observedRunMs: 10_000,
  observedRunBuckets: 240,
  workerReplyBytesMax: 16 * 1024 * 1024,
  /** Of a reply that is a few facts, and the values in any reply: what is read is read where requests are answered. */
  workerShortReplyBytesMax: 256 * 1024,
  workerReplyValuesMax: 200_000,
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
  /** Different words of one search, characters of each, and parts of all of them between marks. */
  searchWordsMax: 32,
  searchWordCharsMax: 200,
  searchPartsMax: 64,
  ideasPerIntakeMax: 500,
  /** Of a text whose ideas are read before they are sent; longer ones come as a file, by the command line. */
  ideaTextCharsMax: 2_000_000,
  /** Files of one look into the folder of dropped ideas, bytes of each, and problems said of one. */
  inboxFilesMax: 100,
  inboxFileBytesMax: 4 * 1024 * 1024,
  inboxProblemsMax: 100,
  /** A worker's last answer is taken for its present state this long. */
  preflightFreshMs: 900_000,
  /** An unchanged observation of a worker is stored this often; between, it is kept in memory. */
  workerRecordEveryMs: 600_000,
  /** Looks at workers under way at once in the background. */
  workerProbesMax: 8,
  workerProbeMsMax: 10_000,
  /**
   * Between two looks at the job of a run that has not begun: as long as it has waited, within these two. Its gate,
   * when it dials home, is a look of its own.
   */
  clusterLookMsMin: 1000,
  clusterLookMsMax: 15_000,
  /** A look that brings nothing new is stored this often, sooner where a run counts as silent sooner. */
  clusterLookKeptMs: 600_000,
  /** A start that is expected later or sooner by so much, and by that part of what is left until then, is news: once in so long. */
  clusterStartMovedMs: 60_000,
  clusterStartMovedPart: 0.1,
  /** How long the gate of one run that has begun nothing waits for a home that it cannot reach. */
  homePatienceMs: 900_000,
  /** Of what a job printed that is shown where it ended. */
  clusterWordsBytesMax: 1000,
  /** Looks at a worker after one that it did not answer, and the pause before each. */
  workerConfirmLooks: 5,
  workerConfirmMs: 5_000,
  /** Longest pause between two looks at a worker that goes on not to answer. */
  workerRetryMsMax: 120_000,
  /** Age above which what is read of a store that others write is stale; it is looked at every second. */
  storeCopyAgeMs: 15_000,
  /** Age of a telemetry sample above which it says nothing; more where sampling is slower. */
  workerSampleAgeMs: 60_000,
  /** The most that `sample_interval_sec` may be; a worker that says more is not believed. */
  workerSampleIntervalMsMax: 3_600_000,
  /** Difference between the clocks of worker and control plane that is worth a warning. */
  workerClockSkewMs: 5_000,
  /** Clocks are set right by less than this while a machine runs: what is farther ahead is said to be so. */
  clockAheadMs: 60_000,
  /** Difference between the clocks of two control planes of one database that people are told of: as long as a lease lasts. */
  planeClockSkewMs: 6_000,
  workerHistoryMax: 50,
  /** Run ids of a worker that a check names. */
  workerLiveRunsNamedMax: 20,
  outboxReadMax: 200,
  /** Entries of each list that the bench shows at once; its lists have all of them. */
  benchRowsShown: 20,
  /** An effect older than this makes the outbox count as stuck, and the pump where it is one of the pump. */
  outboxStuckMs: 900_000,
  /** Free space, and files that may still be made, below which any write may be the one that is refused. */
  storeFreeMibMin: 64,
  storeFreeFilesMin: 64,
  /** Free space below which somebody should look: a twentieth of the file system, within these bounds. */
  spaceWantedMibMin: 1_024,
  spaceWantedMibMax: 10_240,
  /** Files that the file system should still take, where a twentieth of those it can have is more. */
  filesWantedMax: 10_000,
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
  /** Parents without a follow-up to launch that are remembered, so that they are not judged at each look. */
  followupRefusalsMax: 50_000,
  /** Packages of which it is kept what their import would be refused for. */
  importVerdictsMax: 5_000,
  /** Between two steps of the pump, and between two words that something changed. */
  pumpBurstMs: 1_000,
  /** Longest pause of the pump while nothing changes, where its interval is not longer. */
  pumpPauseMsMax: 600_000,
  /** After a draft that failed, before it is begun again where nobody waits for it. */
  draftRestMs: 900_000,
  /** After a disk refused what a step of publication writes, before the step is taken again by itself. */
  diskRestMs: 600_000,
  /** Attempts of the pump at one look or step that fails unexpectedly. */
  pumpAttemptsMax: 3,
  /** Of one reason that the pump keeps. */
  pumpReasonCharsMax: 500,
  /** Intervals by which a look may be late before readiness says so. */
  pumpLateIntervals: 3,
  /** Standing alerts and incidents not over yet that a check looks at. */
  alertsStandingMax: 500,
  incidentsOpenMax: 500,
  /** How long what a worker tells of itself, and a failing readiness check, must stand to fire. */
  alertNoticeForMs: 60_000,
  alertReadinessForMs: 120_000,
  /** How long an alert must stand that another one explained until now: often it is over with that one. */
  alertReleasedForMs: 60_000,
  /** Between two words that something changed, and before a look at an alert that is about to fire. */
  alertWakeMs: 5_000,
  alertRecheckMsMin: 1_000,
  /** However often alerts are evaluated, they are not called late before. */
  alertsLateMsMin: 60_000,
  /** Time in which the alerts of one cause come together before the first message. */
  incidentWaitMs: 10_000,
  /** Time without an alert after which an incident is over; more where checks are further apart. */
  incidentQuietMs: 900_000,
  /** Alerts, and deliveries of messages, that one incident keeps. */
  incidentMembersMax: 50,
  incidentDeliveriesMax: 200,
  /** Members that a message tells of, and characters of each of their texts. */
  incidentToldMax: 10,
  incidentTextCharsMax: 500,
  /** Incidents that the metric of the time to a message looks at, the latest change first. */
  alertTimesRead: 100,
  /** Attempts at one evaluation of the alerts before the next is waited for. */
  alertCheckAttemptsMax: 5,
  /** Between two sweeps that forget what is over, before one that failed is made again, and rows of one. */
  retentionSweepMs: 24 * 60 * 60_000,
  retentionRetryMs: 60 * 60_000,
  retentionRowsMax: 5_000,
  /** Attempts at one sweep before it has failed. */
  retentionAttemptsMax: 5,
  /** Rows between which turns are committed while a sweep looks for what is old. */
  agedStepRows: 200,
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
  /** Plans of dry runs that are held in memory. */
  dryRunPlansMax: 200,
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
  /** Effects, timers and dead letters that are looked through for those of one run or trace. */
  outboxScanMax: 5_000,
  /** Events of one trace in a reply, and events that speak of its id looked through for them. */
  traceEventsDefault: 200,
  traceEventsMax: 1_000,
  traceScannedEventsMax: 50_000,
  traceIdCharsMax: 512,
  /** Attempts at one notification, about a day of them; at a test, which nobody wants to hear of tomorrow. */
  notificationAttemptsMax: 200,
  notificationTestAttemptsMax: 3,
  /** Pause after the first failed attempt, doubled up to the second; also the most a service may ask for. */
  notificationPauseMsMin: 2_000,
  notificationPauseMsMax: 600_000,
  /** For so long a service that asks for it is left alone after the first attempt at a message. */
  notificationFirstPauseMsMax: 15_000,
  /** Kept of a channel's reply, of the reason for a failure, and of a receipt. */
  notifyReplyBytesMax: 64 * 1024,
  notifyReasonCharsMax: 500,
  notifyReceiptCharsMax: 200,
  /** Failed attempts in a row after which a channel counts as down, and rows looked at to count them. */
  channelFailuresMax: 3,
  channelRowsMax: 50,
  /** What `alerts/test` waits for the receipts, and between two looks. */
  alertTestWaitMs: 45_000,
  alertTestLookMs: 200,
  /** Tests of the way from a rule to a phone that are under way at once. */
  alertTrialsMax: 10,
  /** Calls of the heartbeat in a row that nobody answered, after which it is not late but failing. */
  heartbeatMissedMax: 3,
  /** Calls of the heartbeat that ended as the ones before are stored this often. */
  heartbeatRecordEveryMs: 600_000,
  /** Runs that a sum for a budget takes in, the newest first; of a sum over more it is said. */
  budgetRunsMax: 5_000,
  /** Queued items that one choice passes over for what says nothing of those behind them. */
  dispatchSkippedMax: 200,
  /** Tries to call off a run that was given up: about a week of them. */
  callOffAttemptsMax: 1_010,
  /** Others go before an item that its worker refused for so long. */
  dispatchRefusedMs: 600_000,
  /** Workers that one dispatch looks at until one of them is fit. */
  dispatchWorkersTriedMax: 4,
  /** Items passed over that a reply names. */
  dispatchPassedOverNamedMax: 3,
  /** Pause before a run is stopped again that could not be: one over its budget, or whose item is to be canceled. */
  stopRetryMs: 60_000,
  /** Of the file in which an agent reports its usage, and how long after the end it is still read. */
  usageFileBytesMax: 4_096,
  usageAfterEndMs: 600_000,
  /** Events of one file of the archive, and of their payloads the bytes after which it ends. */
  archiveRangeEvents: 5_000,
  archiveRangeBytes: 32 * 1024 * 1024,
  /** The newest events are never archived, however old they are. */
  archiveEventsLeftMin: 10_000,
  /** Ranges that one connection holds in memory; files that one pass writes. */
  archiveRangesHeldMax: 2,
  archiveFilesPerPass: 10,
  /** Between two looks at how far the log has come, by which age is counted whatever the clock says. */
  archiveLookEveryMs: 86_400_000,
  /** Between two passes. */
  archivePassEveryMs: 3_600_000,
} as const;

/** What a budget by the day looks back on. */
export const budgetDayMs = 24 * 60 * 60_000;

assert(limits.pageSizeDefault <= limits.pageSizeMax, 'the default page fits the largest page');
assert(limits.eventPageSizeDefault <= limits.pageSizeMax, 'the default event page fits');
assert(limits.rewriteBatchDefault <= limits.rewriteBatchMax, 'the default batch fits');
assert(limits.planRowsMax <= limits.pageSizeMax, 'the rows of a plan are read as one page');
