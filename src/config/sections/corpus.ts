/** Where finalized papers are published to. */
import { optionalPath } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.corpus`, whose `dir` is never unset. */
export const corpusSection = defineSection({
  title: 'Corpus',
  about: 'The folder that finalized papers are imported into, with its index and ledger.',
  prefix: 'corpus_',
  shape: {
    corpus_dir: optionalPath({
      about:
        'Folder of the corpus; neither in project_root, where agents write, nor state_dir itself.',
      whenUnset: '`corpus` in `state_dir`',
    }),
  },
});
