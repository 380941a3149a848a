/** Whatever a turn holds comes out of the flat list as it went in, and so do the results. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyOptions } from '../../../../property-tests/options.ts';
import type { TurnRecord, TurnResult } from '../../../../src/actors/journal/port.ts';
import {
  readResults,
  writeResults,
} from '../../../../src/actors/journal/sqlite/thread/result-wire.ts';
import {
  type Wire,
  WireReader,
  writeBatch,
} from '../../../../src/actors/journal/sqlite/thread/turn-wire.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const textOrNull = fc.option(text);
const number = fc.maxSafeInteger();
const few = <Value>(each: fc.Arbitrary<Value>) => fc.array(each, { maxLength: 3 });

const event = fc.record({
  event_type: text,
  entity_type: text,
  entity_id: text,
  payload: text,
  idempotency_key: textOrNull,
  actor: text,
  cause_id: fc.option(number),
  correlation_id: text,
  created_at: text,
});
const answer = fc.record({
  key: text,
  fingerprint: textOrNull,
  body: fc.option(fc.tuple(text, text)),
});
const timer = fc.record({
  name: text,
  due_ms: number,
  delay_ms: fc.option(number),
  event: text,
  correlation_id: text,
});
const effect = fc.record({
  effect_id: text,
  name: text,
  input: text,
  invoke_id: textOrNull,
  correlation_id: text,
  attempts: fc.nat(),
  not_before_ms: number,
  last_error: textOrNull,
});
const next = fc.record({ version: fc.nat(), stateVersion: fc.nat(), state: text });
const turn: fc.Arbitrary<TurnRecord> = fc.record(
  {
    kind: text,
    id: text,
    expectedVersion: fc.integer({ min: -1 }),
    next,
    events: few(event),
    answers: few(answer),
    timersSet: few(timer),
    timersCleared: few(text),
    effects: few(effect),
    effectsAborted: few(text),
    causeId: fc.option(number),
    completedEffectId: textOrNull,
    firedTimer: fc.record({ name: text, due_ms: number, event: text }),
    upkeep: fc.record({ lettersRemoved: few(number), quarantine: fc.constant(null) }),
    parts: few(
      fc.record(
        { kind: text, id: text, expectedVersion: fc.nat(), next, events: few(event) },
        { requiredKeys: ['kind', 'id', 'expectedVersion', 'events'] },
      ),
    ),
  },
  {
    requiredKeys: [
      'kind',
      'id',
      'expectedVersion',
      'causeId',
      'events',
      'answers',
      'timersSet',
      'timersCleared',
      'effects',
      'effectsAborted',
      'completedEffectId',
    ],
  },
);
const batches = fc.array(few(turn), { minLength: 1, maxLength: 4 });

const sent = (wire: Wire): WireReader => new WireReader(structuredClone(wire));

it('gives back every batch of a message', () => {
  fc.assert(
    fc.property(batches, (given) => {
      const wire: Wire = [];
      for (const batch of given) writeBatch(wire, batch);
      const reader = sent(wire);
      const read: TurnRecord[][] = [];
      while (!reader.isAtEnd) read.push(reader.readBatch());
      expect(read).toEqual(given);
    }),
    propertyOptions(300),
  );
});

it('gives back the results of every turn', () => {
  const outcome = fc.record({ refused: fc.boolean(), first: fc.nat(), body: textOrNull });
  fc.assert(
    fc.property(few(fc.tuple(turn, outcome)), (given) => {
      const results = given.map(([of, { refused, first, body }]): TurnResult => {
        if (refused) return { ok: false, failure: { reason: 'answer', key: of.id } };
        return {
          ok: true,
          eventIds: [of, ...(of.parts ?? [])]
            .flatMap(({ events }) => events)
            .map((_, index) => first + index),
          answers: of.answers.map(() => body),
          effectSequences: of.effects.map((_, index) => first * 2 + index),
        };
      });
      const wire: Wire = [];
      writeResults(wire, results);
      const turns = given.map(([of]) => of);
      expect(readResults(sent(wire), turns)).toEqual(results);
    }),
    propertyOptions(300),
  );
});
