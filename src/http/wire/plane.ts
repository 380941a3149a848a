/** Which part this control plane has where several are started on one store. */
import * as z from 'zod';
import { planeRoles } from '../../store/ports/plane.ts';
import { moment } from './rows.ts';

/** As of the last look at the lease. */
export const planeSchema = z
  .strictObject({
    role: z.enum(planeRoles).describe('`active` holds the lease and writes; `standby` follows it.'),
    holder: z
      .strictObject({
        address: z.string().nullable().describe('Where it is reached; null where it does not say.'),
        since: moment,
      })
      .nullable()
      .describe('Who holds the lease; null while it is not known that anybody does.'),
  })
  .nullable()
  .describe('Null where the store takes one control plane only.');
