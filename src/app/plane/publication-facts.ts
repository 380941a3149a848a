/** What packages say of their release, by the configuration. */
import type { OrreryConfig } from '../../config/resolve.ts';
import { type PublicationFacts, unstatedPublication } from '../../papers/package/publication.ts';

/** What is not set is as it is where nothing is. */
export function publicationFacts({
  publication,
}: Pick<OrreryConfig, 'publication'>): PublicationFacts {
  const { license, publisher } = unstatedPublication;
  const url = publication.licenseUrl;
  return {
    crate_version: publication.roCrateVersion,
    license:
      url === null
        ? license
        : {
            url,
            name: publication.licenseName ?? url,
            description: 'The licence under which this package is released.',
          },
    publisher: {
      name: publication.publisherName ?? publisher.name,
      url: publication.publisherUrl ?? publication.publisherRor ?? publisher.url,
      ror: publication.publisherRor,
      contact: publication.contact,
    },
  };
}
