/**
 * Front matter: the part of YAML that a flat list of fields needs. Between two lines `---`, each
 * line is `name: value`; a value is plain text, "quoted" or 'quoted' text, `[a, b]`, or nothing
 * followed by lines `- entry`. Comments begin a line with `#`. Whatever YAML would read as more than
 * that is refused with its line, so that nothing is taken for something it is not.
 */

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

type Made<Value> = { readonly value: Value } | { readonly problem: string };

function readValue(text: string): Made<string | readonly string[]> {
  return text.startsWith('[') ? readFlowList(text) : readScalar(text);
}

function readFlowList(text: string): Made<readonly string[]> {
  const entries: string[] = [];
  for (let at = 1; ; ) {
    const end = endOfItem(text, at);
    const sign = text[end];
    if (sign !== ',' && sign !== ']')
      return { problem: 'is not a list; write [one, "two words", three] on one line' };
    const item = text.slice(at, end).trim();
    const isLast = sign === ']';
    if (item !== '' || !isLast || entries.length > 0) {
      const made = readScalar(item);
      if ('problem' in made) return made;
      entries.push(made.value);
    }
    at = end + 1;
    if (!isLast) continue;
    return at < text.length ? { problem: 'text follows the closing "]"' } : { value: entries };
  }
}

/** Where the item that begins at `start` is over: at its comma or bracket, or at what should be one. */
function endOfItem(text: string, start: number): number {
  let at = skipSpace(text, start);
  if (text[at] === '"') {
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    at += 1;
  } else if (text[at] === "'") at = endOfSingleQuoted(text, at + 1);
  else while (at < text.length && !',[]"\''.includes(text[at]!)) at += 1;
  return skipSpace(text, at);
}

/** Two quotes are one of the text. */
function endOfSingleQuoted(text: string, start: number): number {
  let at = start;
  for (;;) {
    const quote = text.indexOf("'", at);
    if (quote < 0) return text.length;
    if (text[quote + 1] !== "'") return quote + 1;
    at = quote + 2;
  }
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return at;
}

/** Words that YAML takes for something other than text. */
const otherWords = /^(?:~|null|true|false|yes|no|on|off)$/i;
const otherStarts = /^[{}[\]&*!|>%@`,?#]|^[-?:](?:\s|$)/;

function readScalar(text: string): Made<string> {
  if (text === '') return { problem: 'an empty value; write "" if nothing is meant' };
  if (text.startsWith('"')) return readDoubleQuoted(text);
  if (text.startsWith("'")) return readSingleQuoted(text);
  if (otherWords.test(text))
    return { problem: `${text} is no text in YAML; write "${text}" if it is meant` };
  if (otherStarts.test(text))
    return { problem: `a value that begins with "${text[0]}" needs quotes: "…"` };
  if (/:\s|:$/.test(text)) return { problem: 'a value with ": " in it needs quotes: "…"' };
  if (/\s#/.test(text)) return { problem: 'a value with " #" in it needs quotes: "…"' };
  return { value: text };
}

function readDoubleQuoted(text: string): Made<string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return { value };
  } catch {
    // Said below: what a double-quoted text may hold is what a JSON string may hold.
  }
  return {
    problem: 'is not a "quoted" text; write \\" for a quote inside and close it at the end',
  };
}

function readSingleQuoted(text: string): Made<string> {
  const found = /^'((?:[^']|'')*)'$/.exec(text);
  return found === null
    ? { problem: "is not a 'quoted' text; write '' for a quote inside and close it at the end" }
    : { value: found[1]!.replaceAll("''", "'") };
}
