/** Lists of the core sub-service: apart from its bodies, which the process that reads bodies loads. */
import * as z from 'zod';
import { coreDivergenceSchema } from '../../domain/records.ts';
import { booleanParam, listQuerySchema, listReplySchema } from './lists.ts';

const { cursor, page_size } = listQuerySchema({}).shape;
/** The order is fixed: by entity, id and member. */
export const divergencesQuery = z.strictObject({
  cursor,
  page_size,
  would_apply: booleanParam
    .optional()
    .describe('Only those that mode `enforce` applies, or only the others.'),
  applied: booleanParam.optional().describe('Only those that were applied, or only the others.'),
});
/** A page of the ledger; `counts.found` is larger than `counts.listed` where it does not hold all. */
export const divergencesReply = listReplySchema(coreDivergenceSchema.strict());
