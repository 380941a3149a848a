/** Holds up work on papers, for tests. */

export interface ThreadRig {
  /** One 32-bit integer: while it is 0, a thread stands still at the beginning of a job, but for putting a folder right. */
  readonly gate: SharedArrayBuffer;
}
