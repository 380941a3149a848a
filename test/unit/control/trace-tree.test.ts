/** Laying out a trace: below its cause, in order, nothing twice and nothing left out. */
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../src/actors/journal/port.ts';
import { type TraceNode, toTraceTree } from '../../../src/control/operations/trace-tree.ts';
import type { Outstanding } from '../../../src/store/ports/trace.ts';

const event = (event_id: number, cause_id: number | null): StoredEvent => ({
  event_id,
  cause_id,
  event_type: 'queue_item.claimed',
  entity_type: 'queue_item',
  entity_id: 'a',
  payload: {},
  idempotency_key: null,
  actor: 'ann',
  correlation_id: 'r',
  prev_hash: '',
  hash: '',
  created_at: '2026-01-01T00:00:00.000Z',
});
const nothing: Outstanding = { effects: [], timers: [], letters: [], complete: true };
/** `1(2 3)`: event 1 led to 2 and 3; waiting things by their first letter. */
const shape = (nodes: readonly TraceNode[]): string =>
  nodes
    .map((node) => {
      if (node.kind !== 'event') return node.kind[0];
      return `${node.event_id}${node.children.length === 0 ? '' : `(${shape(node.children)})`}`;
    })
    .join(' ');

describe('a trace', () => {
  it('is empty for nothing', () => {
    expect(toTraceTree([], nothing)).toEqual([]);
  });

  it('hangs events below their causes, and makes roots of those whose cause is elsewhere', () => {
    const events = [event(3, 1), event(4, 3), event(6, null), event(7, 3), event(9, 7)];
    expect(shape(toTraceTree(events, nothing))).toBe('3(4 7(9)) 6');
  });

  it('never puts an event below itself or a later one, whatever the log says', () => {
    expect(shape(toTraceTree([event(1, 2), event(2, 2), event(3, 1)], nothing))).toBe('1(3) 2');
  });

  it('shows what still waits and what was given up, below what led to it', () => {
    const effect = {
      effect_id: 'queue_item/a#2.0',
      kind: 'queue_item',
      id: 'a',
      name: 'worker.start_run',
      input: '{}',
      invoke_id: null,
      correlation_id: 'r',
      attempts: 2,
      not_before_ms: Date.UTC(2026, 0, 1, 0, 1),
      last_error: 'nothing listens there',
    };
    const timer = {
      kind: 'queue_item',
      id: 'a',
      name: 'stale',
      cause_id: null,
      correlation_id: 'r',
    };
    const letter = { sequence: 5, kind: 'run', id: 'x', reason: 'boom', at: '2026' };
    const roots = toTraceTree([event(1, null), event(2, 1)], {
      effects: [
        { ...effect, cause_id: 2 },
        { ...effect, cause_id: null, not_before_ms: 0 },
      ],
      timers: [
        { ...timer, due_ms: Date.UTC(2026, 0, 2), delay_ms: null, event: '{"type":"STALE"}' },
      ],
      letters: [{ ...letter, message: '{"type":"FINISH"}', cause_id: 1 }],
      complete: true,
    });
    expect(shape(roots)).toBe('1(2(e) d) e t');
    const [first, second, third] = roots;
    const below = first?.kind === 'event' ? first.children : [];
    expect(below[0]).toMatchObject({
      children: [
        {
          name: 'worker.start_run',
          entity_type: 'queue_item',
          entity_id: 'a',
          attempts: 2,
          not_before: '2026-01-01T00:01:00.000Z',
          last_error: 'nothing listens there',
        },
      ],
    });
    expect(below[1]).toMatchObject({ sequence: 5, event: 'FINISH', reason: 'boom' });
    expect(second).toMatchObject({ not_before: null });
    expect(third).toMatchObject({
      timer: 'stale',
      event: 'STALE',
      due_at: '2026-01-02T00:00:00.000Z',
    });
  });
});
