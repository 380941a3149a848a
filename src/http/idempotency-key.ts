/** The header `Idempotency-Key`, which may stand for the member of a body. */
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import type { RequestHead } from './transport/port.ts';
import { validate } from './validation.ts';
import { idempotencyKey } from './wire/fields.ts';

/** The key of the header; empty where it is not sent. 422 where it is sent and is none, as when blanks are all of it. */
export const idempotencyKeyOf = (head: RequestHead): string =>
  head.has('idempotency-key')
    ? (validate(idempotencyKey, head.header('idempotency-key'), 'header Idempotency-Key') as string)
    : '';

/** The body with `key` as its member where it has none and may have one; 422 when both differ. */
export function withIdempotencyKey(body: unknown, key: string): unknown {
  if (key === '') return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if (!('idempotency_key' in body)) return { ...body, idempotency_key: key };
  if (body.idempotency_key === key) return body;
  const message = 'is not the key of the header Idempotency-Key; send one of them, or the same';
  throw new ServiceError('invalid_request', `idempotency_key: ${message}`, {
    errors: [{ path: 'idempotency_key', message }],
  });
}

/** True for the body of a route that does once what is sent again with the same key. */
export const takesIdempotencyKey = (schema: z.ZodType | null): boolean =>
  schema instanceof z.ZodObject && 'idempotency_key' in schema.shape;
