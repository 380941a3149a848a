/** Holds up work on papers, for tests. */

/** What a test hands to every thread to hold its work up; a service has none. */
export interface ThreadRig {
  /** One 32-bit integer: while it is 0, a thread stands still at the beginning of a job, but for putting a folder right. */
  readonly gate: SharedArrayBuffer;
}
