/**
 * What cites, registers and describes a package. Each is made of the metadata and the manifest in the folder alone, so
 * that whoever has the folder can make it again and see whether it says the same.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asText } from '../../lib/as-text.ts';
import { cutText } from '../../lib/cut-text.ts';
import { isRecord } from '../../lib/is-record.ts';
import { findWording } from '../lint/wording.ts';
import { describeFile } from '../manifest.ts';
import { readObjectFile, readTextFile } from '../read.ts';
import { listFiles, writeBelow } from '../staging.ts';
import {
  bibliographyFile,
  type CitedPackage,
  citationFiles,
  packageDescription,
} from './citation-files.ts';
import { checksumFile, packageManifestFile } from './package-files.ts';
import { type PublicationFacts, publicationOf } from './publication.ts';
import { buildRoCrate, roCrateFile } from './ro-crate.ts';

/** What is said of the paper itself. */
type Described = Pick<CitedPackage, 'identifier' | 'title' | 'datePublished'>;

/** As the metadata in `folder` has it; without a title it is called by `identifier`, without a time it is of 1970. */
export function describedBy(folder: string, identifier: string): Described {
  const metadata = readObjectFile(join(folder, 'metadata.json')) ?? {};
  const generatedMs = Date.parse(String(metadata.generated_at));
  return {
    identifier,
    title: asText(metadata.title, identifier),
    datePublished: new Date(Number.isFinite(generatedMs) ? generatedMs : 0).toISOString(),
  };
}

/** Writes how the package is cited and registered; references that the paper brought stay as they are. */
export function writeCitations(
  folder: string,
  about: Described & { readonly publication: PublicationFacts },
): void {
  const cited = { ...packageDescription, ...about };
  for (const [file, text] of Object.entries(citationFiles(cited)))
    if (file !== bibliographyFile || !existsSync(join(folder, file)))
      writeBelow(folder, file, text);
}

/**
 * Writes the crate over all files of `folder` except itself and the checksums. Who publishes it, and under
 * which licence, is taken from the manifest of the package.
 */
export const writeCrate = (folder: string, about: Described): void =>
  writeBelow(folder, roCrateFile, crateOf(folder, about));

function crateOf(folder: string, about: Described): string {
  const files = listFiles(folder)
    .filter((path) => path !== roCrateFile && path !== checksumFile)
    .map((path) => describeFile(folder, path));
  const { publication } = readObjectFile(join(folder, packageManifestFile)) ?? {};
  const crate = buildRoCrate({
    ...packageDescription,
    ...about,
    publication: publicationOf(publication),
    files,
  });
  return `${JSON.stringify(crate, null, 2)}\n`;
}

/**
 * Which of them say something else than the package's own metadata and manifest, or are missing; and what the manifest
 * says of the release that no metadata may, as that somebody reviewed the paper.
 */
export function descriptionProblems(folder: string): string[] {
  const manifest = readObjectFile(join(folder, packageManifestFile)) ?? {};
  const paperId = asText(manifest.paper_id);
  const about = describedBy(folder, paperId);
  const publication = publicationOf(manifest.publication);
  const cited = { ...packageDescription, ...about, publication };
  // A paper in the corpus is described by the id that it has there.
  const publicId = asText(readObjectFile(join(folder, 'metadata.json'))?.public_id, paperId);
  const expected = {
    ...citationFiles(cited),
    [roCrateFile]: crateOf(folder, { ...about, identifier: publicId }),
  };
  const others = Object.entries(expected)
    .filter(([file]) => file !== bibliographyFile || !isThePapers(folder, file))
    .filter(([file, text]) => readTextFile(join(folder, file)) !== text)
    .map(([file]) =>
      existsSync(join(folder, file))
        ? `${file} says something else than metadata.json and ${packageManifestFile}`
        : `${file} is missing`,
    );
  return [...others, ...releaseProblems(publication)];
}

/** What the rules of the lint find in the words about the release. */
const releaseProblems = ({ license, publisher }: PublicationFacts): string[] =>
  Object.entries({ license, publisher }).flatMap(([part, facts]) =>
    Object.entries(facts).flatMap(([name, said]: [string, string | null]) =>
      findWording(said ?? '').map(
        ({ rule, text }) =>
          `${packageManifestFile}: publication.${part}.${name} says “${cutText(text, excerptMax)}” (${rule.id}): ${rule.fix}`,
      ),
    ),
  );

/** Characters of what is told. */
const excerptMax = 120;

/** Whether the paper brought the file. */
function isThePapers(folder: string, file: string): boolean {
  const { artifacts } = readObjectFile(join(folder, 'paper_manifest.json')) ?? {};
  return (
    Array.isArray(artifacts) && artifacts.some((entry) => isRecord(entry) && entry.path === file)
  );
}
