/**
 * RO-Crate metadata of a package, by version 1.1 or 1.2: what both demand and what they recommend, as far as it
 * is known. Nothing is invented for a recommendation: an organization has a ROR identifier only where the
 * operator gives one.
 */

import { mediaTypeOf } from '../../domain/media-types.ts';
import type { Json, JsonObject } from '../../lib/canonical-json.ts';
import { describePath } from './package-files.ts';
import type { PublicationFacts } from './publication.ts';

/** The name that RO-Crate gives the metadata file at the root of a crate. */
export const roCrateFile = 'ro-crate-metadata.json';

interface CrateFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
/** What a crate says of a package; `files` in the order in which they are listed. */
export interface CrateInput {
  readonly identifier: string;
  readonly title: string;
  readonly description: string;
  /** ISO 8601. */
  readonly datePublished: string;
  readonly publication: PublicationFacts;
  /** Name of the program that wrote the paper. */
  readonly generator: string;
  readonly files: readonly CrateFile[];
}

type Reference = { readonly '@id': string };
const to = (id: string): Reference => ({ '@id': id });

/** A list as JSON-LD wants it compacted: one value stands alone, and none is left out. */
const valuesOf = (name: string, values: readonly Json[]): JsonObject =>
  values.length === 0 ? {} : { [name]: values.length === 1 ? (values[0] ?? null) : [...values] };

/** The JSON-LD document, flat, with every file of the package as a data entity. */
export function buildRoCrate(input: CrateInput): JsonObject {
  const { publication, files } = input;
  const version = `https://w3id.org/ro/crate/${publication.crate_version}`;
  const parts = files.map(({ path }) => to(toCrateId(path)));
  const license = publication.license.url ?? '#licence';
  const publisher = publication.publisher.ror ?? '#publisher';
  return {
    // The context of 1.1 does not know the term.
    '@context': [`${version}/context`, { sha256: 'http://schema.org/sha256' }],
    '@graph': [
      {
        '@id': roCrateFile,
        '@type': 'CreativeWork',
        name: 'RO-Crate metadata',
        description: 'Describes the files of this package.',
        conformsTo: to(version),
        about: to('./'),
      },
      {
        '@id': './',
        '@type': 'Dataset',
        name: input.title,
        description: input.description,
        identifier: to('#identifier'),
        datePublished: input.datePublished,
        license: to(license),
        author: to(publisher),
        creator: to('#generator'),
        publisher: to(publisher),
        funder: to(publisher),
        ...valuesOf('hasPart', parts),
        mentions: to('#generation'),
      },
      {
        '@id': '#identifier',
        '@type': 'PropertyValue',
        name: 'Identifier of the paper',
        propertyID: 'urn:orrery:paper-id',
        value: input.identifier,
      },
      {
        '@id': license,
        '@type': 'CreativeWork',
        name: publication.license.name,
        description: publication.license.description,
      },
      ...organizationOf(publication, publisher),
      {
        '@id': '#generation',
        '@type': 'CreateAction',
        name: 'Automated generation of the paper',
        description:
          'A program wrote the paper from the evidence; nobody claims to have written it.',
        endTime: input.datePublished,
        instrument: to('#generator'),
        ...valuesOf(
          'object',
          idsOf(files, (path) => path.startsWith('evidence/')),
        ),
        ...valuesOf(
          'result',
          idsOf(files, (path) => path.startsWith('paper.')),
        ),
      },
      {
        '@id': '#generator',
        '@type': 'SoftwareApplication',
        name: input.generator,
        description: 'The program that ran the experiment and wrote the paper.',
      },
      ...files.map(({ path, bytes, sha256 }) => ({
        '@id': toCrateId(path),
        '@type': 'File',
        name: path,
        description: describePath(path),
        contentSize: String(bytes),
        encodingFormat: mediaTypeOf(path),
        sha256,
      })),
    ],
  };
}

const idsOf = (files: readonly CrateFile[], isWanted: (path: string) => boolean): Reference[] =>
  files.filter(({ path }) => isWanted(path)).map(({ path }) => to(toCrateId(path)));

/** Who answers for the release, and whom to ask. */
function organizationOf({ publisher }: PublicationFacts, id: string): JsonObject[] {
  const { name, url, contact } = publisher;
  return [
    {
      '@id': id,
      '@type': 'Organization',
      name,
      description: 'Answers for the release of this package; it did not write the paper.',
      url,
      funder: to(id),
      contactPoint: to('#contact'),
    },
    {
      '@id': '#contact',
      '@type': 'ContactPoint',
      name: `Contact of ${name}`,
      contactType: 'publisher',
      ...(contact === null ? {} : { [/^https?:/.test(contact) ? 'url' : 'email']: contact }),
    },
  ];
}

/**
 * A path as the identifier of a data entity: a relative URI with all that is not ASCII as it is, and without what
 * would make a path, a query or a fragment of something else of it.
 */
export function toCrateId(path: string): string {
  const encoded = path.replace(/[\p{Cc} "#%<>?[\\\]^`{|}]/gu, encodeURIComponent);
  return /^[^/]*:/.test(encoded) ? `./${encoded}` : encoded;
}
