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

it('rejects with the reason of the stop, also where it came while the server was asked, and with any other fault as it is', async () => {
  const stopping = new AbortController();
  const askedInVain = async (): Promise<never> => {
    stopping.abort();
    return away();
  };
  const never = (): never => {
    throw new Error('nobody is to be told');
  };
  await expect(untilThere(askedInVain, never, stopping.signal)).rejects.toBe(
    stopping.signal.reason,
  );
  const fault = new Error('the disk is full');
  const open = () => Promise.reject(fault);
  await expect(untilThere(open, never, stopping.signal)).rejects.toBe(fault);
});
