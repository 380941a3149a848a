/**
 * What the service does for its own state while it runs: scheduled backups, the archive of events, and
 * forgetting what is over.
 */
import { integer, optionalNumber, optionalPath, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.upkeep`. Where the folder may lie is `checkFolders`' to say. */
export const upkeepSection = defineSection({
  title: 'Upkeep',
  about:
    'Scheduled backups of a control plane, and of a worker gate in the same process (`orrery backup` makes one at any time without them), and the archive of old events.',
  shape: {
    backup_dir: optionalPath({
      about:
        'Folder for scheduled backups, best on another disk; each is a folder of its own in it.',
      whenUnset: 'none are made by themselves',
    }),
    backup_interval_sec: seconds({
      about: 'Time between two scheduled backups; the first one is made at the first start.',
      min: 60,
      max: 2_592_000,
      fallback: 86_400,
    }),
    notifications_keep_sec: seconds({
      about:
        'Time that messages which arrived, and incidents and alerts which are over, are kept. What no service has taken stays, and so does the last of each channel and group; the event log has all of them.',
      min: 86_400,
      max: 315_360_000,
      fallback: 15_552_000,
    }),
    requests_keep_sec: seconds({
      about:
        'Time that what was asked for under a key is kept once it has ended: commands, plans, intakes and the stored answers, on a worker gate too. A key that is used again after that is a new request; the event log has all of them.',
      min: 2_592_000,
      max: 315_360_000,
      fallback: 15_552_000,
    }),
    events_archive_after_days: optionalNumber({
      about:
        'Age from which on the payloads of events move from a control plane’s store in a file into compressed files in its folder; the service must also have looked at the log on so many days since. 0: all events stay in the store.',
      min: 0,
      max: 3_650,
      unit: 'days',
      whenUnset: '90 for a store in a file; in PostgreSQL all events stay where they are',
    }),
    backup_keep: integer({
      about:
        'How many scheduled backups of this store stay; when a new one is proven, those before the newest so many are deleted.',
      min: 1,
      max: 1000,
      fallback: 7,
    }),
  },
});
