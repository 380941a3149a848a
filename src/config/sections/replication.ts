/** Whether a result is found a second time before a paper of it is released. */
import { boolean } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.replication`. */
export const replicationSection = defineSection({
  title: 'Replication',
  about:
    'A paper says what was found once. With this the experiment is done again before it is released, on another worker where there is one, and the paper prints both results, agreeing or not.',
  prefix: 'replicate_',
  shape: {
    replicate_before_publication: boolean({
      about:
        'Has the experiment of every drafted paper done again by a project of its own, and packages and imports no paper before that is over and stands in its text.',
      fallback: false,
    }),
  },
});
