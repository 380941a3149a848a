/** Reads run notes into sections of plain sentences: no code blocks, tables, links or markup. */
import { createFinder } from '../text/scan.ts';

/** What the run notes say under one heading. */
export interface NoteSection {
  readonly heading: string;
  /** Paragraphs and list items, each as its sentences. */
  readonly blocks: readonly { readonly isItem: boolean; readonly sentences: readonly string[] }[];
}

/** Sections in order; text before the first heading has the heading ''. */
export function readNotes(markdown: string): NoteSection[] {
  const sections: { heading: string; blocks: { isItem: boolean; sentences: string[] }[] }[] = [
    { heading: '', blocks: [] },
  ];
  let fenced = false;
  let paragraph: string[] = [];
  let isItem = false;
  const flush = (): void => {
    const sentences = splitSentences(stripMarkup(paragraph.join(' ')));
    if (sentences.length > 0) sections.at(-1)?.blocks.push({ isItem, sentences });
    paragraph = [];
    isItem = false;
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      flush();
      fenced = !fenced;
    } else if (fenced) {
    } else if (/^#{1,6}\s/.test(line)) {
      flush();
      sections.push({ heading: stripMarkup(line.replace(/^#+\s*/, '')), blocks: [] });
    } else if (line.trim() === '' || /^\s*(?:\||-{3,}\s*$)/.test(line)) {
      flush();
    } else {
      const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)$/.exec(line);
      if (item !== null) {
        flush();
        isItem = true;
      }
      paragraph.push(item === null ? line.trim() : (item[1] ?? ''));
    }
  }
  flush();
  return sections.filter((section) => section.blocks.length > 0);
}

/** Sections whose heading matches, in order. */
export function sectionsAbout(notes: readonly NoteSection[], topic: RegExp): NoteSection[] {
  return notes.filter((section) => topic.test(section.heading));
}

/** Without links (their words stay), emphasis, code marks and tags. */
export function stripMarkup(text: string): string {
  return unlink(text)
    .replace(/(\*\*|__|`+)/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_]([^*_]+)[*_](?![\p{L}\p{N}])/gu, '$1')
    .replace(/<[^>]{1,80}>/g, '')
    .trim();
}

/** `[words](target)` and `![words](target)` as their words. */
function unlink(text: string): string {
  const parts: string[] = [];
  const findClose = createFinder(text, ']');
  const findEnd = createFinder(text, ')');
  let kept = 0;
  for (let open = text.indexOf('['); open >= 0; ) {
    const close = findClose(open);
    if (close < 0) break;
    // Every opening mark before this closing one meets the same end.
    const end = text[close + 1] === '(' ? findEnd(close) : -1;
    if (end >= 0) {
      const start = open > kept && text[open - 1] === '!' ? open - 1 : open;
      parts.push(text.slice(kept, start), text.slice(open + 1, close));
      kept = end + 1;
    }
    open = text.indexOf('[', end >= 0 ? kept : close);
  }
  return parts.join('') + text.slice(kept);
}

/** Splits at a full stop, question or exclamation mark that a space and a capital follow; marks alone are no sentence. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(“])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
