/** `orrery trace ID`: what a request led to, drawn as a tree with times from its beginning. */
import { asText } from '../../lib/as-text.ts';
import { counted } from '../../lib/counted.ts';
import { formatDuration } from '../../lib/duration.ts';
import { pad, toPlainLine, truncate } from '../output/plain-text.ts';
import type { Printer } from '../output/print.ts';
import { type Row, rowsOf } from '../output/rows.ts';
import type { Tone } from '../output/style.ts';
import { drawTree, type TreeNode } from '../output/tree.ts';

interface Shown {
  /** Time from the beginning, or what it waits for. */
  readonly when: string;
  readonly text: string;
  readonly tone: Tone | undefined;
}

/** The tree of a trace. */
export function printTrace(trace: Row, printer: Printer): void {
  const startedMs = Date.parse(asText(trace['started_at']));
  const lines = drawTree(rowsOf(trace['nodes']).map((node) => toTree(node, startedMs)));
  const whenCells = Math.max(...lines.map(({ value }) => value.when.length));
  const { style } = printer;
  printer.line(`Request ${asText(trace['correlation_id'])}`, 'strong');
  printer.line(summaryOf(trace), 'dim');
  for (const { lead, value } of lines) {
    const start = `${pad(value.when, whenCells, 'right')}  ${lead}`;
    const room = style.width === null ? Number.POSITIVE_INFINITY : style.width - start.length;
    const text = truncate(toPlainLine(value.text), Math.max(room, textCellsMin));
    printer.raw(`${style.paint(start, 'dim')}${style.paint(text, value.tone)}`);
  }
  if (trace['truncated'] === true) printer.line('There is more: raise --limit.', 'warn');
  if (trace['outbox_complete'] === false) {
    printer.line('Too much waits in the service to say all that waits for this.', 'warn');
  }
}

/** A deep tree on a narrow terminal runs over rather than show nothing. */
const textCellsMin = 24;

function summaryOf(trace: Row): string {
  const count = (name: string): number => Number(trace[name] ?? 0);
  return [
    counted(count('event_count'), 'event'),
    ...(typeof trace['started_at'] === 'string' ? [`from ${trace['started_at']} on`] : []),
    ...(count('waiting_count') > 0 ? [`${count('waiting_count')} still to be done`] : []),
    ...(count('dead_letter_count') > 0
      ? [`${counted(count('dead_letter_count'), 'message')} given up`]
      : []),
  ].join(', ');
}

function toTree(node: Row, startedMs: number): TreeNode<Shown> {
  const children = rowsOf(node['children']).map((child) => toTree(child, startedMs));
  return { value: toShown(node, startedMs), children };
}

function toShown(node: Row, startedMs: number): Shown {
  const text = (name: string): string => asText(node[name]);
  const about = `${text('entity_type')}/${text('entity_id')}`;
  switch (node['kind']) {
    case 'event': {
      const said = text('summary');
      const what = `${text('event_type')} ${text('entity_id')}${said === '' ? '' : `: ${said}`}`;
      return { when: offset(text('at'), startedMs), text: what, tone: undefined };
    }
    case 'effect': {
      const failed = Number(node['attempts'] ?? 0);
      const trouble = failed === 0 ? '' : `, failed ${failed} times: ${text('last_error')}`;
      return {
        when: node['not_before'] === null ? 'open' : offset(text('not_before'), startedMs),
        text: `still to be done: ${text('name')} of ${about}${trouble}`,
        tone: failed === 0 ? 'dim' : 'warn',
      };
    }
    case 'timer':
      return {
        when: offset(text('due_at'), startedMs),
        text: `falls due: ${text('timer')} of ${about} (${text('event')})`,
        tone: 'dim',
      };
    case 'dead_letter':
      return {
        when: offset(text('at'), startedMs),
        text: `given up: ${text('event')} to ${about}: ${text('reason')}`,
        tone: 'bad',
      };
    default:
      // Of a newer service.
      return { when: '', text: `${text('kind')} of ${about}`, tone: 'dim' };
  }
}

/** `+0 ms`, `+1.4 s`, `+3 min`: the time from the beginning to `at`. */
function offset(at: string, startedMs: number): string {
  const ms = Date.parse(at) - startedMs;
  if (Number.isNaN(ms)) return '';
  const sign = ms < 0 ? '-' : '+';
  const size = Math.abs(ms);
  if (size < 1000) return `${sign}${size} ms`;
  return `${sign}${size < 60_000 ? `${(size / 1000).toFixed(1)} s` : formatDuration(size / 1000)}`;
}
