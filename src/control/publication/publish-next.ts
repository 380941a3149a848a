/**
 * One step of publication without a person: of the best ranked paper that can go on, the step that comes next is
 * taken. A draft is rewritten from its evidence, a rewritten one that passes every check is packaged, a package is
 * imported into the corpus. What a person has in hand (claimed, blocked, deferred, rejected) and what failed before
 * is passed over with its reason, for good or until a disk had time to get room, so that one paper never keeps the
 * others waiting. While the corpus itself refuses every import, they are held up together and the next kind of step
 * is taken.
 */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import {
  corpusEntrySchema,
  type Paper,
  type PaperReview,
  paperReviewSchema,
  paperSchema,
} from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { asText } from '../../lib/as-text.ts';
import { assert } from '../../lib/assert.ts';
import { isPackaging } from '../../machines/paper-review/stored.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import {
  keepOnce,
  type Needs,
  type Once,
  type PaperTools,
  type PlanMember,
  type Planned,
  requireUnchanged,
} from '../common/index.ts';
import { rewriteDraft } from '../papers/index.ts';
import { importIntoCorpus } from './corpus-import.ts';
import { whyCorpusRefuses } from './import-obstacles.ts';
import { finalizedRows, mayLackImports, reviewsIn } from './publishable-rows.ts';
import { preparePackage } from './publishing.ts';
import { whyItRests } from './rest.ts';

/** With `dry_run` it is only said which step would be taken. */
export interface PublishRequest extends Planned {
  readonly dry_run: boolean;
  readonly requested_by: string;
  /** False: a rewrite is only begun, one at a time, and goes on by itself. */
  readonly wait?: boolean;
}

/** A step of publication, in the order in which a paper takes them. */
export type PublishStep = 'rewrite' | 'package' | 'import';

interface Skipped {
  readonly paper_id: string;
  readonly reason: string;
}
/** Papers that could take their step if it were not for what concerns all of them. */
interface HeldUp {
  readonly step: 'import';
  readonly paper_count: number;
  /** The best ranked of them. */
  readonly paper_id: string;
  readonly reason: string;
}
interface Choice {
  readonly paper_id: string | null;
  readonly step: PublishStep | null;
  readonly skipped: readonly Skipped[];
  /** Absent in a choice that an earlier program kept. */
  readonly held_up?: HeldUp | null;
}

/** In the table of commands. */
const command = 'publish_next';

/** Statuses in which nobody has the paper in hand. */
const openStatuses = ['queued', 'triage_ready', 'unreviewed', 'approved_for_finalization'] as const;

/** Takes the next step, or with `dry_run` names it; once per `once.key`. A step that is refused is 409. */
export async function publishNext(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads'>,
  papers: PaperTools,
  request: PublishRequest,
  once: Once | null = null,
) {
  const choice = await keepOnce(context.actors, once, 'choice', () =>
    request.plan === undefined
      ? choose(context, papers, request)
      : choosePlanned(context, papers, request.plan),
  );
  const { paper_id: paperId, step } = choice;
  if (paperId === null || step === null) return reply('noop', choice, noopReason(choice), null);
  if (request.dry_run) {
    const words = `${step} is next for ${paperId}`;
    const plan = await planStep(context, papers, paperId);
    return { ...reply('dry_run_step', choice, words, null), ...plan };
  }
  const { requested_by, wait } = request;
  const begins = step === 'rewrite' && wait === false;
  const result =
    step === 'rewrite'
      ? await rewriteDraft(
          context,
          { paper_id: paperId, requested_by, force: false, ...(begins && { wait }) },
          once,
        )
      : step === 'package'
        ? await preparePackage(
            context,
            papers.previewPackage,
            { paper_id: paperId, requested_by, target_label: 'corpus', dry_run: false },
            once,
          )
        : await importIntoCorpus(
            context,
            papers,
            { paper_id: paperId, requested_by, dry_run: false },
            once,
          );
  const eventId = (result as { readonly event_id?: number | null }).event_id ?? null;
  return begins
    ? reply('step_begun', choice, `${paperId} is being rewritten`, eventId)
    : reply('step_taken', choice, doneWords[step], eventId);
}

/** The reply's members that name the plan; none where the paper changed while it was looked at. */
async function planStep(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads'>,
  papers: PaperTools,
  paperId: string,
): Promise<object> {
  const member = await freezeStep(context, papers, paperId);
  if (member.act === 'none') return {};
  return context.plans.keep({ command, asked: {}, eligible: [member], skipped: [] });
}

