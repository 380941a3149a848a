/** What the effects of papers work on. */
import type { SshSource } from '../../evidence-sync/ssh/ssh-source.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PublicationFacts } from '../../papers/package/publication.ts';
import type { PaperJobs } from '../../papers/work/paper-work.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import type { WorkerDirectory } from '../fleet/index.ts';
import type { PaperModel } from './ask-model.ts';
import type { EffectMarks } from './effect-marks.ts';
import type { WritingStops } from './writing-stops.ts';

/** Given to every effect that reads or writes a paper; the composition of the service makes them. */
export interface PaperEffectOptions {
  /** Folder that holds one folder per project with its evidence and papers. */
  readonly artifactRoot: string;
  readonly corpusDir: string;
  readonly workers: WorkerDirectory;
  readonly reads: ReadModels;
  readonly clock: Clock;
  /** Does everything that reads what an agent wrote. */
  readonly work: PaperJobs;
  readonly marks: EffectMarks;
  /** Tells a writing under way that it was canceled. */
  readonly stops: WritingStops;
  /** What the operator says of everything that is released; absent: nothing. */
  readonly publication?: PublicationFacts;
  /** Path of the key that packages and imported papers are signed with; it is there. */
  readonly keyFile: string;
  /** Takes the secrets of the configuration out of a text. */
  readonly redact: (text: string) => string;
  /** How long a whole transfer of evidence may take, by each way. */
  readonly syncTimeoutMs: number;
  /** The second way to the evidence; absent where none is configured. */
  readonly ssh?: SshSource;
  /** Whether a rewrite fetches the evidence anew first. */
  readonly syncBeforeRewrite: boolean;
  /** Absent: papers are written without a model. */
  readonly model?: PaperModel | undefined;
  /** Whether the experiment of a paper is done again before it is published. */
  readonly replicates: boolean;
  /** Whether a paper is written without a model where that one delivers nothing. */
  readonly writerFallback: boolean;
}
