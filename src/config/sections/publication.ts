/** What is said of everything that is released: who publishes it, under which licence, whom to ask. */
import { choice, optionalText } from '../field.ts';
import { defineSection } from '../section.ts';

const webAddress = { pattern: /^https?:\/\/\S+$/, expected: 'must be an http or https address' };
const oneLine = {
  pattern: /^[^\p{Cc}]{1,200}$/u,
  expected: 'must be one line of up to 200 characters',
};

/** Resolved as `OrreryConfig.publication`. */
export const publicationSection = defineSection({
  title: 'Publication',
  about:
    'What packages say of their release, in RO-Crate metadata, `datacite.json` and `CITATION.cff`. Nothing of it is made up where it is not set.',
  prefix: 'publication_',
  shape: {
    publication_ro_crate_version: choice({
      about: 'Version of RO-Crate that packages are described by.',
      choices: ['1.1', '1.2'],
      fallback: '1.1',
    }),
    publication_license_url: optionalText({
      about: 'Address of the licence under which packages are released.',
      whenUnset: 'packages say that no licence was stated',
      ...webAddress,
    }),
    publication_license_name: optionalText({
      about: 'Name of that licence.',
      whenUnset: 'its address is its name',
      ...oneLine,
    }),
    publication_publisher_name: optionalText({
      about: 'Organization that releases packages and answers for them.',
      whenUnset: 'packages name the operator of the installation, without saying who that is',
      ...oneLine,
    }),
    publication_publisher_url: optionalText({
      about: 'Web address of that organization.',
      whenUnset: 'a name without an address',
      ...webAddress,
    }),
    publication_publisher_ror: optionalText({
      about:
        'Its identifier in the Research Organization Registry, which RO-Crate 1.2 recommends an organization to have.',
      whenUnset: 'packages give none',
      pattern: /^https:\/\/ror\.org\/0[a-z0-9]{6}\d{2}$/,
      expected: 'must be "https://ror.org/" and nine characters',
    }),
    publication_contact: optionalText({
      about: 'E-mail or web address for questions about a package.',
      whenUnset: 'packages give none',
      pattern: /^(?:https?:\/\/\S+|[^\s@]+@[^\s@]+\.[^\s@.]{2,})$/,
      expected: 'must be an e-mail address, or an http or https address',
    }),
  },
});
