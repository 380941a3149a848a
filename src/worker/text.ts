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
