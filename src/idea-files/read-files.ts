/** Reads the ideas of a file, or of every file of a folder that is of a known kind. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnusable } from '../lib/describe-error.ts';
import { readCsvIdeas } from './csv.ts';
import { readJsonIdeas, readJsonLinesIdeas } from './json.ts';
import { readMarkdownIdea } from './markdown.ts';
import type { ReadResult, SourceIdea, SourceProblem } from './read-ideas.ts';

/** Readers by the ending of the file's name. */
const readers: Readonly<Record<string, (file: string, text: string) => ReadResult>> = {
  md: readMarkdownIdea,
  markdown: readMarkdownIdea,
  json: readJsonIdeas,
  jsonl: readJsonLinesIdeas,
  ndjson: readJsonLinesIdeas,
  csv: readCsvIdeas,
};

const importEndings = Object.keys(readers);

/** Whether a file of this name is of a kind that can be read. */
export const isIdeaFile = (name: string): boolean => Object.hasOwn(readers, endingOf(name));

const fileBytesMax = 64 * 1024 * 1024;
const filesMax = 10_000;
const depthMax = 16;

/** All that one argument of `import` led to. */
export interface SourceFiles extends ReadResult {
  /** Files read, as shown to people. */
  readonly files: readonly string[];
  /** Files of a folder passed over, because their kind is unknown. */
  readonly passedOver: number;
}

/** `path` is what the person wrote, seen from `root`; files are named as the person would. */
export function readIdeasAt(path: string, shownAs: string): SourceFiles {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return nothing(shownAs, 'there is no such file or folder');
  if (!stat.isDirectory()) {
    const read = readFile(path, shownAs);
    return { ...read, files: [shownAs], passedOver: 0 };
  }
  return readFolder(path, shownAs);
}

const nothing = (file: string, message: string): SourceFiles => ({
  ideas: [],
  problems: [{ file, line: null, message }],
  files: [],
  passedOver: 0,
});

function readFolder(path: string, shownAs: string): SourceFiles {
  const found = { files: [] as string[], passedOver: 0, tooMany: false };
  list(path, '', 0, found);
  const ideas: SourceIdea[] = [];
  const problems: SourceProblem[] = [];
  if (found.tooMany) {
    const message = `holds more than ${filesMax} files or folders more than ${depthMax} deep; import its parts one by one`;
    return { ...nothing(shownAs, message), passedOver: found.passedOver };
  }
  for (const name of found.files) {
    const read = readFile(join(path, name), join(shownAs, name));
    ideas.push(...read.ideas);
    problems.push(...read.problems);
  }
  if (found.files.length === 0) {
    const message = `holds no file that ends in ${importEndings.join(', ')}`;
    problems.push({ file: shownAs, line: null, message });
  }
  const files = found.files.map((name) => join(shownAs, name));
  return { ideas, problems, files, passedOver: found.passedOver };
}

/** Collects in order of name; hidden entries and links are not followed. */
function list(
  root: string,
  below: string,
  depth: number,
  found: { files: string[]; passedOver: number; tooMany: boolean },
): void {
  if (depth > depthMax) found.tooMany = true;
  if (found.tooMany) return;
  const entries = readdirSync(join(root, below), { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const name = join(below, entry.name);
    if (entry.isDirectory()) list(root, name, depth + 1, found);
    else if (entry.isFile() && isIdeaFile(name)) found.files.push(name);
    else found.passedOver += 1;
    if (found.files.length > filesMax) found.tooMany = true;
  }
}

/** Reads one file whatever is in it: what cannot be read is a problem, never an exception. */
function readFile(path: string, file: string): ReadResult {
  const refuse = (message: string): ReadResult => ({
    ideas: [],
    problems: [{ file, line: null, message }],
  });
  if (!isIdeaFile(file)) return refuse(unknownKind);
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > fileBytesMax)
      return refuse(`is larger than ${fileBytesMax / 2 ** 20} MiB; split it`);
    bytes = readFileSync(path);
  } catch (error) {
    return refuse(`cannot be read: ${whyUnusable(error)}`);
  }
  const text = decode(bytes);
  return text === undefined
    ? refuse('is not UTF-8 text; save it as UTF-8')
    : readIdeasIn(file, text);
}

const unknownKind = `is of no known kind; its name must end in ${importEndings.join(', ')}`;

/** The ideas of a text that was read already; the ending of the name says of which kind it is. */
export function readIdeasIn(file: string, text: string): ReadResult {
  const read = isIdeaFile(file) ? readers[endingOf(file)] : undefined;
  return read === undefined
    ? { ideas: [], problems: [{ file, line: null, message: unknownKind }] }
    : read(file, text);
}

/** Undefined for what is not UTF-8. A byte order mark is left out. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
