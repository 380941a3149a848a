/** A look for publication that found nothing holds until a paper moves, and not for ever. */
import { describe, expect, it } from 'vitest';
import {
  createPublicationMemory,
  type PublicationMemory,
} from '../../../src/control/pump/publication-memory.ts';
import { limits } from '../../../src/domain/limits.ts';
import type { PumpTried } from '../../../src/domain/records.ts';
import { createManualClock } from '../../../src/lib/clock.ts';

function world() {
  const clock = createManualClock();
  const log: string[] = [];
  const memory: PublicationMemory = createPublicationMemory();
  const answers: PumpTried['outcome'][] = [];
  let looks = 0;
  const context = {
    clock,
    reads: {
      head: async () => log.length,
      isNamed: async (
        kinds: readonly string[],
        { after, to }: { readonly after: number; readonly to: number },
      ) => log.slice(after, to).some((kind) => kinds.includes(kind)),
    },
  };
  const look = (): Promise<PumpTried> =>
    memory.recall(context, async () => {
      looks += 1;
      return { part: 'publish', outcome: answers[looks - 1] ?? 'nothing', code: null, reason: '' };
    });
  return { clock, log, look, answers, looks: () => looks };
}

describe('what the pump remembers of publication', () => {
  it('is not looked for again while only other things move', async () => {
    const { log, look, looks } = world();
    await look();
    log.push('queue_item', 'run', 'pump');
    expect(await look()).toMatchObject({ outcome: 'nothing' });
    log.push('alert');
    await look();
    expect(looks()).toBe(1);
  });

  it.each(['paper', 'paper_review', 'corpus_entry'])(
    'is looked for after a %s moved',
    async (kind) => {
      const { log, look, looks } = world();
      await look();
      log.push('queue_item', kind, 'run');
      await look();
      await look();
      expect(looks()).toBe(2);
    },
  );

  it('is looked for again where something was found', async () => {
    const { look, looks, answers } = world();
    answers.push('found', 'nothing');
    await look();
    await look();
    await look();
    expect(looks()).toBe(2);
  });

  it('sees what moved while it was looked for', async () => {
    const { log, look, looks } = world();
    await Promise.all([look(), Promise.resolve().then(() => log.push('paper'))]);
    await look();
    expect(looks()).toBe(2);
  });

  it('holds no longer than the longest pause, nor over more events than are looked through', async () => {
    const { log, look, looks, clock } = world();
    await look();
    clock.advance(limits.pumpPauseMsMax);
    await look();
    expect(looks()).toBe(2);
    log.push(...Array.from({ length: 500 }, () => 'run'));
    await look();
    expect(looks()).toBe(3);
  });
});
