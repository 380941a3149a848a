/** A value of the front matter: plain, "quoted" or 'quoted' text, or a list of such in brackets. */

/** What was read, or what is wrong with it. */
type Made<Value> = { readonly value: Value } | { readonly problem: string };

/** Text, or a list where it begins with a bracket. */
export function readValue(text: string): Made<string | readonly string[]> {
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

/** Text alone. */
export function readScalar(text: string): Made<string> {
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
