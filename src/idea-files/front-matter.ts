/**
 * Front matter: the part of YAML that a flat list of fields needs. Between two lines `---`, each
 * line is `name: value`; a value is plain text, "quoted" or 'quoted' text, `[a, b]`, or nothing
 * followed by lines `- entry`. Comments begin a line with `#`. Whatever YAML would read as more than
 * that is refused with its line, so that nothing is taken for something it is not.
 */
import { readScalar, readValue } from './front-matter-values.ts';

interface FrontField {
  readonly name: string;
  readonly value: string | readonly string[];
  readonly line: number;
}

interface FrontProblem {
  readonly line: number;
  readonly message: string;
}

interface FrontMatter {
  readonly fields: readonly FrontField[];
  readonly problems: readonly FrontProblem[];
  /** What follows the closing line. */
  readonly body: string;
}

const fence = /^---[ \t]*$/;
const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const isBlank = (sign: string | undefined): boolean => sign === ' ' || sign === '\t';

/** The front matter at the beginning of `text`; undefined when it does not begin with a line `---`. */
export function parseFrontMatter(text: string): FrontMatter | undefined {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (!fence.test(lines[0]!)) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && fence.test(line));
  if (end < 0) {
    const message = 'the front matter begins here and is never closed; end it with a line "---"';
    return { fields: [], problems: [{ line: 1, message }], body: '' };
  }
  return { ...parseFields(lines.slice(1, end)), body: lines.slice(end + 1).join('\n') };
}

function parseFields(lines: readonly string[]): Omit<FrontMatter, 'body'> {
  const fields: FrontField[] = [];
  const problems: FrontProblem[] = [];
  /** The field that list entries would belong to, while nothing else has come. */
  let open: { name: string; line: number; entries: string[] } | null = null;
  const close = (): void => {
    if (open === null) return;
    const { name, line, entries } = open;
    open = null;
    if (entries.length > 0) fields.push({ name, line, value: entries });
    else problems.push({ line, message: `"${name}" has no value; give it one or remove the line` });
  };
  const seen = new Set<string>();
  for (const [index, text] of lines.entries()) {
    const line = index + 2;
    if (text.trim() === '' || /^[ \t]*#/.test(text)) continue;
    const entry = entryOf(text);
    if (entry !== null) {
      const made = readScalar(entry);
      if (open === null)
        problems.push({
          line,
          message: 'a list entry that belongs to no field; write "tags:" before it',
        });
      else if ('problem' in made) problems.push({ line, message: made.problem });
      else (open as { entries: string[] }).entries.push(made.value);
      continue;
    }
    close();
    const field = fieldOf(text);
    if (field === null) {
      problems.push({ line, message: lineProblem(text) });
      continue;
    }
    const { name, rest } = field;
    if (seen.has(name)) problems.push({ line, message: `"${name}" is there twice` });
    seen.add(name);
    if (rest === '') {
      open = { name, line, entries: [] };
      continue;
    }
    const made = readValue(rest);
    if ('problem' in made) problems.push({ line, message: `${name}: ${made.problem}` });
    else fields.push({ name, line, value: made.value });
  }
  close();
  return { fields, problems };
}

/** What follows `- `; null where the line is no entry of a list. */
function entryOf(text: string): string | null {
  const at = text.search(/[^ \t]/);
  if (text[at] !== '-' || !(at + 1 === text.length || isBlank(text[at + 1]))) return null;
  return text.slice(at + 1).trim();
}

/** `name: value`; null where the line is something else. */
function fieldOf(text: string): { readonly name: string; readonly rest: string } | null {
  const at = text.indexOf(':');
  const name = text.slice(0, Math.max(0, at));
  if (!namePattern.test(name)) return null;
  return at + 1 === text.length || isBlank(text[at + 1])
    ? { name, rest: text.slice(at + 1).trim() }
    : null;
}

function lineProblem(text: string): string {
  return /^[ \t]/.test(text)
    ? 'an indented line: fields cannot hold fields here, and long text goes below the front matter'
    : 'is not "name: value"';
}
