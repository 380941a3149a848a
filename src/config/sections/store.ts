/** Where the control plane keeps its state. */
import { storeBackends } from '../../domain/statuses.ts';
import { choice, optionalSecretUrl, optionalUrl } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.store`. */
export const storeSection = defineSection({
  title: 'Store',
  about:
    'The embedded SQLite store needs nothing. `hosted` is a compatibility label for a PostgreSQL database you run, version 15 or newer, not a cloud service. Lists are answered from a local copy of it in state_dir, which is made anew when it is missing.',
  prefix: 'control_plane_store_',
  shape: {
    control_plane_store_backend: choice({
      about:
        '`sqlite` is embedded; `hosted` reads and writes a database; `hosted_readonly` only reads it and answers 501 to every write.',
      choices: storeBackends,
      fallback: 'sqlite',
    }),
    hosted_database_url: optionalSecretUrl({
      about: 'Connection string of the hosted database.',
      whenUnset: 'refused while the backend is `hosted` or `hosted_readonly`',
      protocols: ['postgres:', 'postgresql:'],
    }),
    control_plane_url: optionalUrl({
      about:
        'Where other control planes on the same database reach this one: while it holds the lease, requests that write are forwarded there by those that stand by.',
      whenUnset: 'those that stand by answer such requests 503',
    }),
  },
});
