/** Keeps what a function of one short text gave: the same names and places stand on hundreds of lines. */

/** Answers kept of one function; beyond them it begins anew. */
const keptMax = 5_000;
/** Longer texts are not kept, unless told. */
const keptCharsMax = 300;

/** `compute` must give the same for the same text, and nobody may change what it gave. */
export function remember<Value>(
  compute: (text: string) => Value,
  charsMax = keptCharsMax,
): (text: string) => Value {
  const kept = new Map<string, Value>();
  return (text) => {
    if (text.length > charsMax) return compute(text);
    const known = kept.get(text);
    if (known !== undefined || kept.has(text)) return known as Value;
    const value = compute(text);
    if (kept.size >= keptMax) kept.clear();
    kept.set(text, value);
    return value;
  };
}

/** Digits told from none other by rules on words; 0 stands for each, so that places stay. */
const digits = /[1-9]/g;

/** A text with one digit for all: sentences that differ in their numbers alone are one. */
export const shapeOf = (text: string): string => text.replace(digits, '0');

/**
 * The same for what finds places in a text and takes any digit for any other: it looks at texts that differ in their
 * digits alone once. `text` of what is found is that of the sentence at `index` where it holds a digit.
 */
export function rememberShape<Found extends { readonly text: string; readonly index: number }>(
  compute: (text: string) => readonly Found[],
): (text: string) => readonly Found[] {
  const ofShape = remember(compute);
  return (text) => {
    const shape = shapeOf(text);
    const found = ofShape(shape);
    if (shape === text || found.length === 0) return found;
    return found.map((one) =>
      one.text.includes('0')
        ? { ...one, text: text.slice(one.index, one.index + one.text.length) }
        : one,
    );
  };
}
