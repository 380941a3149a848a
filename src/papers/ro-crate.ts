/** RO-Crate 1.1 metadata for a finalization package. */
import type { JsonObject } from '../lib/canonical-json.ts';

/** The name that RO-Crate 1.1 gives the metadata file at the root of a crate. */
export const roCrateFile = 'ro-crate-metadata.json';

interface CrateFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
interface CrateInput {
  readonly identifier: string;
  readonly title: string;
  readonly description: string;
  readonly datePublished: string;
  /** URL or name of the licence the operator gives. */
  readonly license: string;
  readonly generator: string;
  readonly files: readonly CrateFile[];
}

/** The JSON-LD document, with every file of the package as a data entity. */
export function buildRoCrate(input: CrateInput): JsonObject {
  return {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      {
        '@id': roCrateFile,
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        about: { '@id': './' },
      },
      {
        '@id': './',
        '@type': 'Dataset',
        identifier: input.identifier,
        name: input.title,
        description: input.description,
        datePublished: input.datePublished,
        license: input.license,
        hasPart: input.files.map((file) => ({ '@id': encodeURI(file.path) })),
        mentions: [{ '@id': '#generation' }],
      },
      {
        '@id': '#generation',
        '@type': 'CreateAction',
        name: 'Automated generation of the paper',
        endTime: input.datePublished,
        instrument: { '@id': '#generator' },
        result: input.files
          .filter((file) => file.path.startsWith('paper.'))
          .map((file) => ({ '@id': encodeURI(file.path) })),
      },
      { '@id': '#generator', '@type': 'SoftwareApplication', name: input.generator },
      ...input.files.map((file) => ({
        '@id': encodeURI(file.path),
        '@type': 'File',
        name: file.path,
        contentSize: String(file.bytes),
        encodingFormat: mediaTypeOf(file.path),
        sha256: file.sha256,
      })),
    ],
  };
}

const mediaTypes: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  xml: 'application/jats+xml',
  tex: 'application/x-tex',
  json: 'application/json',
  jsonl: 'application/jsonl',
  ndjson: 'application/jsonl',
  csv: 'text/csv',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  bib: 'application/x-bibtex',
  mjs: 'text/javascript',
};

/** Media type by file ending. */
export function mediaTypeOf(path: string): string {
  return mediaTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
