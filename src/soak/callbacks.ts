/** Callbacks that come again, late, in storms, and from people who are not the worker. */

import { pick } from './chance.ts';
import { type Asked, type Door, passOn } from './door.ts';
import { loadLoop } from './loops.ts';
import type { Stage } from './stage.ts';
import type { Scene } from './world.ts';

const keptMax = 2_000;

/** Keeps what goes through a door, for ever more repeats of it. */
export class CallbackMemory {
  readonly #seen: Asked[] = [];

  listenAt(door: Door): void {
    const inner = door.listen;
    door.listen = (asked) => {
      inner(asked);
      if (asked.method !== 'POST') return;
      if (this.#seen.length >= keptMax) this.#seen.shift();
      this.#seen.push(asked);
    };
  }
  get seen(): readonly Asked[] {
    return this.#seen;
  }
}

/** Old callbacks are taken and change nothing; forged ones are refused. */
export async function troubleCallbacks(stage: Stage<Scene>, memory: CallbackMemory): Promise<void> {
  const random = stage.random('callbacks');
  const baseUrl = stage.world.client.baseUrl;
  await loadLoop(
    stage,
    () => 300 + random() * 700,
    async () => {
      if (memory.seen.length === 0) return;
      const asked = pick(random, memory.seen);
      const kind = pick(random, ['again', 'again', 'storm', 'wrong token', 'unknown run'] as const);
      const copies = kind === 'storm' ? 20 : 1;
      const sent = { ...asked, ...forged(asked, kind) };
      const replies = await Promise.all(
        Array.from({ length: copies }, () => passOn(baseUrl, sent).catch(() => null)),
      );
      for (const reply of replies) {
        if (reply === null || reply.status === 503) continue;
        stage.count(`callback ${kind}: ${reply.status}`);
        if (reply.status === 500 || !isRight(kind, reply.status))
          stage.wrong(`a callback (${kind}) was answered ${reply.status} ${reply.body.toString()}`);
      }
    },
  );
}

type Kind = 'again' | 'storm' | 'wrong token' | 'unknown run';

function isRight(kind: Kind, status: number): boolean {
  if (kind === 'wrong token') return status === 401 || status === 429;
  // Whatever is said of a run that nobody began, it is not taken.
  if (kind === 'unknown run') return status >= 400;
  // One that the soak recorded may have been forged by the worker itself (its token was wrong).
  return status === 200 || status === 401;
}

function forged(asked: Asked, kind: Kind): Partial<Asked> {
  if (kind === 'wrong token')
    return { headers: { ...asked.headers, authorization: 'Bearer forged-token-of-some-length' } };
  if (kind !== 'unknown run') return {};
  const body = JSON.parse(asked.body.toString()) as Readonly<Record<string, unknown>>;
  return {
    body: Buffer.from(
      JSON.stringify({
        ...body,
        run_id: 'never-begun-20260101T000000000',
        project_id: 'never-begun',
        idempotency_key: `forged-${String(body['idempotency_key'])}`,
      }),
    ),
  };
}
