/** What the API reference says of schemas whose own shape would mislead, such as numbers in a query. */
import * as z from 'zod';

interface Documented {
  /** JSON Schema that stands in for the derived one; words and default values are kept. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Use as `schema.register(documented, { json })`; the same schema comes back. */
export const documented = z.registry<Documented>();
