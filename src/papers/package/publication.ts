/** What an operator says of everything that is released: who publishes it, under which licence, whom to ask. */
import * as z from 'zod';
import { productTitle } from '../../domain/product.ts';

/** Versions of RO-Crate that a package may be described by. */
export const crateVersions = ['1.1', '1.2'] as const;

/** Plain data; a package carries it in its manifest, so that a copy of it says the same. */
export const publicationSchema = z.object({
  crate_version: z.enum(crateVersions),
  /** `url` null: none was stated. */
  license: z.object({ url: z.string().nullable(), name: z.string(), description: z.string() }),
  publisher: z.object({
    name: z.string(),
    url: z.string(),
    /** `https://ror.org/…`; null where it has none. */
    ror: z.string().nullable(),
    /** E-mail or web address; null where none was stated. */
    contact: z.string().nullable(),
  }),
});
/** The facts as `package_manifest.json` holds them. */
export type PublicationFacts = z.infer<typeof publicationSchema>;

/** What is said where the operator says nothing. */
export const unstatedPublication: PublicationFacts = {
  crate_version: '1.1',
  license: {
    url: null,
    name: 'No licence stated',
    description: 'No licence has been stated; the operator who releases the package states one.',
  },
  publisher: {
    name: `The operator of this ${productTitle} installation`,
    // Names them without leading anywhere: there is no address to give.
    url: 'urn:orrery:operator',
    ror: null,
    contact: null,
  },
};

/** The facts in a package's manifest; those of nobody in one of an earlier edition. */
export function publicationOf(value: unknown): PublicationFacts {
  const parsed = publicationSchema.safeParse(value);
  return parsed.success ? parsed.data : unstatedPublication;
}
