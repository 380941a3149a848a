/** Keeps what a function of one short text gave: the same names and places stand on hundreds of lines. */

/** Answers kept of one function; beyond them it begins anew. */
const keptMax = 5_000;
/** Longer texts are not kept. */
const keptCharsMax = 300;

/** `compute` must give the same for the same text, and nobody may change what it gave. */
export function remember<Value>(compute: (text: string) => Value): (text: string) => Value {
  const kept = new Map<string, Value>();
  return (text) => {
    if (text.length > keptCharsMax) return compute(text);
    const known = kept.get(text);
    if (known !== undefined || kept.has(text)) return known as Value;
    const value = compute(text);
    if (kept.size >= keptMax) kept.clear();
    kept.set(text, value);
    return value;
  };
}
