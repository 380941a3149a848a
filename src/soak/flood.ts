/** A crowd that asks more than there is to give: wrong tokens, heavy bodies, broken ones, long searches. */

import { between } from './chance.ts';
import { createHttpClient } from './http-client.ts';
import type { Stage } from './stage.ts';
import { monotonicMs } from './time.ts';

/** One flood of a few seconds, from an address of its own; answered with anything but 500. */
export async function flood(stage: Stage, random: () => number): Promise<void> {
  const { client } = stage.world;
  // Another address of this machine, so that the flood's wrong tokens are its own.
  const crowd = createHttpClient({
    baseUrl: client.baseUrl,
    token: stage.world.token,
    timeoutMs: 30_000,
    localAddress: '127.0.0.2',
    socketsMax: 200,
  });
  const heavy = JSON.stringify({ junk: 'x'.repeat(4_000_000) });
  await stage.disturb(async () => {
    const endMs = monotonicMs() + between(random, 1000, 3000);
    const rush = async (index: number): Promise<void> => {
      while (monotonicMs() < endMs) {
        const kind = (index + between(random, 0, 3)) % 4;
        const outcome = await crowd.send(
          kind === 0
            ? { method: 'GET', path: '/control/api/v1/overview', token: 'wrong-token-of-the-crowd' }
            : kind === 1
              ? { method: 'GET', path: '/control/api/v1/queue?page_size=500&search=numbers' }
              : kind === 2
                ? { method: 'POST', path: '/control/api/intake/ideas', body: '{"ideas": [' }
                : index < 4
                  ? { method: 'POST', path: '/control/api/intake/ideas', body: heavy }
                  : { method: 'GET', path: '/healthz' },
        );
        stage.count('flood requests');
        if (outcome.kind === 'answer' && outcome.status === 500)
          stage.wrong(`500 in a flood: ${outcome.text.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: 100 }, (_, index) => rush(index)));
  });
  crowd.close();
}
