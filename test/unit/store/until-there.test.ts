/** A start that waits for a server which is away, and is told to stop meanwhile. */
import { expect, it } from 'vitest';
import { PostgresUnavailableError } from '../../../src/actors/journal/postgres/errors.ts';
import { untilThere } from '../../../src/store/hosted/until-there.ts';

const away = async (): Promise<never> => {
  throw new PostgresUnavailableError(new Error('nobody listens'));
};

it('gives up at once, and asks no more', async () => {
  const stopping = new AbortController();
  let asked = 0;
  const waiting = untilThere(
    away,
    () => {
      asked += 1;
      stopping.abort();
    },
    stopping.signal,
  );
  await expect(waiting).rejects.toThrow(/abort/);
  expect(asked).toBe(1);
});
