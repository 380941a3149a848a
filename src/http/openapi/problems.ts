/** Which errors a route can answer, and how the reference shows them. */
import * as z from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { type ErrorCode, errorCodes, errorRegistry } from '../../domain/errors.ts';
import type { Route } from '../route.ts';

/** The members of a route that its error codes follow from. */
export type ErrorsOf = Pick<
  Route<never>,
  'auth' | 'method' | 'params' | 'query' | 'body' | 'errors'
>;

/** An error reply; members beyond these belong to some codes only. */
export const problemSchema = z
  .looseObject({
    type: z.string().describe('A URN that ends in the code.'),
    title: z.string().describe('What the code means, in words.'),
    status: z.int().min(400).max(599).describe('The HTTP status.'),
    detail: z.string().describe('What happened here, why, and what to do about it.'),
    code: z.enum(errorCodes).describe('Stable; what a program should look at.'),
    request_id: z.string().describe('Finds the request in the log of the service.'),
    errors: z
      .array(
        z.strictObject({
          path: z.string().describe('Dotted path of the field, with indexes in brackets.'),
          message: z.string().describe('What would be right.'),
        }),
      )
      .optional()
      .describe('Every field at fault, for 422 and some 400.'),
    errors_omitted: z.int().min(1).optional().describe('Faults that are not listed.'),
    retry_after_sec: z
      .number()
      .optional()
      .describe('Seconds to wait before trying again, as in the header Retry-After.'),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' });

/** Every code the route can answer with, its own and those that all of its kind share. */
export function errorCodesOf(route: ErrorsOf): ErrorCode[] {
  const found = new Set<ErrorCode>(route.errors);
  // A control plane may only read its store; a gate has one of its own.
  const isControls = route.auth === 'control' || route.auth === 'callback';
  if (isControls && route.method !== 'GET') found.add('read_only');
  if (route.auth !== 'open') found.add('unauthorized').add('too_many_requests');
  if (route.params !== null || route.query !== null || route.body !== null) {
    found.add('bad_request').add('invalid_request');
  }
  if (route.body !== null) found.add('payload_too_large').add('unsupported_media_type');
  found.add('internal').add('overloaded').add('store_unavailable').add('shutting_down');
  const isPlanes = route.auth !== 'worker' && route.auth !== 'any';
  if (isPlanes && route.method !== 'GET') found.add('no_active_plane');
  return errorCodes.filter((code) => found.has(code));
}

/** The error replies of a route by status; those with the same codes are one component. */
export function createProblemReplies(): (
  route: ErrorsOf,
) => Record<`${number}`, ZodOpenApiResponseObject> {
  const known = new Map<string, ZodOpenApiResponseObject>();
  return (route) => {
    const replies: Record<`${number}`, ZodOpenApiResponseObject> = {};
    for (const [status, group] of byStatus(errorCodesOf(route))) {
      const name = `Problem${status}_${group.join('_')}`;
      const reply = known.get(name) ?? problemReply(name, status, group);
      known.set(name, reply);
      replies[`${status}`] = reply;
    }
    return replies;
  };
}

function byStatus(found: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of found) {
    const { status } = errorRegistry[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([left], [right]) => left - right);
}

function problemReply(id: string, status: number, group: ErrorCode[]): ZodOpenApiResponseObject {
  const words = group.map((code) => {
    const { title, retryable } = errorRegistry[code];
    return `- \`${code}\`: ${title}${retryable ? ' (may pass: try again)' : ''}`;
  });
  return {
    id,
    description: words.join('\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {}),
      ...(status === 429 || status === 503
        ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
        : {}),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            {
              type: 'object',
              properties: { status: { const: status }, code: { enum: group } },
            },
          ],
        },
      },
    },
  };
}
