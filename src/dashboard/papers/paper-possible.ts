/** Which acts upon a paper are possible, which of them is proposed, and what a dry run of one came to. Pure. */

import type { TrialName } from '../acts/trials.ts';
import { fieldsOf, textOf, textsOf } from '../service/loose.ts';
import type { Explanation, Reply, Told } from '../service/wire.ts';
import { endSentence } from '../words/words.ts';
import { type PaperActName, paperActRows, paperActs } from './paper-acts.ts';

type Facts = Reply<'papers.get'>;

/** Events that the machines of a paper take now, as the service tells them. */
export interface Takes {
  readonly paper: readonly string[];
  /** None where it is not in publication automation. */
  readonly paper_review: readonly string[];
}

/** The acts that the service says it would take now. */
export function possibleActs(facts: Facts, takes: Told<Takes>): readonly PaperActName[] {
  const { paper, review, replication, corpus_entry: entry } = facts;
  const byFacts: Readonly<Partial<Record<PaperActName, boolean>>> = {
    take_up: review?.review_status === 'rejected',
    replicate:
      review != null &&
      paper?.paper_status !== 'archived' &&
      replication?.status !== 'waiting' &&
      replication?.status !== 'comparing',
    bring_back: entry?.status === 'removed',
    remove: entry?.status === 'imported',
  };
  return paperActs.filter((name) => {
    const { takenBy } = paperActRows[name];
    if (byFacts[name] === false) return false;
    return takenBy === null || takes[takenBy[0]]?.includes(takenBy[1]) === true;
  });
}

/** What the explanation proposes: an act of the list, or a step that is tried below it; null: neither. */
export function proposedBy({
  unblock,
}: Pick<Explanation, 'unblock'>):
  | { readonly act: PaperActName }
  | { readonly trial: TrialName }
  | null {
  const { path = '', body } = unblock?.request ?? {};
  const step = path.split('/').at(-1);
  const moved = textOf(fieldsOf(body).move);
  if (step === 'move') {
    const act = paperActs.find((name) => name === moved);
    return act === undefined ? null : { act };
  }
  switch (step) {
    case 'replicate':
      return { act: 'replicate' };
    case 'status':
      return { act: 'take_up' };
    case 'rewrite-draft':
      return { trial: 'rewrite' };
    case 'prepare-finalization-package':
      return { trial: 'package' };
    case 'import':
      return fieldsOf(body).accept_duplicate === true ? { act: 'bring_back' } : { trial: 'import' };
    default:
      return null;
  }
}

/** What a dry run came to: what follows, or why it would not be done. */
export function triedWords(
  name: PaperActName,
  told: unknown,
): { readonly passes: boolean; readonly words: string } {
  const reply = fieldsOf(told);
  const { effect } = paperActRows[name];
  const problems = textsOf(reply.problems);
  if (reply.would_pass === false || problems.length > 0) {
    const why = problems.join('; ') || 'the service did not say why';
    return { passes: false, words: `It would not be done: ${endSentence(why)}` };
  }
  const project = textOf(reply.child_project_id);
  if (name !== 'replicate' || project === null) return { passes: true, words: effect };
  const where = textOf(reply.machine_target) ?? 'a worker for its kind of work';
  return {
    passes: true,
    words: `Project ${project} does its experiment again on ${where}, with seed ${String(reply.seed)}, and is compared with the first.`,
  };
}
