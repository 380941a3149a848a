/** Results on their way back from the writer's thread, one flat list like the turns they answer. */
import { type CommitFailure, countEvents, type TurnRecord, type TurnResult } from '../../port.ts';
import type { Wire, WireReader } from './turn-wire.ts';

/** Appends the results of a batch. Event ids of a turn are consecutive: the first says them all. */
export function writeResults(wire: Wire, results: readonly TurnResult[]): void {
  for (const result of results) {
    if (result.ok) {
      wire.push(result.eventIds[0] ?? 0, ...result.answers, ...result.effectSequences);
    } else wire.push(result.failure);
  }
}

/** The results of `turns`, in their order. */
export function readResults(wire: WireReader, turns: readonly TurnRecord[]): TurnResult[] {
  return turns.map((turn) => {
    const first = wire.next<number | CommitFailure>();
    if (typeof first !== 'number') return { ok: false, failure: first };
    return {
      ok: true,
      eventIds: Array.from({ length: countEvents(turn) }, (_, index) => first + index),
      answers: turn.answers.map(() => wire.next<string | null>()),
      effectSequences: turn.effects.map(() => wire.next<number>()),
    };
  });
}
