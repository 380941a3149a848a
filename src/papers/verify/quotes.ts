/** Quotation marks in a draft: what stands between them must be a text of the idea, the record or the notes. */
import { isRecord } from '../../lib/is-record.ts';
import { findPairs } from '../text/scan.ts';
import { foldText, toPlainLine } from '../text/text.ts';
import { readNotes, splitSentences } from '../writers/notes.ts';

/** Texts that a draft may quote, as their words. */
export interface QuoteSources {
  /** Sentences of the decision record and of the run notes, by their first words. */
  readonly sentences: ReadonlyMap<string, readonly string[]>;
  /** Title and hypothesis of the idea. */
  readonly idea: readonly string[];
}

/** A stretch of a line between quotation marks; `source` is null for words that are in no source. */
export interface Quote {
  readonly start: number;
  readonly end: number;
  readonly source: 'idea' | 'record' | null;
}

/** Sentences kept of all sources. */
const sentencesMax = 20_000;
/** Words by which sentences are found, and how many may begin with the same ones. */
const firstWords = 8;
const perStartMax = 32;

/** Words of any script joined by spaces: equal for texts that differ in marks and case alone. */
export function keyOf(text: string): string {
  return (foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ');
}

/** Reads what may be quoted: texts of records, notes as Markdown, and the texts of the idea. */
export function readQuoteSources(
  records: readonly unknown[],
  notes: readonly string[],
  idea: readonly (string | null | undefined)[],
): QuoteSources {
  const sentences = new Map<string, string[]>();
  let count = 0;
  const add = (sentence: string): void => {
    const key = keyOf(toPlainLine(sentence));
    const start = key.split(' ', firstWords).join(' ');
    const list = sentences.get(start) ?? [];
    if (key === '' || count >= sentencesMax || list.length >= perStartMax) return;
    if (list.includes(key)) return;
    count += 1;
    sentences.set(start, [...list, key]);
  };
  const addText = (text: string): void => {
    add(text);
    splitSentences(text).forEach(add);
  };
  for (const record of records) {
    if (!isRecord(record)) continue;
    for (const value of Object.values(record)) if (typeof value === 'string') addText(value);
  }
  for (const note of notes) {
    for (const section of readNotes(note))
      for (const block of section.blocks) block.sentences.forEach(add);
  }
  return { sentences, idea: idea.flatMap(toKeys) };
}

/** A title that is nothing but a number stands behind the word "Project". */
function toKeys(text: string | null | undefined): string[] {
  const key = keyOf(toPlainLine(text ?? ''));
  return key === '' ? [] : [key, `project ${key}`];
}

/** The quotations of a line, with where their words come from. */
export function findQuotes(line: string, sources: QuoteSources): Quote[] {
  return findPairs(line, [['“', '”']]).map(({ start, end }) => {
    const content = line.slice(start + 1, end - 1);
    const source = isIdea(content, sources.idea)
      ? 'idea'
      : isRecorded(content, sources.sentences)
        ? 'record'
        : null;
    return { start, end, source };
  });
}

/** True for a text of the idea, whole or cut with an ellipsis. */
export function isIdea(content: string, idea: readonly string[]): boolean {
  const key = keyOf(content);
  if (key === '') return false;
  if (idea.includes(key)) return true;
  return content.trimEnd().endsWith('…') && idea.some((text) => text.startsWith(key));
}

/** True when the words are whole sentences of the sources, one behind the other. */
function isRecorded(content: string, sentences: QuoteSources['sentences']): boolean {
  const words = keyOf(content).split(' ');
  const key = words.join(' ');
  /** Where each word begins in the key. */
  const offsets = new Map<number, number>();
  let length = 0;
  words.forEach((word, at) => {
    offsets.set(length, at);
    length += word.length + 1;
  });
  /** Places where a sentence may begin, as the sentences before them were found. */
  const open = new Set([0]);
  for (const [from, at] of offsets) {
    if (!open.has(from)) continue;
    for (let count = 1; count <= firstWords; count += 1) {
      const start = words.slice(at, at + count).join(' ');
      for (const sentence of sentences.get(start) ?? []) {
        const end = from + sentence.length;
        const ends = end === key.length || key.charAt(end) === ' ';
        if (ends && key.startsWith(sentence, from)) open.add(end + 1);
      }
    }
  }
  return key !== '' && open.has(key.length + 1);
}
