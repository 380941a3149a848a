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
  overviewActiveDefault: 20,
  overviewActiveMax: 100,
  overviewEventsDefault: 25,
  overviewEventsMax: 200,
  evidenceReadPathsMax: 20,
  evidenceFileBytesMax: 4 * 1024 * 1024,
  evidenceFilesMax: 200,
  workerReplyBytesMax: 16 * 1024 * 1024,
  logReadBytesMax: 256 * 1024,
  stderrTailBytesMax: 4096,
  idempotencyKeyCharsMax: 200,
  identifierCharsMax: 128,
  /** A run id adds 19 characters to it and a paper id another 7; both are identifiers. */
  projectIdCharsMax: 100,
  searchCharsMax: 500,
  ideasPerIntakeMax: 500,
} as const;

assert(limits.pageSizeDefault <= limits.pageSizeMax, 'the default page fits the largest page');
assert(limits.eventPageSizeDefault <= limits.pageSizeMax, 'the default event page fits');
assert(limits.rewriteBatchDefault <= limits.rewriteBatchMax, 'the default batch fits');
