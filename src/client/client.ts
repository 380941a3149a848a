/**
 * The typed client of the API. Addresses, members and replies are checked by the compiler against
 * `schema.ts`, which is generated from the route table; what can go wrong has a class of its own.
 */
import { type ApiClient, type ApiClientOptions, createCalls } from './calls.ts';
import { ApiError, type Problem } from './errors.ts';
import { explainNoAnswer } from './no-answer.ts';

export type { ApiClient };

/** Calls reject with `NoAnswerError`; an error reply is a value, and `unwrap` throws it. */
export const createApiClient = (options: ApiClientOptions): ApiClient =>
  createCalls(options, explainNoAnswer);

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The reply of a call that must succeed; throws `ApiError` with the problem otherwise. */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response.status, error as Partial<Problem> | undefined);
  return data as Data;
}

/** True when an idempotency key brought back the answer to an earlier request. */
export function wasReplayed(response: Response): boolean {
  return response.headers.get('idempotency-replayed') === 'true';
}
