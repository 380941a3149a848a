/**
 * How the configured channels are, from what became of the notifications: a receipt ends whatever was
 * wrong before it, and failures count since the last one.
 */
import { limits } from '../../domain/limits.ts';
import { type Notification, notificationSchema } from '../../domain/records.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import type { ControlContext } from '../common/index.ts';

/** One configured channel. */
export interface ChannelHealth {
  readonly channel: string;
  /** Null: it never delivered anything. */
  readonly last_delivered_at: string | null;
  readonly last_receipt: string | null;
  /** Attempts that failed since the last receipt, at most those of `limits.channelRowsMax` messages. */
  readonly failures: number;
  /** Messages that were given up since the last receipt. */
  readonly given_up: number;
  /** When the first of these attempts failed; null where none did. */
  readonly failing_since: string | null;
  /** What the last of them said. */
  readonly reason: string | null;
  /** True when it failed too often in a row, or for good. */
  readonly is_down: boolean;
}

/** Of every configured channel, in their order. */
export async function readChannelHealth({
  reads,
  vitals,
}: Pick<ControlContext, 'reads' | 'vitals'>): Promise<readonly ChannelHealth[]> {
  return Promise.all(
    vitals.alerts.channels.map(async (channel) => {
      const rowsOf = async (status: string | readonly string[], pageSize: number) => {
        const page = await reads.list('notification', {
          ...firstPage,
          pageSize,
          sort: '-updated_at',
          filters: { status, channel },
        });
        return page.rows.map((row) => notificationSchema.parse(row));
      };
      const [delivered, others] = await Promise.all([
        rowsOf('delivered', 1),
        rowsOf(['sending', 'waiting', 'undeliverable'], limits.channelRowsMax),
      ]);
      return judgeChannel(channel, delivered[0], others);
    }),
  );
}

/** `others`: what was not delivered, the latest change first. Pure. */
export function judgeChannel(
  channel: string,
  delivered: Notification | undefined,
  others: readonly Notification[],
): ChannelHealth {
  const deliveredAt = delivered?.delivered_at ?? null;
  const isSince = (time: string | null): time is string =>
    time !== null && (deliveredAt === null || time > deliveredAt);
  const failed = others.filter(({ last_failed_at: at }) => isSince(at));
  // Of a message that failed before and after a receipt, only the last attempt is known to be after it.
  const failures = failed.reduce(
    (sum, one) => sum + (isSince(one.first_failed_at) ? one.attempts : 1),
    0,
  );
  const since = failed.map((one) =>
    isSince(one.first_failed_at) ? one.first_failed_at : one.last_failed_at!,
  );
  const last = failed.toSorted((one, other) =>
    one.last_failed_at! < other.last_failed_at! ? 1 : -1,
  )[0];
  const givenUp = failed.filter(({ status }) => status === 'undeliverable').length;
  return {
    channel,
    last_delivered_at: deliveredAt,
    last_receipt: delivered?.receipt ?? null,
    failures,
    given_up: givenUp,
    failing_since: since.toSorted()[0] ?? null,
    reason: last?.last_error ?? null,
    is_down: givenUp > 0 || failures >= limits.channelFailuresMax,
  };
}
