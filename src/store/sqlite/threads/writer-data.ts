/** What the writer's thread is started with. */
import type { WriterRig } from '../../../actors/journal/sqlite/thread/writer-rig.ts';
import type { SqliteOptions } from '../open.ts';

/** Given by `openStore`; `rig` puts faults into it, and only tests bring one. */
export interface WriterData {
  readonly options: SqliteOptions;
  /** Of the log that the file holds. */
  readonly epoch: string;
  readonly rig?: WriterRig | undefined;
}
