/** The core sub-service that compares snapshots of a queue with the live one. */
import { productWord } from '../../domain/product.ts';
import { coreModes } from '../../domain/statuses.ts';
import { choice } from '../field.ts';
import { defineSection } from '../section.ts';

const prefix = `${productWord}_core_` as const;

/** Resolved as `OrreryConfig.core`, with names that do not begin with the product's. */
export const coreSection = defineSection({
  title: 'Core sub-service',
  about: 'What happens to queue snapshots that are posted to the core sub-service.',
  prefix,
  shape: {
    [`${prefix}mode` as const]: choice({
      about:
        '`off` refuses snapshots, `shadow` records them, `compare` also compares them with the live queue, `enforce` applies their legal differences.',
      choices: coreModes,
      fallback: 'shadow',
    }),
    [`${prefix}store_backend` as const]: choice({
      about: "Where snapshots are kept: in the control plane's own store.",
      choices: ['control_plane'],
      fallback: 'control_plane',
    }),
  },
});
