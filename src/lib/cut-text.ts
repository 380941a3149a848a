/**
 * Texts that must be kept, but not at any length: cut, with a mark that says how long the whole was.
 * Cutting again changes nothing. Pure.
 */

/** At most `charsMax` characters, mark included; a text that fits is returned as it is. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const mark = ` … (cut: it had ${text.length} characters)`;
  return `${text.slice(0, Math.max(0, charsMax - mark.length)).toWellFormed()}${mark}`;
}

interface JsonBounds {
  /** Of each text in it. */
  readonly textCharsMax: number;
  /** Of the whole, written as JSON. */
  readonly jsonCharsMax: number;
}

type JsonObject<Value> = Record<string, Value>;

/**
 * An object of JSON within bounds: long texts in it are cut; one that is still too large is replaced
 * by the member `cut`, which says so.
 */
export function cutObject<Value>(
  object: JsonObject<Value>,
  { textCharsMax, jsonCharsMax }: JsonBounds,
): JsonObject<Value> {
  const chars = JSON.stringify(object).length;
  if (chars <= Math.min(textCharsMax, jsonCharsMax)) return object;
  const short = cutTexts(object, textCharsMax) as JsonObject<Value>;
  if (JSON.stringify(short).length <= jsonCharsMax) return short;
  return { cut: `left out: it had ${chars} characters of JSON` as Value };
}

function cutTexts(value: unknown, charsMax: number): unknown {
  if (typeof value === 'string') return cutText(value, charsMax);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => cutTexts(entry, charsMax));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cutTexts(member, charsMax)]),
  );
}
