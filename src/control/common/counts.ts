/** The counts operators see, each from an index: by queue status, by lane, and along the pipeline. */
import { paperLaneOf, toProgress } from '../../domain/operator-lanes.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import type { PaperCount } from '../../store/ports/read-models.ts';
import type { Needs } from './ports.ts';

/** Counts from finished work to the corpus, as the wire names them. */
export interface PipelineCounts {
  /** Completed, positive and without a paper: work to do. */
  readonly write_needed: number;
  /** Completed without a paper, whatever the decision. */
  readonly raw_completed_no_paper_candidates: number;
  /** Of those, the ones whose decision calls for no paper. */
  readonly not_writable_by_decision_gate: number;
  /** Finalized, neither archived nor yet in the corpus. */
  readonly publish_ready: number;
  readonly published_imported: number;
}

/** Counts by what an operator has to do. `queued` and `paused` leave out items flagged for a person. */
export interface OperatorCounts {
  readonly attention: number;
  readonly running: number;
  readonly queued: number;
  readonly paused: number;
  readonly write: number;
  readonly finalize: number;
  readonly publish: number;
  readonly imported: number;
  /** Items whose decision calls for no paper or that were canceled, and papers that were turned down. */
  readonly done_no_paper: number;
}

/** All counts of the overviews. A status that no row has may be missing. */
export interface Counts {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly papersByStatus: Readonly<Record<string, number>>;
  readonly reviewsByStatus: Readonly<Record<string, number>>;
  readonly queueTotal: number;
  readonly paperTotal: number;
  readonly active: number;
  readonly operator: OperatorCounts;
  readonly pipeline: PipelineCounts;
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Papers of each lane. */
function countLanes(papers: readonly PaperCount[]): ReadonlyMap<string, number> {
  const lanes = new Map<string, number>();
  for (const { paper, review, entry, count } of papers) {
    const lane = paperLaneOf(toProgress({ paper, review, entry }));
    lanes.set(lane, (lanes.get(lane) ?? 0) + count);
  }
  return lanes;
}

/** Reads kept counts and indexes alone, so its cost does not grow with the queue. */
export async function readCounts(context: Needs<'reads'>): Promise<Counts> {
  const { reads } = context;
  const [
    byStatus,
    papersByStatus,
    reviewsByStatus,
    entriesByStatus,
    attention,
    writeNeeded,
    withoutPaper,
    flaggedQueued,
    flaggedPaused,
    papers,
  ] = await Promise.all([
    reads.countByStatus('queue_item'),
    reads.countByStatus('paper'),
    reads.countByStatus('paper_review'),
    reads.countByStatus('corpus_entry'),
    reads.count('queue_item', { queue_group: 'blocked' }),
    reads.countDraftCandidates(),
    reads.countCompletedWithoutPaper(),
    reads.count('queue_item', { status: 'queued', manual_review_required: true }),
    reads.count('queue_item', { status: 'paused', manual_review_required: true }),
    reads.countPapers(),
  ]);
  const active = activeQueueStatuses.reduce((total, status) => total + (byStatus[status] ?? 0), 0);
  const imported = (entriesByStatus['imported'] ?? 0) + (entriesByStatus['removing'] ?? 0);
  const lanes = countLanes(papers);
  const publishReady = lanes.get('publish_import') ?? 0;
  const completedWithoutWork = withoutPaper - writeNeeded;
  return {
    byStatus,
    papersByStatus,
    reviewsByStatus,
    queueTotal: sum(byStatus),
    paperTotal: sum(papersByStatus),
    active,
    operator: {
      attention,
      running: active,
      queued: (byStatus['queued'] ?? 0) - flaggedQueued,
      paused: (byStatus['paused'] ?? 0) - flaggedPaused,
      write: writeNeeded,
      finalize: lanes.get('finalize') ?? 0,
      publish: publishReady,
      imported,
      done_no_paper:
        completedWithoutWork + (byStatus['canceled'] ?? 0) + (lanes.get('done_no_paper') ?? 0),
    },
    pipeline: {
      write_needed: writeNeeded,
      raw_completed_no_paper_candidates: withoutPaper,
      not_writable_by_decision_gate: completedWithoutWork,
      publish_ready: publishReady,
      published_imported: imported,
    },
  };
}
