/**
 * May the service be left alone: the one judgement, for the overview, readiness, the alerts, the
 * command line and the dashboard. True only when nothing speaks against it and nothing is unknown.
 */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import { type Paper, paperSchema, type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { type ControlContext, type Needs, readAutomation, readCounts } from '../common/index.ts';
import { previewNext, readWaiting } from '../dispatch/index.ts';
import { gatherFacts } from './alert-facts.ts';
import type { HeldUp, Reason } from './reason.ts';
import type { RelianceFacts } from './reason-facts.ts';
import { findReasons } from './reason-finders.ts';

/** What looking at everything takes. */
export type RelianceContext = Needs<
  'actors' | 'bench' | 'clock' | 'lineage' | 'reads' | 'settings' | 'vitals' | 'workers'
>;

/** The answer, in words and as data. */
export interface Reliance {
  readonly leaveAlone: boolean;
  /** In one or two sentences. */
  readonly headline: string;
  /** The first reason as a sentence; null where there is none. */
  readonly trouble: string | null;
  readonly reasons: readonly Reason[];
}

/** The judgement as of now, with what it rests on. */
export async function readReliance(
  context: RelianceContext,
  { refreshWorker } = { refreshWorker: false },
): Promise<Reliance & { readonly facts: RelianceFacts }> {
  const { reads } = context;
  const [alerts, counts, automation, next, waiting, items, papers, paperCount] = await Promise.all([
    gatherFacts(context, refreshWorker),
    readCounts(context),
    readAutomation(context),
    previewNext(context).catch(noPreview),
    readWaiting(context),
    oldest(reads, 'queue_item', { queue_group: 'blocked' }),
    oldest(reads, 'paper', { status: 'human_review_required' }),
    reads.count('paper', { status: 'human_review_required' }),
  ]);
  const facts: RelianceFacts = {
    alerts,
    automation,
    queued: counts.operator.queued,
    running: counts.operator.running,
    next,
    waiting: waiting.byLane,
    lanes: new Map(context.workers.targets.map(({ name, lane }) => [name, lane])),
    atLeast: waiting.atLeast,
    attention: {
      items: items.flatMap((row): QueueItem[] => readable(queueItemSchema, row)),
      count: counts.operator.attention,
    },
    papers: {
      rows: papers.flatMap((row): Paper[] => readable(paperSchema, row)),
      count: paperCount,
    },
  };
  return { ...judgeReliance(facts), facts };
}

/** A row that cannot be read is told by the check of its actor; it must not keep all else from being told. */
function readable<Value>(
  schema: { safeParse(row: unknown): { success: true; data: Value } | { success: false } },
  row: unknown,
): Value[] {
  const read = schema.safeParse(row);
  return read.success ? [read.data] : [];
}

const noPreview = (error: unknown): { candidate: null; reason: string } => {
  if (!(error instanceof z.ZodError)) throw error;
  return { candidate: null, reason: 'a queued item cannot be read; the bench names it' };
};

async function oldest(
  reads: ControlContext['reads'],
  kind: 'queue_item' | 'paper',
  filters: Readonly<Record<string, string>>,
) {
  const page = await reads.list(kind, {
    cursor: null,
    pageSize: limits.reasonRowsMax,
    sort: 'updated_at',
    filters,
    search: '',
  });
  return page.rows;
}

/** Pure. */
export function judgeReliance(facts: RelianceFacts): Reliance {
  const { running, queued, next } = facts;
  const reasons = findReasons(facts);
  const state = `${running} running, ${queued} queued`;
  const [first] = reasons;
  if (first === undefined) {
    const then = running === 0 && queued > 0 ? `. Next: ${next.reason}` : '';
    const headline = `You can leave it alone. ${state}${then}.`;
    return { leaveAlone: true, headline, trouble: null, reasons };
  }
  const more = reasons.length - 1;
  const others = more === 0 ? '' : ` ${more} more ${more === 1 ? 'reason' : 'reasons'}.`;
  const trouble = `${inWords(first)}${holdsUp(first.holds_up)}.`;
  return { leaveAlone: false, headline: `${trouble}${others} ${state}.`, trouble, reasons };
}

/** Title and detail, once where they say the same. */
const inWords = ({ title, detail }: Reason): string =>
  title.toLowerCase().includes(detail.toLowerCase()) ? title : `${title}: ${detail}`;

/** `; 3 items wait for it`; empty where nothing waits for it. */
function holdsUp(what: HeldUp | null): string {
  if (what === null || what.items === 0) return '';
  const least = what.at_least ? 'at least ' : '';
  return `; ${least}${what.items} ${what.items === 1 ? 'item waits' : 'items wait'} for it`;
}

/** The body of readiness: its checks, and the one answer that rests on them and on the rest. */
export async function readReadinessReply(
  context: RelianceContext,
  options: { readonly refreshWorker: boolean },
) {
  const { facts, leaveAlone, reasons } = await readReliance(context, options);
  return { ...facts.alerts.readiness, leave_alone: leaveAlone, reasons };
}
