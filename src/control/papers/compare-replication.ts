/** Effect `replication.compare`: what the second run brought, held against the first as the paper will state it. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { paperSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { CompareInput } from '../../machines/replication/effects.ts';
import type { ReplicationEvent } from '../../machines/replication/events.ts';
import { isAnswer } from '../common/index.ts';
import type { PaperEffectOptions } from './effect-options.ts';
import { projectDirOf } from './paper-folders.ts';
import { writeTask } from './write-paper.ts';

type Compared = Extract<ReplicationEvent, { type: 'COMPARED' | 'COMPARE_FAILED' }>;

/** What stands against a comparison is an event with its reason; only what may pass is thrown and tried again. */
export function createCompareReplication(options: PaperEffectOptions): EffectHandler {
  return {
    run: async (input, { signal }) => compare(options, input as unknown as CompareInput, signal),
  };
}

async function compare(
  options: PaperEffectOptions,
  { paper_id, project_id, run_id, number }: CompareInput,
  signal: AbortSignal,
): Promise<Compared> {
  const failed = (reason: string): Compared => ({ type: 'COMPARE_FAILED', number, reason });
  const row = await options.reads.get('paper', paper_id);
  const paper = row === undefined ? null : paperSchema.parse(row);
  if (paper === null || paper.decision === null) return failed('its paper has no decision record');
  const project = await options.reads.get('project', project_id);
  try {
    const task = await writeTask(
      options,
      {
        paper_id,
        project_id,
        project_name: asText(project?.['project_name'], project_id),
        project_dir: await projectDirOf(options.reads, project_id),
        run_id,
        decision: paper.decision,
      },
      signal,
    );
    const found = await options.work.compareReplication(task, signal);
    if (found === null) return failed('nothing was registered to compare the two runs by');
    const { verdict, first_verdict, intervals, agrees, text, printed } = found;
    const comparison = { verdict, first_verdict, intervals, agrees, text, printed };
    return { type: 'COMPARED', number, comparison };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return failed(error.message);
  }
}
