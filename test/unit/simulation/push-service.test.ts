/** The stand-in for push services: strict about what it gets, and honest about what it has. */
import { describe, expect, it } from 'vitest';
import type { NotificationMessage } from '../../../src/domain/notification.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import type { FaultSite } from '../../../src/simulation/faults.ts';
import { Faults } from '../../../src/simulation/faults.ts';
import { PushService } from '../../../src/simulation/push-service.ts';
import { SimulatedTime } from '../../../src/simulation/time.ts';

const message: NotificationMessage = {
  incident_id: 'i1',
  news: 'firing',
  severity: 'critical',
  alert_kind: 'worker_unreachable',
  title: 'Worker a does not answer',
  text: 'Start it.',
  since: null,
  said_at: '2026-01-01T00:00:00.000Z',
  members: [],
};

/** Faults of which only `sites` strike, always. */
class OnlyFaults extends Faults {
  readonly #sites: readonly FaultSite[];
  constructor(sites: readonly FaultSite[]) {
    super(createSeededEntropy(1), 1);
    this.#sites = sites;
  }
  override strikes(site: FaultSite): boolean {
    if (!this.#sites.includes(site)) return false;
    this.hit(site);
    return true;
  }
}

function world(sites: readonly FaultSite[] = []) {
  const time = new SimulatedTime(Date.UTC(2026, 0, 1));
  const broken: string[] = [];
  const push = new PushService({
    time,
    faults: new OnlyFaults(sites),
    entropy: createSeededEntropy(2),
    timeoutMs: 10_000,
    onTaken: () => {},
    onBroken: (sentence) => broken.push(sentence),
  });
  const channel = push.channels(['ntfy']).get('ntfy')!;
  const send = (id: string, what: NotificationMessage) =>
    time.during(channel.send({ id, message: what }, new AbortController().signal), 60_000);
  return { push, broken, send };
}

describe('the push service of a simulation', () => {
  it('takes a message as the service signs and words it, and gives a receipt', async () => {
    const { push, broken, send } = world();
    expect(await send('i1.1.ntfy', message)).toEqual({
      kind: 'delivered',
      receipt: 'taken-i1.1.ntfy',
    });
    expect(broken).toEqual([]);
    expect(push.taken).toMatchObject([{ id: 'i1.1.ntfy', atMs: 100, times: 1 }]);
  });

  it('refuses what is not a message, and says so once for all', async () => {
    const { push, broken, send } = world();
    const verdict = await send('i1.1.ntfy', { ...message, extra: 1 } as NotificationMessage);
    expect(verdict).toMatchObject({ kind: 'refused' });
    expect(broken[0]).toContain('was sent what it does not take');
    expect(push.has('i1.1.ntfy')).toBe(false);
  });

  it('counts what comes twice, and does not take other words under the same id', async () => {
    const { push, broken, send } = world();
    await send('i1.1.ntfy', message);
    await send('i1.1.ntfy', message);
    expect(push.taken[0]?.times).toBe(2);
    expect(broken).toEqual([]);
    await send('i1.1.ntfy', { ...message, title: 'another' });
    expect(broken).toEqual(['message i1.1.ntfy came again with other words']);
  });

  it('has what it took although its answer was lost, and nothing where the message was', async () => {
    const unanswered = world(['push_answer_lost']);
    expect(await unanswered.send('i1.1.ntfy', message)).toMatchObject({ kind: 'retry' });
    expect(unanswered.push.has('i1.1.ntfy')).toBe(true);
    const lost = world(['push_lost']);
    expect(await lost.send('i1.1.ntfy', message)).toMatchObject({ kind: 'retry' });
    expect(lost.push.has('i1.1.ntfy')).toBe(false);
  });

  it('asks for patience while it is busy', async () => {
    const { send } = world(['push_refused']);
    expect(await send('i1.1.ntfy', message)).toMatchObject({ kind: 'retry', retryAfterMs: 30_000 });
  });
});
