/** `docs/openapi.json`: the API reference for programs, for a service in both roles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenApiDocument } from '../http/openapi/document.ts';
import examples from '../http/openapi/examples.json' with { type: 'json' };
import { routeGroups } from '../http/routes/all.ts';
import { findPackageRoot } from '../lib/package-root.ts';

/** The document as JSON text; its version is that of the package. */
export function renderOpenApiPage(): string {
  const root = findPackageRoot(import.meta.url);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return `${JSON.stringify(createOpenApiDocument(routeGroups, { version, examples }), null, 1)}\n`;
}
