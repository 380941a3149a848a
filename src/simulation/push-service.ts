/**
 * The service at the other end of every channel: strict about what it gets, as no real one is. It keeps each message
 * under its id, with how often it came, and when it came first.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { notificationMessageSchema } from '../domain/notification.ts';
import type { Entropy } from '../lib/ids.ts';
import type { Channel, ChannelReply, ChannelRequest } from '../notify/channel.ts';
import { retry } from '../notify/channel.ts';
import { judgeReply } from '../notify/judge.ts';
import { createWebhook, webhookHeaders } from '../notify/webhook.ts';
import type { Faults } from './faults.ts';
import type { SimulatedTime } from './time.ts';

/** Where it takes messages. */
export const pushUrl = 'https://push.simulated/messages';
const skewSecMax = 5;
const travelMs = 100;
/** Repeats under one id beyond which somebody would be woken again and again. */
const repeatsMax = 20;
const bodySchema = notificationMessageSchema.strict();

/** One message as it arrived. */
export interface Taken {
  readonly id: string;
  readonly message: ReturnType<typeof bodySchema.parse>;
  /** By the clock that never goes back. */
  readonly atMs: number;
  times: number;
}

interface PushOptions {
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly entropy: Entropy;
  /** Deadline of one attempt, ms. */
  readonly timeoutMs: number;
  /** Told of each message when it comes for the first time. */
  readonly onTaken: (taken: Taken) => void;
  /** Told of what no service should be sent. */
  readonly onBroken: (sentence: string) => void;
}

/** What took the messages of all channels. */
export class PushService {
  readonly #options: PushOptions;
  readonly #secret: string;
  readonly #taken = new Map<string, Taken>();

  constructor(options: PushOptions) {
    this.#options = options;
    this.#secret = options.entropy.id();
  }

  /** What messages are signed with. */
  get secret(): string {
    return this.#secret;
  }

  /** In the order in which they first came. */
  get taken(): readonly Taken[] {
    return [...this.#taken.values()];
  }

  has(id: string): boolean {
    return this.#taken.has(id);
  }

  /** The way there, under each of these names; what goes over it is a signed webhook. */
  channels(names: readonly string[]): ReadonlyMap<string, Channel> {
    const service = createWebhook({ url: pushUrl, secret: this.#secret });
    const { time, faults, timeoutMs } = this.#options;
    const send: Channel['send'] = async (outgoing, signal) => {
      const lost = async () => {
        await time.pause(timeoutMs, signal);
        signal.throwIfAborted();
        return retry('no answer; it may have arrived');
      };
      const request = service.toRequest(outgoing, time.clock.now());
      await time.pause(travelMs, signal);
      signal.throwIfAborted();
      if (faults.strikes('push_lost', 0.05)) return lost();
      if (faults.strikes('push_refused', 0.05))
        return judgeReply(service, reply(503, { error: 'busy' }, { 'retry-after': '30' }));
      const answer = this.#receive(request);
      if (faults.strikes('push_answer_lost', 0.05)) return lost();
      return judgeReply(service, answer);
    };
    return new Map(
      names.map((name) => [
        name,
        { name: name as Channel['name'], send, close: () => Promise.resolve() },
      ]),
    );
  }

  #receive(request: ChannelRequest): ChannelReply {
    const wrong = this.#wrongIn(request);
    if (wrong !== null) {
      this.#options.onBroken(`the push service was sent what it does not take: ${wrong}`);
      return reply(400, { error: wrong });
    }
    const { notification_id: id, ...message } = JSON.parse(request.body) as {
      readonly notification_id: string;
    };
    const known = this.#taken.get(id);
    if (known === undefined) {
      const { time, onTaken } = this.#options;
      const taken = { id, message: bodySchema.parse(message), atMs: time.elapsedMs, times: 1 };
      this.#taken.set(id, taken);
      onTaken(taken);
    } else {
      known.times += 1;
      if (JSON.stringify(known.message) !== JSON.stringify(bodySchema.parse(message)))
        this.#options.onBroken(`message ${id} came again with other words`);
      if (known.times > repeatsMax)
        this.#options.onBroken(`message ${id} came ${known.times} times`);
    }
    return reply(200, { receipt: `taken-${id}` });
  }

  /** Null for a request as docs/alerts.md promises it to receivers. */
  #wrongIn({ url: asked, headers, body }: ChannelRequest): string | null {
    if (asked !== pushUrl) return `the address ${asked}`;
    if (headers['content-type'] !== 'application/json') return 'a content type that is not JSON';
    const stamp = headers[webhookHeaders.timestamp] ?? '';
    const nowSec = this.#options.time.clock.now() / 1000;
    if (!(Math.abs(nowSec - Number(stamp)) <= skewSecMax)) return `the time ${stamp}`;
    const sum = createHmac('sha256', this.#secret).update(`${stamp}.${body}`).digest('hex');
    const signature = Buffer.from(headers[webhookHeaders.signature] ?? '');
    const expected = Buffer.from(`sha256=${sum}`);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
      return 'a signature that does not fit';
    const { notification_id: id, ...message } = JSON.parse(body) as Record<string, unknown>;
    if (typeof id !== 'string' || headers[webhookHeaders.id] !== encodeURI(id))
      return 'an id that is not that of its header';
    const { error } = bodySchema.safeParse(message);
    return error === undefined ? null : error.message;
  }
}

const reply = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ChannelReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  text: JSON.stringify(body),
});
