/** Titles of ideas: when two are the same, and the project id made from one. Pure. */
import { slugify } from '../../domain/ids.ts';
import { fingerprint } from '../../lib/hash.ts';

/**
 * What two spellings of one title have in common: compatibility forms, case, white space and
 * punctuation do not count; letters of every script, digits, `+` and `#` do.
 */
export function normalizeTitle(title: string): string {
  const folded = title.normalize('NFKC').toLowerCase();
  const words = folded.replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ').trim();
  return words === '' ? folded.trim() : words;
}

const slugCharsMax = 80;

/**
 * A project id from a title. Where the slug alone would lose something of the title (other scripts,
 * `C++`, a long one cut short) a fingerprint of it follows, so that different titles differ.
 */
export function projectIdOfTitle(title: string): string {
  const normalized = normalizeTitle(title);
  const slug = slugify(title);
  if (slug === normalized.replaceAll(' ', '-') && slug.length < slugCharsMax) return slug;
  return `${slug.slice(0, slugCharsMax)}-${fingerprint(normalized).slice(0, 8)}`;
}
