/** Texts that a step of the pump only began: what becomes of them counts once it is known. Pure. */
import type { Pump, PumpWriting } from '../../domain/records.ts';
import type { PumpEvent, PumpWritten } from './events.ts';

type Context = Omit<Pump, 'status'>;
type Looked = Extract<PumpEvent, { type: 'LOOKED' }> & { readonly at: string };

/** What was begun and has not been seen to end; states from before this was kept name none. */
export const stillWriting = ({ writing }: Pick<Context, 'writing'>): readonly PumpWriting[] =>
  writing ?? [];

/**
 * What a look found to have ended of what is still waited for: of two looks that were under way at once (a look that an
 * earlier process began, one that was asked for beside it) the second finds the same, which counts once.
 */
export const endedIn = (context: Context, event: PumpEvent): readonly PumpWritten[] => {
  if (event.type !== 'LOOKED' || event.written === undefined) return [];
  const waited = new Set(stillWriting(context).map(nameOf));
  return event.written.filter((text) => waited.has(nameOf(text)));
};

/** A draft and a rewrite of one paper are two texts. */
const nameOf = ({ part, paper_id }: PumpWriting): string => `${part} ${paper_id}`;

/** The first text that a look found not to have been written; undefined: none. */
export const firstFailed = (context: Context, event: PumpEvent): PumpWritten | undefined =>
  endedIn(context, event).find(({ error }) => error !== null);

/** Counts what has ended since: written, or as a step that got nothing done. */
export function afterWriting(context: Context, event: Looked): Partial<Context> {
  const written = endedIn(context, event);
  if (written.length === 0) return {};
  const { at } = event;
  const ended = new Set(written.map(nameOf));
  const done = written.filter(({ error }) => error === null);
  const failed = firstFailed(context, event);
  return {
    writing: stillWriting(context).filter((text) => !ended.has(nameOf(text))),
    drafted_count: context.drafted_count + done.filter(({ part }) => part === 'draft').length,
    published_count: context.published_count + done.filter(({ part }) => part === 'publish').length,
    fruitless_count: context.fruitless_count + written.length - done.length,
    failing_since: failed === undefined ? null : (context.failing_since ?? at),
    last_error: failed?.error ?? null,
  };
}
