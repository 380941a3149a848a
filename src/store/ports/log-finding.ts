/** What was found out about the log when the store was opened. */

const logFindingKinds = [
  /** The log ends before the event that was kept as its last. */
  'behind',
  /** The kept event is another one here. */
  'other',
  /** Transactions that had been answered cannot be read. */
  'damaged',
  /** Nothing shows that events are gone, and nothing shows that none are. */
  'doubtful',
  /** Brought here from elsewhere: a backup, a copy. */
  'copied',
] as const;
/** What sort of difference the log shows; `isLoss` says which of them mean that work is gone. */
export type LogFindingKind = (typeof logFindingKinds)[number];

/** Kinds that mean that acknowledged work is gone. */
const losses: readonly LogFindingKind[] = ['behind', 'other', 'damaged'];
/** Whether the finding means that events which were acknowledged are gone. Pure. */
export const isLoss = ({ kind }: Pick<LogFinding, 'kind'>): boolean => losses.includes(kind);

/** Why a new epoch began. Members that are not known are null. */
export interface LogFinding {
  readonly kind: LogFindingKind;
  /** The epoch that began with it. */
  readonly epoch: string;
  /** In one sentence, with the numbers. */
  readonly message: string;
  /** Acknowledged events that are known to be gone; there may be more. Null: nobody can tell. */
  readonly eventsGone: number | null;
  /** Last event of the log as it was found, 0 for none, and when it happened. */
  readonly lastEventId: number;
  readonly lastEventAt: string | null;
  /** What was kept as the end of the log, and when. */
  readonly keptEventId: number | null;
  readonly keptAt: string | null;
  /** Of the write-ahead log: frames dropped, and ends of transactions among them. */
  readonly droppedFrames: number;
  readonly droppedCommits: number;
}
