/** May the service be left alone? One judgement, for the command line, the API and the dashboard. Pure. */
import type { OperatorCounts } from '../common/index.ts';
import { type WorkerHealth, workerNotices } from '../workers/index.ts';

/** What the judgement is made of, as the overview has read it. */
export interface HeadlineFacts {
  /** State of the switch: `open`, `paused` or `maintenance`. */
  readonly control: string;
  readonly counts: Pick<OperatorCounts, 'attention' | 'running' | 'queued'>;
  /** Whether anything could be dispatched now, and why that one or why none. */
  readonly next: { readonly candidate: object | null; readonly reason: string };
  readonly workers: readonly WorkerHealth[];
  readonly live: boolean;
  /** Why nothing that is queued starts by itself, as half a sentence; null: it does. */
  readonly whyNotAutomatic: string | null;
  /** Why the store takes no writes; null: it does. */
  readonly storeTrouble: string | null;
  /** What is gone from the log, until an operator has acknowledged it; null: nothing. */
  readonly lost: string | null;
}

interface Headline {
  /** True only when nobody is needed, nothing is stopped and what waits will start. */
  readonly leaveAlone: boolean;
  /** Whether the service may be left alone, in one or two sentences. */
  readonly headline: string;
  /** What keeps it from being left alone, as a sentence; null when nothing does. */
  readonly trouble: string | null;
}

/** Trouble comes first; without any, the sentence says that it may be left alone and what is next. */
export function judgeHeadline(facts: HeadlineFacts): Headline {
  const { running, queued } = facts.counts;
  const state = `${running} running, ${queued} queued`;
  const trouble = troubleOf(facts);
  if (trouble !== null) return { leaveAlone: false, trouble, headline: `${trouble} ${state}.` };
  const next = running === 0 && queued > 0 ? `. Next: ${facts.next.reason}` : '';
  return { leaveAlone: true, trouble, headline: `You can leave it alone. ${state}${next}.` };
}

/** The worst first: what loses work, what waits for a person, what stands still. */
function troubleOf(facts: HeadlineFacts): string | null {
  const { control, counts, next, workers, live, whyNotAutomatic, storeTrouble, lost } = facts;
  const { attention, running, queued } = counts;
  if (storeTrouble !== null) return `The store takes no writes: ${storeTrouble}.`;
  if (lost !== null) return `Acknowledged work is gone: ${lost}.`;
  if (attention > 0)
    return `${attention} ${attention === 1 ? 'item needs' : 'items need'} a person.`;
  const parked = workers
    .flatMap(({ worker }) => workerNotices(worker))
    .find(({ code }) => code === 'callbacks_parked');
  if (parked !== undefined) return `${parked.message}: ${parked.action}.`.replace(/^w/, 'W');
  if (control !== 'open') return `Nothing new is started: the queue is ${control}.`;
  const failing = workers.filter((worker) => worker.trouble !== null);
  const allFail = failing.length > 0 && failing.length === workers.length;
  if (allFail && workers.length > 1)
    return `No worker takes runs. The first of ${workers.length}: ${failing[0]!.trouble}.`;
  if (failing.length > 0 && (allFail || running + queued > 0)) return `${failing[0]!.trouble}.`;
  if (!live && queued > 0)
    return 'Live dispatch is off: what is queued stays queued until live_dispatch_enabled is set.';
  if (queued > 0 && running === 0 && next.candidate === null)
    return `Nothing that is queued would start: ${next.reason}.`;
  if (queued > 0 && whyNotAutomatic !== null)
    return `${queued} queued; nothing starts by itself: ${whyNotAutomatic}.`;
  return null;
}
