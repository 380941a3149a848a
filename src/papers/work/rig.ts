/** Holds up work on papers, for tests. */

/** What a test hands to every process to hold its work up; a service has none. */
export interface PaperRig {
  /** While there is such a file, a process stands still at the beginning of a job, but for putting a folder right. */
  readonly holdFile: string;
}
