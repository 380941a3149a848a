/** The API reference for programs, generated from the table it is a row of. */
import * as z from 'zod';
import { defineRoute, JsonText, ok, type Route } from '../route.ts';
import { get } from '../wire/fields.ts';

/** Where the route has its document from. */
export interface OpenApiContext {
  /** The document of this service's routes as JSON; made at the first call. */
  readonly openApi: () => Promise<string>;
}

const documentReply = z
  .looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), z.json())),
    components: z.record(z.string(), z.record(z.string(), z.json())),
  })
  .describe('An OpenAPI 3.1 document of the routes that this service has.');

/** One route, which the document names like any other. */
export const openApiRoutes: readonly Route<OpenApiContext>[] = [
  defineRoute({
    ...get,
    id: 'openapi',
    path: '/control/api/v1/openapi.json',
    summary: 'This reference as an OpenAPI 3.1 document.',
    replies: { 200: documentReply },
    handler: async (_request, { openApi }) => ok(new JsonText(await openApi())),
  }),
];
