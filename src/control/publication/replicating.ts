/** Having the experiment of a paper done again because an operator asks for it. */
import { asText } from '../../lib/as-text.ts';
import { askAccepted, type Needs, type Once } from '../common/index.ts';
import {
  planReplication,
  refuseImpossible,
  replicationOfPaper,
  requirePaper,
} from '../papers/index.ts';
import { stepOf } from './publishing.ts';

/** With `dry_run` it is only said which project would do it again. */
export interface ReplicateRequest {
  readonly paper_id: string;
  readonly dry_run: boolean;
  readonly requested_by: string;
}

/** Asks for the next replication of a paper; 409 while one is under way, or where nothing can be compared. */
export async function replicatePaper(
  context: Needs<'actors' | 'reads' | 'workers'>,
  { paper_id, dry_run, requested_by: by }: ReplicateRequest,
  once: Once | null = null,
) {
  const paper = await requirePaper(context, paper_id);
  const known = await replicationOfPaper(context.reads, paper_id);
  const isOpen = known?.status === 'waiting' || known?.status === 'comparing';
  // A repeat of the command asks for the one that it asked for before.
  const number = (known?.number ?? 0) + (isOpen && !dry_run ? 0 : 1);
  const subject = {
    paper_id,
    project_id: asText(paper['project_id']),
    run_id: asText(paper['run_id']),
  };
  const planned = await planReplication(context, subject, Math.max(1, number));
  refuseImpossible(planned);
  const { child, seed, machine_target } = planned;
  const about = {
    paper_id,
    number: planned.number,
    run_id: subject.run_id,
    child_project_id: child.project_id,
    seed,
    machine_target,
  };
  if (dry_run) return { ok: true, dry_run: true, ...about, status: known?.status ?? 'new' };
  const { outcome } = await askAccepted(
    context.actors,
    { kind: 'replication', id: paper_id },
    planned,
    // The project is there when the caller hears of it.
    { by, settle: true, ...stepOf(once, 'replicate') },
  );
  return {
    ok: true,
    dry_run: false,
    ...about,
    ...outcome.body,
    status: outcome.status,
    event_id: outcome.event_id,
  };
}
