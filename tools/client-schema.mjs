/**
 * Writes `src/client/schema.ts`, the types of the API for its client, from `docs/openapi.json`;
 * with `--check` says whether it is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stale.mjs';

const path = 'src/client/schema.ts';
const notice = `/**
 * The types of the API, generated from docs/openapi.json by \`npm run docs\`; do not edit.
 * Long because generated: one entry per route, component and operation.
 */
`;

/** The text of the file for an OpenAPI document. */
export async function renderClientSchema(document) {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const text = astToString(
    await openapiTypescript(document, { alphabetize: false, defaultNonNullable: false }),
  );
  // Nothing of ours has web hooks, and components are named.
  return notice + text.replace(/^export type (webhooks|\$defs) = .*;\n/gm, '');
}

async function main() {
  const document = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
  const content = await renderClientSchema(document);
  if (!process.argv.includes('--check')) {
    writeFileSync(join(root, path), content);
    process.stdout.write(`wrote ${path}\n`);
    return 0;
  }
  if (readText(join(root, path)) === content) return 0;
  process.stderr.write(`${path} is stale; run: npm run docs\n`);
  return 1;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

process.exitCode = await main();
