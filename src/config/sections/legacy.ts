/** Switches for what older clients still use. */
import { boolean } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.legacy`, which the HTTP routes are given. */
export const legacySection = defineSection({
  title: 'Legacy',
  about: 'Compatibility with older clients; leave it off in new installations.',
  shape: {
    legacy_notes_api_enabled: boolean({
      about: 'Accepts posts to the legacy notes intake, which otherwise answers 410.',
      fallback: false,
    }),
  },
});
