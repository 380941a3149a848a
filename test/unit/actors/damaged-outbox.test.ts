/** A row of the outbox that was damaged stops what reads it by its number. */
import { expect, it } from 'vitest';
import { channelOf } from '../../../src/actors/runtime/effect-channel.ts';

it.each(['{', 'null', '{"event":{"type":"GO"}}', '{"to":{"kind":"counter","id":"a"}}'])(
  'a message that is %s',
  (input) => {
    const row = {
      sequence: 5,
      effect_id: 'counter/a#1.0',
      kind: 'counter',
      id: 'a',
      name: 'tell',
      input,
      invoke_id: null,
      cause_id: null,
      correlation_id: 'c',
      attempts: 0,
      not_before_ms: 0,
      last_error: null,
    };
    expect(() => channelOf(row)).toThrow('the effect 5 of the outbox is not what was written');
  },
);
