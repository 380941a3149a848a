/** The OpenAPI document of a running service, made when it is first asked for. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routeGroupsOf } from '../../http/routes/all.ts';

/** Answers the same text every time; its maker is loaded at the first call. */
export function createOpenApiText(
  packageRoot: string,
  parts: { readonly control: boolean; readonly worker: boolean },
): () => Promise<string> {
  let text: Promise<string> | null = null;
  const make = async (): Promise<string> => {
    const [{ createOpenApiDocument }, { default: examples }, manifest] = await Promise.all([
      import('../../http/openapi/document.ts'),
      import('../../http/openapi/examples.json', { with: { type: 'json' } }),
      readFile(join(packageRoot, 'package.json'), 'utf8'),
    ]);
    const { version } = JSON.parse(manifest) as { version: string };
    return JSON.stringify(createOpenApiDocument(routeGroupsOf(parts), { version, examples }));
  };
  return () => {
    text ??= make().catch((error: unknown) => {
      text = null;
      throw error;
    });
    return text;
  };
}
