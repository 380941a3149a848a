/** One attempt as the notification hears of it: what came, without secrets, and never a wrong yes. */
import { describe, expect, it } from 'vitest';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import type { Channel, Verdict } from '../../../src/notify/channel.ts';
import { createSendNotification } from '../../../src/notify/send-notification.ts';
import { messageOf } from './support.ts';

const address = { kind: 'notification', id: 'n' };
const context = (signal = new AbortController().signal) => ({
  effectId: 'e',
  address,
  attempt: 1,
  resumed: false,
  correlationId: 'c',
  causeId: null,
  signal,
});
const input = { notification_id: 'n', channel: 'ntfy', message: messageOf() };

function send(outcome: () => Promise<Verdict>, signal?: AbortSignal) {
  const ntfy: Channel = { name: 'ntfy', send: outcome, close: () => Promise.resolve() };
  const handler = createSendNotification({
    channels: new Map([['ntfy', ntfy]]),
    entropy: createSeededEntropy(1),
    redact: (text) => text.replaceAll('hunter2', '[redacted]'),
  });
  return (change: object = {}) => handler.run({ ...input, ...change }, context(signal));
}
const give = (verdict: Verdict) => async () => verdict;

describe('an attempt', () => {
  it('is acknowledged with the receipt alone', async () => {
    expect(await send(give({ kind: 'delivered', receipt: 'r-1' }))()).toEqual({
      type: 'ACKNOWLEDGED',
      receipt: 'r-1',
    });
  });

  it('is refused for a channel that is not configured, naming those that are', async () => {
    const answer = send(give({ kind: 'delivered', receipt: 'r-1' }));
    expect(await answer({ channel: 'gotify' })).toEqual({
      type: 'REFUSED',
      reason: 'gotify is not configured any more (configured: ntfy)',
    });
  });

  it('has no secret and no more than 500 characters in what it tells', async () => {
    const reason = `token hunter2 ${'x'.repeat(9000)}`;
    const event = await send(give({ kind: 'refused', reason }))();
    expect(JSON.stringify(event)).not.toContain('hunter2');
    expect((event as unknown as { reason: string }).reason.length).toBeLessThanOrEqual(500);
  });

  it('that threw has failed, and may be made again', async () => {
    const event = await send(() => Promise.reject(new Error('a fault of the program')))();
    expect(event).toEqual({
      type: 'FAILED',
      reason: 'a fault of the program',
      retry_after_ms: null,
      jitter: expect.any(Number),
    });
  });

  it('that was ended by a stop is left in the outbox', async () => {
    const stop = new AbortController();
    const ended = send(() => {
      stop.abort();
      return Promise.reject(new Error('aborted'));
    }, stop.signal);
    await expect(ended()).rejects.toThrow('aborted');
  });
});
