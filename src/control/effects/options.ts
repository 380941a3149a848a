/** What the effects of papers work on. */
import type { Clock } from '../../lib/clock.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import type { WorkerDirectory } from '../workers.ts';

export interface PaperEffectOptions {
  /** Folder that holds one folder per project with its evidence and papers. */
  readonly artifactRoot: string;
  readonly corpusDir: string;
  readonly workers: WorkerDirectory;
  readonly reads: ReadModels;
  readonly clock: Clock;
  /** Whether a rewrite fetches the evidence anew first. */
  readonly syncBeforeRewrite: boolean;
}
