/** Where an action is compiled: what it may ask about its machine, and where faults go. */
import type { Chart } from './nodes.ts';
import type { Report } from './problems.ts';

/** What compiling an action needs to know. */
export interface Site {
  readonly chart: Chart;
  /** Where the action stands: `order.paying.entry`. */
  readonly place: string;
  readonly report: Report;
  /** Takes the name of a timer that a delayed raise sets, with the action that sets it. */
  readonly noteTimer: (timer: string, action: unknown, place: string) => void;
}
