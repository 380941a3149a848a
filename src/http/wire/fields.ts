/** Members that request bodies share, each with the words that say what would be right. */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import { line } from '../../domain/texts.ts';

export { identifier, line, words } from '../../domain/texts.ts';

/** Chosen by the caller. A repeat with the same payload has the first answer, with another it is 409. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(limits.idempotencyKeyCharsMax)
  .refine((key) => key === '' || /\S/.test(key), 'must not be blanks alone');

/** An id in an address. */
export const idParam = z
  .string()
  .min(1)
  .max(limits.identifierCharsMax * 2);
/** Of every address below one run. */
export const runParams = z.strictObject({ run_id: idParam });

/** Who asks, for the audit log. */
export const requestedBy = line(200).min(1).default('operator');

/** Of every command that may be given a key. */
export const asked = {
  idempotency_key: idempotencyKey.optional(),
  requested_by: requestedBy,
};

/** Of every command that is a dry run unless `dry_run` is false. */
export const askedDry = {
  idempotency_key: idempotencyKey.optional(),
  dry_run: z.boolean().default(true),
  requested_by: requestedBy,
};

/** Definition members of a read of the control plane that takes nothing; a route says what differs. */
export const get = {
  method: 'GET',
  auth: 'control',
  params: null,
  query: null,
  body: null,
  errors: [],
  idempotent: true,
} as const;

/** Definition members of every command of the control plane. */
export const command = { method: 'POST', auth: 'control', params: null, query: null } as const;
