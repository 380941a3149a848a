/** What was told to people, or is to be: the list, and one with its whole message. */
import { ServiceError } from '../../domain/errors.ts';
import { notificationSchema } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { ListQuery } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { inList, toPlainRow } from '../reading/index.ts';

/** A page of them, the latest change first unless the query says otherwise. */
export async function listNotifications(
  { reads, clock }: Needs<'clock' | 'reads'>,
  query: ListQuery,
) {
  const page = await reads.list('notification', query);
  return {
    page,
    rows: page.rows.map((row) => inList(toPlainRow('notification', row))),
    generatedAt: toIsoTime(clock.now()),
  };
}

/** One with its message. Throws `notification_not_found`. */
export async function readNotification({ reads, clock }: Needs<'clock' | 'reads'>, id: string) {
  const row = await reads.get('notification', id);
  if (row === undefined)
    throw new ServiceError('notification_not_found', `no notification has the id "${id}"`);
  return {
    ok: true as const,
    notification: toPlainRow('notification', row),
    message: notificationSchema.parse(row).message,
    generated_at: toIsoTime(clock.now()),
  };
}
