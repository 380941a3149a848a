/** The generated pages, each a path relative to the repository and its text. */
import { join } from 'node:path';
import { namesIfThere, readIfThere } from '../lib/if-there.ts';
import { findPackageRoot } from '../lib/package-root.ts';
import { renderConfigurationPage } from './configuration-page.ts';
import { renderErrorsPage } from './errors-page.ts';
import { withFleetSection } from './fleet-section.ts';
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
  const root = findPackageRoot(import.meta.url);
  const benchmarks = readIfThere(join(root, 'docs/benchmarks.md')) ?? '';
  const fleet = readIfThere(join(root, 'bench/results/fleet.json'));
  return [
    { path: 'docs/benchmarks.md', content: withFleetSection(benchmarks, fleet) },
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
  const changed = pages.filter(({ path, content }) => readIfThere(join(root, path)) !== content);
  return [
    ...changed.map(({ path }) => path),
    ...listGenerated(root).filter((path) => !known.has(path)),
  ];
}

/** Files that lie in the generated folders now. */
export function listGenerated(root: string): string[] {
  return generatedFolders.flatMap((folder) =>
    namesIfThere(join(root, folder)).map((name) => `${folder}/${name}`),
  );
}
