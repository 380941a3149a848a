/** The folder that ideas are dropped into. */
import { optionalPath, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.intake`. */
export const intakeSection = defineSection({
  title: 'Idea folder',
  about:
    'Files of ideas put into this folder are taken in without a command: Markdown, JSON, JSON lines or CSV, as `orrery import` reads them.',
  prefix: 'intake_',
  shape: {
    intake_dir: optionalPath({
      about:
        'Folder of dropped files. One that was taken in is moved to `taken`, one with a problem to `refused`, with the reason beside it.',
      whenUnset: 'nothing is taken in by itself',
    }),
    intake_dir_interval_sec: seconds({
      about: 'Time between two looks; a file is read once it is the same at two of them.',
      min: 1,
      max: 3600,
      fallback: 10,
    }),
  },
});
