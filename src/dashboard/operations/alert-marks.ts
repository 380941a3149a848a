/** How grave an alert is at a glance. Pure, and beside `alert-words.ts` since only the page of the alerts shows it. */
import type { AlertRow } from '../service/wire.ts';
import type { Mark } from '../words/words.ts';

const severityMarks: Readonly<Record<string, Mark>> = {
  critical: 'failed',
  warn: 'person',
  info: 'waiting',
};

/** How grave an alert is, as a shape. */
export const severityMark = ({ severity }: AlertRow): Mark =>
  severityMarks[severity ?? ''] ?? 'unknown';
