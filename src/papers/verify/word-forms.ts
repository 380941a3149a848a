/** The regular forms of English words: what a list of ground forms stands for, and which ground forms a word may have. */
import type { PlainGroup } from './plain-words.ts';

/** The words of a list in which white space stands between them. */
export const wordsIn = (list: string): string[] => list.trim().split(/\s+/);

/** Every form of the words of a group. */
export function formsOf({ forms, words }: Pick<PlainGroup, 'forms' | 'words'>): string[] {
  const list = wordsIn(words);
  if (forms === 'as written') return list;
  return list.flatMap((word) => [
    word,
    ...pluralsOf(word),
    ...(forms === 'verbs' ? pastOf(word) : []),
  ]);
}

/** Of a verb, the form behind "it" is made as a plural is; "ch" is spoken in two ways. */
function pluralsOf(word: string): string[] {
  if (word.endsWith('ch')) return [`${word}es`, `${word}s`];
  if (/(?:[sxz]|sh|[^aeiou]o)$/.test(word)) return [`${word}es`];
  return [/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`];
}

/** Past and participle; where the last letter may be doubled, both ways. */
function pastOf(word: string): string[] {
  if (word.endsWith('ie')) return [`${word}d`, `${word.slice(0, -2)}ying`];
  if (/[eo]e$/.test(word)) return [`${word}d`, `${word}ing`];
  if (word.endsWith('e')) return [`${word}d`, `${word.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ied`, `${word}ing`];
  const doubled = /[aeiou][^aeiouwxy]$/.test(word) ? [`${word}${word.at(-1)}`] : [];
  return [word, ...doubled].flatMap((stem) => [`${stem}ed`, `${stem}ing`]);
}

/** Ground forms of which a word may be the plural, the form behind "it", the past or the participle; itself first. */
export function groundsOf(word: string): string[] {
  const grounds = [word];
  const cut = (end: string, ...instead: string[]): void => {
    if (word.endsWith(end) && word.length > end.length + 1)
      for (const other of instead) grounds.push(`${word.slice(0, -end.length)}${other}`);
  };
  cut('s', '');
  cut('es', '');
  cut('ies', 'y');
  cut('ves', 'f', 'fe');
  cut('men', 'man');
  cut('ed', '', 'e');
  cut('ied', 'y');
  cut('ing', '', 'e');
  const doubled = /([^aeiou])\1(?:ed|ing)$/.exec(word);
  if (doubled !== null) grounds.push(word.slice(0, doubled.index + 1));
  return grounds;
}
