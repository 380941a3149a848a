/** How many of the items that changed last have which signal. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { limits } from '../../domain/limits.ts';
import { type Project, projectSchema, queueItemSchema } from '../../domain/records.ts';
import { firstPage, type ReadModels } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import {
  type ResearchSignalName,
  readIdea,
  researchSignals,
  signalsOf,
} from './research-signals.ts';

/** Items whose texts are read and whose duplicates are looked for in one go. */
export const yieldEvery = 10;

interface ResearchTotals {
  /** Items looked at: those that changed last. */
  readonly examined: number;
  readonly queue_total: number;
  /** True when there are more items than were looked at. */
  readonly capped: boolean;
  readonly cap: number;
  /** Items with each signal; duplicates are counted among the items looked at. */
  readonly by_signal: Readonly<Record<ResearchSignalName, number>>;
  readonly with_any_signal: number;
  /** Ideas whose text could not be judged for a threshold or a stop condition. */
  readonly text_unknown: number;
  readonly queued_examined: number;
}

/** The last totals of a store with the head they were made at: while nothing changes they stay. */
const kept = new WeakMap<ReadModels, { readonly head: number; readonly totals: ResearchTotals }>();

/** Totals over the items that changed last, as of now. */
export async function readTotals(context: Needs<'reads'>): Promise<ResearchTotals> {
  const head = await context.reads.head();
  const known = kept.get(context.reads);
  if (known?.head === head) return known.totals;
  const totals = await countTotals(context);
  kept.set(context.reads, { head, totals });
  return totals;
}

async function countTotals(context: Needs<'reads'>): Promise<ResearchTotals> {
  const { reads } = context;
  const [page, queueTotal] = await Promise.all([
    reads.list('queue_item', {
      ...firstPage,
      pageSize: limits.researchScanMax,
      sort: '-updated_at',
    }),
    reads.count('queue_item', { queue_group: 'all' }),
  ]);
  const bySignal = Object.fromEntries(researchSignals.map((name) => [name, 0])) as Record<
    ResearchSignalName,
    number
  >;
  const projects = new Map<string, string>();
  let [examined, withAny, unknown, queued, chars] = [0, 0, 0, 0, 0];
  for (const row of page.rows) {
    if (chars > limits.researchScanCharsMax) break;
    // Reading text takes a while; others get their turn in between.
    if (examined % yieldEvery === yieldEvery - 1) await nextTick();
    const item = queueItemSchema.parse(row);
    const stored = await reads.get('project', item.project_id);
    const project = stored === undefined ? null : projectSchema.parse(stored);
    chars += project?.prompt.length ?? 0;
    const readings = readIdea(project);
    // Duplicates in the whole store are for the rows of a page; here those among the examined.
    const same =
      project === null ? [] : duplicateKeys(project).flatMap((key) => projects.get(key) ?? []);
    if (project !== null)
      for (const key of duplicateKeys(project)) projects.set(key, item.project_id);
    const names = new Set(signalsOf(item, readings, same).map((entry) => entry.signal));
    for (const name of names) bySignal[name] += 1;
    examined += 1;
    withAny += names.size > 0 ? 1 : 0;
    queued += item.status === 'queued' ? 1 : 0;
    unknown += Object.values(readings).some((reading) => reading.state === 'unknown') ? 1 : 0;
  }
  return {
    examined,
    queue_total: queueTotal,
    capped: examined < queueTotal,
    cap: limits.researchScanMax,
    by_signal: bySignal,
    with_any_signal: withAny,
    text_unknown: unknown,
    queued_examined: queued,
  };
}

/** What two duplicates have in common: the title in one word, and the source reference. */
function duplicateKeys(project: Pick<Project, 'title_key' | 'source_ref'>): string[] {
  const ref = (project.source_ref ?? '').trim();
  return [
    ...(project.title_key === null ? [] : [project.title_key]),
    ...(ref === '' ? [] : [`source:${ref}`]),
  ];
}
