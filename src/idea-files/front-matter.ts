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
const fieldPattern = /^([A-Za-z_][A-Za-z0-9_-]*):(?:[ \t]+(.*))?$/;
const entryPattern = /^[ \t]*-(?:[ \t]+(.*))?$/;

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
    const entry = entryPattern.exec(text);
    if (entry !== null) {
      const made = readScalar((entry[1] ?? '').trim());
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
    const field = fieldPattern.exec(text);
    if (field === null) {
      problems.push({ line, message: lineProblem(text) });
      continue;
    }
    const [, name = '', rest = ''] = field;
    if (seen.has(name)) problems.push({ line, message: `"${name}" is there twice` });
    seen.add(name);
    if (rest.trim() === '') {
      open = { name, line, entries: [] };
      continue;
    }
    const made = readValue(rest.trim());
    if ('problem' in made) problems.push({ line, message: `${name}: ${made.problem}` });
    else fields.push({ name, line, value: made.value });
  }
  close();
  return { fields, problems };
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

const itemPattern = /\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,[\]"']*)\s*(,|\])/y;

function readFlowList(text: string): Made<readonly string[]> {
  const entries: string[] = [];
  itemPattern.lastIndex = 1;
  for (;;) {
    const found = itemPattern.exec(text);
    if (found === null)
      return { problem: 'is not a list; write [one, "two words", three] on one line' };
    const [, item = '', sign] = found;
    const last = sign === ']';
    if (item.trim() !== '' || !last || entries.length > 0) {
      const made = readScalar(item.trim());
      if ('problem' in made) return made;
      entries.push(made.value);
    }
    if (!last) continue;
    if (itemPattern.lastIndex < text.length) return { problem: 'text follows the closing "]"' };
    return { value: entries };
  }
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