/** The step of a plan; 409 `plan_changed` where the paper would not take it as it was any more. */
async function choosePlanned(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads'>,
  papers: PaperTools,
  plan: NonNullable<Planned['plan']>,
): Promise<Choice> {
  const [chosen] = plan.eligible;
  assert(chosen !== undefined, 'a plan of a step has a paper');
  const member = await freezeStep(context, papers, chosen.id);
  requireUnchanged(plan, { asked: {}, members: [member] });
  return { paper_id: member.id, step: member.act as PublishStep, skipped: [] };
}

/** What a plan freezes of a paper: its next step, and what says that it is that. */
async function freezeStep(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads'>,
  papers: PaperTools,
  paperId: string,
): Promise<PlanMember> {
  const [paper, review] = await Promise.all([
    context.reads.get('paper', paperId),
    context.reads.get('paper_review', paperId),
  ]);
  const judged = review === undefined ? null : await judge(context, papers, review);
  return {
    kind: 'paper',
    id: paperId,
    version: paper?.version ?? null,
    act: judged !== null && 'step' in judged ? judged.step : 'none',
    values: {
      paper_status: asText(paper?.['status'], 'unknown'),
      review_status: asText(review?.['status'], 'unknown'),
      review_version: review?.version ?? null,
      obstacle: judged !== null && 'reason' in judged ? judged.reason : null,
    },
  };
}

const doneWords: Readonly<Record<PublishStep, string>> = {
  rewrite: 'the draft was rewritten from its evidence',
  package: 'the finalization package was prepared',
  import: 'the package was imported into the corpus',
};

function reply(
  action: 'noop' | 'dry_run_step' | 'step_taken' | 'step_begun',
  { paper_id, step, skipped, held_up }: Choice,
  reason: string,
  eventId: number | null,
) {
  return {
    ok: true,
    action,
    reason,
    step,
    paper_id,
    skipped: skipped.slice(0, limits.publishSkippedMax),
    skipped_count: skipped.length,
    held_up: held_up ?? null,
    event_id: eventId,
  };
}

function noopReason({ skipped, held_up: held = null }: Choice): string {
  if (held !== null)
    return `${held.paper_count} finalized papers wait to be imported; the first: ${held.paper_id}: ${held.reason}`;
  return skipped.length === 0
    ? 'no paper waits for publication'
    : `none of ${skipped.length} papers can go on by itself; the first: ${skipped[0]!.paper_id}: ${skipped[0]!.reason}`;
}

/**
 * What is nearest to its end goes first: a package is imported before the next one is made. Only what may go on is
 * read for that; every other paper is gone through, for its reason, where nothing can.
 */
async function choose(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads'>,
  tools: PaperTools,
  { dry_run: dryRun, wait }: PublishRequest,
): Promise<Choice> {
  const papers = { ...tools, previewImport: tools.lookAtImports() };
  const goesOn = wait === false ? await whatIsRewritten(context) : null;
  const skipped: Skipped[] = [];
  const held: string[] = [];
  const refusal = await whyNoImports(context, papers, dryRun);
  const end = (chosen: { readonly paper_id: string; readonly step: PublishStep } | null) => ({
    paper_id: null,
    step: null,
    ...chosen,
    skipped: chosen === null ? skipped : [],
    held_up:
      held[0] === undefined || refusal === null
        ? null
        : {
            step: 'import' as const,
            paper_count: held.length,
            paper_id: held[0],
            reason: refusal,
          },
  });
  const rows = [
    finalizedRows(context),
    reviewsIn(context, { status: openStatuses, ...packageable }),
    reviewsIn(context, { status: openStatuses, paper_status: 'draft_review' }),
    reviewsIn(context, { status: openStatuses }),
  ];
  const seen = new Set<string>();
  for (const some of rows) {
    for await (const row of some) {
      const judged = await judge(context, papers, row);
      if (judged === null || seen.has(judged.paper_id)) continue;
      seen.add(judged.paper_id);
      if (!('step' in judged)) skipped.push(judged);
      else if (judged.step === 'rewrite' && goesOn !== null)
        skipped.push({ paper_id: judged.paper_id, reason: goesOn });
      else if (judged.step === 'import' && refusal !== null) held.push(judged.paper_id);
      else return end(judged);
    }
  }
  return end(null);
}

/** That a paper is being rewritten; null where none is. */
async function whatIsRewritten({ reads }: Needs<'reads'>): Promise<string | null> {
  const { publication_generating: count = 0 } = await reads.countByStatus('paper');
  return count === 0 ? null : 'a paper is being rewritten; the next is begun when that has ended';
}

