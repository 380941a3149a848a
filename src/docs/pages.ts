/** The generated pages, each a path relative to the repository and its text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderConfigurationPage } from './configuration-page.ts';
import { renderErrorsPage } from './errors-page.ts';
import { renderLintPage } from './lint-page.ts';
import { renderOpenApiPage } from './openapi-page.ts';
import { renderRoutesPage } from './routes-page.ts';
import { renderStatePages } from './state-pages.ts';
import { renderVerifierPage } from './verifier-page.ts';

interface GeneratedFile {
  /** Relative to the repository root, with slashes. */
  readonly path: string;
  readonly content: string;
  /** Of a drawing: what makes it hard to read. */
  readonly faults?: readonly string[];
}

/** Folders that hold generated files only, so that a file too many there is stale too. */
const generatedFolders = ['docs/states'];

/** Every generated file as the code says it now. Equal code gives equal bytes. */
export async function renderPages(): Promise<GeneratedFile[]> {
  return [
    { path: 'docs/configuration.md', content: renderConfigurationPage() },
    { path: 'docs/errors.md', content: renderErrorsPage() },
    { path: 'docs/lint.md', content: renderLintPage() },
    { path: 'docs/openapi.json', content: renderOpenApiPage() },
    { path: 'docs/routes.md', content: renderRoutesPage() },
    { path: 'docs/verifier-rules.md', content: renderVerifierPage() },
    ...(await renderStatePages()),
  ];
}

/** Paths below `root` that are missing, changed, or no longer generated. */
export function findStalePages(root: string, pages: readonly GeneratedFile[]): string[] {
  const known = new Set(pages.map(({ path }) => path));
  const changed = pages.filter(({ path, content }) => readText(join(root, path)) !== content);
  return [
    ...changed.map(({ path }) => path),
    ...listGenerated(root).filter((path) => !known.has(path)),
  ];
}

/** Files that lie in the generated folders now. */
export function listGenerated(root: string): string[] {
  return generatedFolders.flatMap((folder) =>
    listNames(join(root, folder)).map((name) => `${folder}/${name}`),
  );
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
