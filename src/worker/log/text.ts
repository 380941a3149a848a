/** Cutting UTF-8 so that no character is torn apart. */

/** `data` without a character at its end whose last bytes are missing. */
export function dropTornCharacter(data: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, data.length); back += 1) {
    const byte = data[data.length - back]!;
    if (byte < 0x80) return data;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? data.subarray(0, data.length - back) : data;
  }
  return data;
}

/**
 * The part of `data` that makes a piece of at most `maxBytes`, or of one character where that is
 * less. `isLoose`: the beginning may lie within a character, whose rest is skipped. `isFinal`: the
 * end of `data` is the end for good, so a torn character there is no reason to wait.
 */
export function cutPiece(
  data: Buffer,
  options: { readonly maxBytes: number; readonly isLoose: boolean; readonly isFinal: boolean },
): { readonly data: Buffer; readonly skipped: number } {
  const { maxBytes, isFinal } = options;
  const skipped = options.isLoose ? leadingRest(data) : 0;
  const all = data.subarray(skipped);
  if (all.length <= maxBytes && isFinal) return { data: all, skipped };
  const whole = dropTornCharacter(all.subarray(0, maxBytes));
  if (whole.length > 0 || all.length === 0) return { data: whole, skipped };
  const character = dropTornCharacter(all.subarray(0, characterLength(all[0]!)));
  return { data: character.length > 0 || !isFinal ? character : all, skipped };
}

/** Bytes at the beginning that belong to a character begun before. */
function leadingRest(data: Buffer): number {
  let count = 0;
  while (count < Math.min(3, data.length) && (data[count]! & 0xc0) === 0x80) count += 1;
  return count;
}

function characterLength(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}
