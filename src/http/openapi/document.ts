/**
 * The OpenAPI 3.1 document of a route table. Nothing in it is written by hand but the words about
 * the whole: addresses, members, bounds, replies and errors come from the rows and their schemas.
 */
import {
  type CreateDocumentOptions,
  createDocument,
  type oas31,
  type ZodOpenApiComponentsObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { limits } from '../../domain/limits.ts';
import { productTitle } from '../../domain/product.ts';
import { amendSchema } from './amend-schema.ts';
import { type DocumentedRoute, describeOperation, type RecordedExample } from './operation.ts';
import { createProblemReplies, problemSchema } from './problems.ts';
import { tidyDocument } from './tidy.ts';

interface DocumentedGroup {
  readonly title: string;
  readonly routes: readonly DocumentedRoute[];
}

interface DocumentInfo {
  /** Of the package. */
  readonly version: string;
  /** Real exchanges by route id; a route without one has no example. */
  readonly examples?: Readonly<Record<string, RecordedExample>>;
}

const about = [
  'Control plane and worker gate of one service.',
  'GET routes answer HEAD too and every address answers OPTIONS; an address that does not exist is 404, a method that an address does not take is 405. The token is checked before anything else is said.',
  'Errors are problem documents (RFC 9457): `code` is stable and for programs, `detail` is for people.',
  'Commands take an idempotency key, in the body or as the header Idempotency-Key: the same key with the same body is answered as the first time, byte for byte, with the header Idempotency-Replayed; with another body it is refused (409). Keys live as long as the log.',
  'Times are ISO 8601 in UTC. What is not known is null, never zero. Operations marked `x-partial` say what is still missing behind them.',
].join('\n\n');

const components: ZodOpenApiComponentsObject = {
  schemas: { Problem: problemSchema },
  securitySchemes: {
    control: { type: 'http', scheme: 'bearer', description: 'The token of the control API.' },
    worker: { type: 'http', scheme: 'bearer', description: 'The token of the worker gate.' },
    callback: { type: 'http', scheme: 'bearer', description: 'The token for callbacks alone.' },
  },
  parameters: {
    IdempotencyKey: {
      in: 'header',
      name: 'Idempotency-Key',
      description: 'Stands for the member idempotency_key of a body that has none.',
      schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharsMax },
    },
  },
  headers: {
    RequestId: {
      description: 'The X-Request-Id that was sent, or one made for the request.',
      schema: { type: 'string' },
    },
    Replayed: {
      description: 'Present when this is the kept answer to an earlier request with the same key.',
      schema: { type: 'string', enum: ['true'] },
    },
    RetryAfter: {
      description: 'Seconds to wait before trying again.',
      schema: { type: 'integer', minimum: 1 },
    },
    Challenge: { description: 'Always Bearer.', schema: { type: 'string', enum: ['Bearer'] } },
  },
};

const options: CreateDocumentOptions = {
  override: ({ zodSchema, jsonSchema }) => amendSchema(zodSchema, jsonSchema),
};

/** Pure; throws when a schema has no counterpart in OpenAPI or two components share a name. */
export function createOpenApiDocument(
  groups: readonly DocumentedGroup[],
  info: DocumentInfo,
): oas31.OpenAPIObject {
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: `${productTitle} API`,
        version: info.version,
        description: about,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The service that serves this document.' }],
      tags: groups.filter(({ routes }) => routes.length > 0).map(({ title }) => ({ name: title })),
      paths: pathsOf(groups, info.examples ?? {}),
      components,
    },
    options,
  );
  return tidyDocument(document);
}

function pathsOf(
  groups: readonly DocumentedGroup[],
  examples: Readonly<Record<string, RecordedExample>>,
): ZodOpenApiPathsObject {
  const problems = createProblemReplies();
  const paths: ZodOpenApiPathsObject = {};
  for (const { title: tag, routes } of groups) {
    for (const route of routes) {
      const method = route.method.toLowerCase() as 'get';
      paths[route.path] = {
        ...paths[route.path],
        [method]: describeOperation(route, { tag, problems, example: examples[route.id] }),
      };
    }
  }
  return paths;
}
