/** One route of the table as an OpenAPI operation. */
import * as z from 'zod';
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { takesIdempotencyKey } from '../idempotency-key.ts';
import type { Route } from '../route.ts';
import type { ErrorsOf } from './problems.ts';

/** A route as the reference sees it: all that is written down about it, and not what it does. */
export type DocumentedRoute = Omit<Route<never>, 'handler'>;

/** A real exchange: what was asked and what came back. */
export interface RecordedExample {
  /** With its query, as sent. */
  readonly path: string;
  /** Absent where no body was sent. */
  readonly request?: unknown;
  readonly status: number;
  readonly reply: unknown;
}

interface OperationParts {
  readonly tag: string;
  readonly problems: (route: ErrorsOf) => Record<`${number}`, ZodOpenApiResponseObject>;
  readonly example: RecordedExample | undefined;
}

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } as const;

const statusWords: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; it goes on in the background.',
  204: 'Done; there is nothing to say.',
  302: 'Look at the address in the header Location.',
  304: 'Unchanged since the version that was named.',
};

/** Pure; the route's schemas go in as they are. */
export function describeOperation(
  route: DocumentedRoute,
  { tag, problems, example }: OperationParts,
): ZodOpenApiOperationObject {
  const { params, query, body } = route;
  const takesKey = takesIdempotencyKey(body);
  return {
    operationId: route.id,
    tags: [tag],
    summary: route.summary,
    ...descriptionOf(route),
    ...(route.deprecated === true ? { deprecated: true } : {}),
    ...(route.partial === undefined ? {} : { 'x-partial': route.partial }),
    'x-idempotent': route.idempotent || route.method === 'GET',
    security: securityOf(route.auth),
    ...(params === null && query === null
      ? {}
      : {
          requestParams: {
            ...(params === null ? {} : { path: asObject(params) }),
            ...(query === null ? {} : { query: asObject(query) }),
          },
        }),
    ...(takesKey ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    ...(body === null
      ? {}
      : {
          requestBody: {
            description: `At most ${route.bodyBytesMax} bytes; more is answered 413.`,
            required: !acceptsEmpty(body),
            content: {
              'application/json': {
                schema: body,
                ...(example?.request === undefined ? {} : namedExample(example, example.request)),
              },
            },
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.replies).map(([status, schema]) => [
          status,
          describeReply(route, Number(status), schema, { takesKey, example }),
        ]),
      ),
      ...problems(route),
    },
  };
}

function describeReply(
  route: DocumentedRoute,
  status: number,
  schema: z.ZodType | null,
  { takesKey, example }: { takesKey: boolean; example: RecordedExample | undefined },
): ZodOpenApiResponseObject {
  const headers: Record<string, oas31.ReferenceObject> = { ...requestIdHeader };
  if (takesKey) headers['Idempotency-Replayed'] = { $ref: '#/components/headers/Replayed' };
  const description = schema?.description ?? statusWords[status] ?? 'Answered.';
  if (schema === null) {
    return {
      description,
      headers,
      ...(route.mediaType === undefined || status >= 300
        ? {}
        : { content: { [route.mediaType]: { schema: { type: 'string' } } } }),
    };
  }
  return {
    description,
    headers,
    content: {
      'application/json': {
        schema,
        ...(example?.status === status ? namedExample(example, example.reply) : {}),
      },
    },
  };
}

const namedExample = (example: RecordedExample, value: unknown) => ({
  examples: { recorded: { summary: example.path, value } },
});

function descriptionOf(route: DocumentedRoute): { description?: string } {
  const parts = [
    ...(route.partial === undefined ? [] : [`Partly: ${route.partial}`]),
    ...(route.deprecated === true ? ['Kept for older clients.'] : []),
  ];
  return parts.length === 0 ? {} : { description: parts.join(' ') };
}

function securityOf(auth: DocumentedRoute['auth']): oas31.SecurityRequirementObject[] {
  if (auth === 'open') return [];
  if (auth === 'any') return [{ control: [] }, { worker: [] }];
  if (auth === 'callback') return [{ callback: [] }, { control: [] }];
  return [{ [auth]: [] }];
}

const acceptsEmpty = (body: z.ZodType): boolean => body.safeParse({}).success;

function asObject(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodPipe) return asObject(schema.in as z.ZodType);
  throw new Error('parameters are described by an object schema');
}
