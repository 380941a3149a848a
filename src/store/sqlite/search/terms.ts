/**
 * Turns what a person typed into an FTS5 query that says nothing but "all these words". Every term
 * is quoted, so operators, quotes and column names are plain text; the last one also matches as a
 * beginning, so that results appear while one types.
 */
import { limits } from '../../../domain/limits.ts';
import { searchWords } from '../../../domain/search-words.ts';

/** What the tokenizer keeps: letters, digits and private-use characters. */
const searchable = /[\p{L}\p{N}\p{Co}]/u;

/** What was asked for; `match` is an FTS5 query. */
export type Terms =
  /** Nothing was asked. */
  | { readonly kind: 'none' }
  /** Something was asked that no text can hold, such as punctuation alone. */
  | { readonly kind: 'unmatchable' }
  | { readonly kind: 'terms'; readonly match: string };

/** What is past the bounds of a search is left out: the edge refuses it with a reason. */
export function parseSearch(search: string): Terms {
  if (search.trim() === '') return { kind: 'none' };
  const terms = searchWords(search.slice(0, limits.searchCharsMax)).slice(0, limits.searchWordsMax);
  if (terms.length === 0) return { kind: 'unmatchable' };
  return { kind: 'terms', match: `${terms.map(quote).join(' ')}*` };
}

/** The words of a text one after the other, as FTS5 has it; null when it has none to look for. */
export function phraseOf(text: string): string | null {
  return searchable.test(text) ? quote(text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ')) : null;
}

/** The word that stands for a kind in the index: one token, whatever the kind is called. */
export function kindWord(kind: string): string {
  return `k${kind.replace(/[^a-z0-9]/g, '')}`;
}

function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
