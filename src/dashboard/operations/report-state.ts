/** What happened since the reader looked, as far as it was asked for. Pure. */
import type { Reply } from '../service/wire.ts';

/** What is known of it. */
export interface ReportShown {
  /** ISO 8601; what happened from then on. */
  readonly since: string;
  readonly report: Reply<'report.get'> | null;
  /** Why there is none, or why it is old; null when neither is so. */
  readonly problem: string | null;
}