/** Why the corpus takes no paper at all; null: it does, or nothing waits for it. */
async function whyNoImports(
  context: Needs<'reads'>,
  papers: PaperTools,
  dryRun: boolean,
): Promise<string | null> {
  if (!(await mayLackImports(context))) return null;
  try {
    const [first] = await whyCorpusRefuses(context, papers, dryRun);
    return first ?? null;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return error.message;
  }
}

/** What a review says whose paper can be packaged. */
const packageable = {
  paper_status: 'publication_draft',
  lint_passes: true,
  audit_verdict: 'strict_pass',
} as const;

/** Statuses in which a paper may go on by itself, and be rewritten. */
const movable: ReadonlySet<unknown> = new Set(['draft_review', 'publication_draft']);

/** Null where nothing is left to do. */
async function judge(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads'>,
  papers: PaperTools,
  row: EntityRow,
): Promise<{ readonly paper_id: string; readonly step: PublishStep } | Skipped | null> {
  const review = paperReviewSchema.parse(row);
  const { paper_id } = review;
  const skip = (reason: string): Skipped => ({ paper_id, reason });
  if (isPackaging(row)) return skip('its package is being prepared');
  if (review.status === 'finalized') {
    const entry = await context.reads.get('corpus_entry', paper_id);
    // What was removed comes back by a person's word alone.
    if (['imported', 'removing', 'removed'].includes(asText(entry?.['status']))) return null;
    if (entry?.['status'] === 'importing') return skip('it is being imported');
    if (entry?.['status'] === 'failed') {
      const rests = whyItRests('its import', corpusEntrySchema.parse(entry), context.clock);
      if (rests !== null) return skip(rests);
    }
    if (review.package_dir === null) return skip('it was finalized by hand and has no package');
    const obstacle = await whyNotImported(context, papers, paper_id);
    return obstacle === null ? { paper_id, step: 'import' } : skip(obstacle);
  }
  // Told with every move of the paper; of those that a person holds there can be hundreds.
  if (!movable.has(review.paper_status))
    return skip(`the paper is ${stateWord(review.paper_status)}`);
  const paperRow = await context.reads.get('paper', paper_id);
  if (paperRow === undefined) return skip('its paper is gone');
  const paper = paperSchema.parse(paperRow);
  const held = await papers.replicationHold(paper_id);
  if (held !== null && movable.has(paper.status)) {
    const isDue =
      held.reason === 'replication_not_in_paper' || held.reason === 'replication_missing';
    const rests = whyItRests('its rewrite', paper, context.clock);
    // A rewrite has it asked for, or brings what it found into the text.
    return isDue && rests === null ? { paper_id, step: 'rewrite' } : skip(held.message);
  }
  return judgeOpen(review, paper, context.clock, skip);
}

/** What an import would be refused for; a package that cannot be imported must not keep others waiting. */
async function whyNotImported(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads'>,
  papers: PaperTools,
  paperId: string,
): Promise<string | null> {
  const request = { paper_id: paperId, dry_run: true, requested_by: 'publish-next' };
  try {
    const { problems } = (await importIntoCorpus(context, papers, request)) as {
      readonly problems?: readonly string[];
    };
    return problems?.[0] === undefined ? null : `its import would be refused: ${problems[0]}`;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return `its import would be refused: ${error.message}`;
  }
}

function judgeOpen(
  review: PaperReview,
  paper: Paper,
  clock: Needs<'clock'>['clock'],
  skip: (reason: string) => Skipped,
): { readonly paper_id: string; readonly step: PublishStep } | Skipped {
  const { paper_id } = review;
  if (paper.status === 'draft_review') {
    const rests = whyItRests('its rewrite', paper, clock);
    return rests === null ? { paper_id, step: 'rewrite' } : skip(rests);
  }
  if (paper.status !== 'publication_draft') return skip(`the paper is ${stateWord(paper.status)}`);
  const rests = whyItRests('its package', review, clock);
  if (rests !== null) return skip(rests);
  if (review.lint_passes !== true)
    return skip(review.lint_passes === null ? 'it was not linted yet' : 'the lint does not pass');
  if (review.audit_verdict !== 'strict_pass')
    return skip(`the strict audit says ${review.audit_verdict ?? 'nothing yet'}`);
  const failing = review.checklist.find(({ required, status }) => required && status === 'fail');
  if (failing !== undefined) return skip(`checklist item ${failing.item_id} fails`);
  return { paper_id, step: 'package' };
}
