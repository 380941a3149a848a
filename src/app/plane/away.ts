/** Refuses what the store cannot take, before an actor is asked. */
import type { ActorHost } from '../../actors/runtime/host.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Store } from '../../store/sqlite/open-store.ts';

/**
 * Of a store that only reads everything is refused with `read_only`. Of one on another machine that is away,
 * what would have to wait for it: to wait is the caller's choice. What is under way already waits.
 */
export const refuseWhileAway = (
  host: Pick<ActorHost, 'ask'>,
  { backend, whyAway, plane }: Pick<Store, 'backend' | 'whyAway' | 'plane'>,
): Pick<ActorHost, 'ask'> => ({
  async ask(address, event, options) {
    if (backend === 'hosted_readonly')
      throw new ServiceError('read_only', 'this control plane only reads its store');
    // One that ends says that, which is why it stands by.
    const why = plane?.stays() === true ? null : whyAway();
    return why === null
      ? host.ask(address, event, options)
      : { ok: false, rejected: 'store_failed', detail: why };
  },
});
