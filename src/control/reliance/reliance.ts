/**
 * May the service be left alone: the one judgement, for the overview, readiness, the alerts, the
 * command line and the dashboard. True only when nothing speaks against it and nothing is unknown.
 */
import * as z from 'zod';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { endSentence } from '../../domain/sentence.ts';
import { gatherFacts, readOldest } from '../alerts/index.ts';
import { type Needs, readAutomation, readCounts } from '../common/index.ts';
import { previewNext, readWaiting } from '../dispatch/index.ts';
import { type Caution, cautionWords, findCautions } from './cautions.ts';
import type { Reason } from './reason.ts';
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
  /** How much needs somebody: items that wait for a person, and every other reason that is known. */
  readonly needsSomebody: number;
  /** What goes unsaid or unsaved meanwhile, whatever the answer is. */
  readonly cautions: readonly Caution[];
}

/** The judgement as of now, with what it rests on. */
export async function readReliance(
  context: RelianceContext,
  { refreshWorker } = { refreshWorker: false },
): Promise<Reliance & { readonly facts: RelianceFacts }> {
  const [alerts, counts, automation, next, waiting, items] = await Promise.all([
    gatherFacts(context, refreshWorker),
    readCounts(context),
    readAutomation(context),
    previewNext(context).catch(noPreview),
    readWaiting(context),
    readOldest<QueueItem>(context, 'queue_item', { queue_group: 'blocked' }, queueItemSchema),
  ]);
  const facts: RelianceFacts = {
    alerts,
    automation,
    queued: counts.operator.queued,
    running: counts.operator.running,
    next,
    waiting: waiting.byLane,
    unrouted: waiting.unrouted,
    lanes: new Map(context.workers.targets.map(({ name, lane }) => [name, lane])),
    atLeast: waiting.atLeast,
    attention: { items, count: counts.operator.attention },
    toWrite: counts.operator.write,
    plane: context.vitals.plane?.() ?? null,
    hasHeartbeat: context.vitals.heartbeat !== null,
    hasBackups:
      context.vitals.backupIntervalMs !== null || context.settings.storeBackend !== 'sqlite',
  };
  return { ...judgeReliance(facts), facts };
}

const noPreview = (error: unknown): { candidate: null; reason: string } => {
  if (!(error instanceof z.ZodError)) throw error;
  return { candidate: null, reason: 'a queued item cannot be read; the bench names it' };
};

/** Pure. */
export function judgeReliance(facts: RelianceFacts): Reliance {
  const { running, queued, next } = facts;
  const reasons = findReasons(facts);
  const cautions = findCautions(facts);
  const needsSomebody = facts.attention.count + reasons.filter(isNeedOfItsOwn).length;
  const found = { reasons, needsSomebody, cautions };
  const state = `${running} running, ${queued} queued`;
  const [first] = reasons;
  if (first === undefined) {
    const then = running === 0 && queued > 0 ? `. Next: ${next.reason}` : '';
    const headline = `You can leave it alone${cautionWords(cautions)}. ${state}${then}.`;
    return { leaveAlone: true, headline, trouble: null, ...found };
  }
  const more = reasons.length - 1;
  const others = more === 0 ? '' : ` ${more} more ${more === 1 ? 'reason' : 'reasons'}.`;
  const trouble = endSentence(`${inWords(first)}${holdsUp(first)}`);
  const headline = `${trouble}${others} ${state}.`;
  return { leaveAlone: false, headline, trouble, ...found };
}

/** Nothing is counted twice: these stand for items that wait; and what nobody knows is no need yet. */
const isNeedOfItsOwn = ({ code, known }: Reason): boolean =>
  known && code !== 'items_wait' && code !== 'no_blocked_items';

/** Title and detail, once where they say the same. */
const inWords = ({ title, detail }: Reason): string =>
  title.toLowerCase().includes(detail.toLowerCase()) ? title : `${title}: ${detail}`;

/** `; 3 items wait for it`; empty where nothing waits for it but what it is about. */
function holdsUp({ holds_up: what, subject }: Reason): string {
  if (what === null || what.items === 0) return '';
  if (what.items === 1 && what.examples[0] === subject) return '';
  const least = what.at_least ? 'at least ' : '';
  return `; ${least}${what.items} ${what.items === 1 ? 'item waits' : 'items wait'} for it`;
}

/** The body of readiness: its checks, and the one answer that rests on them and on the rest. */
export async function readReadinessReply(
  context: RelianceContext,
  options: { readonly refreshWorker: boolean },
) {
  const { facts, leaveAlone, reasons, cautions } = await readReliance(context, options);
  return { ...facts.alerts.readiness, leave_alone: leaveAlone, reasons, cautions };
}
