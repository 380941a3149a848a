/** Texts that a step of the pump only began: what becomes of them counts once it is known. Pure. */
import type { Pump, PumpWriting } from '../../domain/records.ts';
import type { PumpEvent, PumpWritten } from './events.ts';

type Context = Omit<Pump, 'status'>;
type Looked = Extract<PumpEvent, { type: 'LOOKED' }> & { readonly at: string };

/** What was begun and has not been seen to end; states from before this was kept name none. */
export const stillWriting = ({ writing }: Pick<Context, 'writing'>): readonly PumpWriting[] =>
  writing ?? [];

/** The first text that a look found not to have been written; undefined: none. */
export const firstFailed = (event: PumpEvent): PumpWritten | undefined =>
  event.type === 'LOOKED' ? event.written?.find(({ error }) => error !== null) : undefined;

/** Counts what has ended since: written, or as a step that got nothing done. */
export function afterWriting(context: Context, event: Looked): Partial<Context> {
  const { written = [], at } = event;
  if (written.length === 0) return {};
  const ended = new Set(written.map(({ paper_id }) => paper_id));
  const done = written.filter(({ error }) => error === null);
  const failed = firstFailed(event);
  return {
    writing: stillWriting(context).filter(({ paper_id }) => !ended.has(paper_id)),
    drafted_count: context.drafted_count + done.filter(({ part }) => part === 'draft').length,
    published_count: context.published_count + done.filter(({ part }) => part === 'publish').length,
    fruitless_count: context.fruitless_count + written.length - done.length,
    failing_since: failed === undefined ? null : (context.failing_since ?? at),
    last_error: failed?.error ?? null,
  };
}
