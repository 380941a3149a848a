/** What replies say of themselves. */
import { type Clock, toIsoTime } from '../../lib/clock.ts';

/** When a reply was made, and of what: the `store`, `files`, the `log`, this process' `memory`, a `definition`. */
export const stampOf = (clock: Pick<Clock, 'now'>, source: string) => ({
  generated_at: toIsoTime(clock.now()),
  source,
});
