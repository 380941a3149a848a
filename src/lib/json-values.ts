/** How much is in a JSON text, told before it is parsed: a few megabytes of `[],` take seconds to make and check. */

/** True where more than `max` commas stand outside its strings; text that is no JSON is counted alike. */
export function holdsMoreValues(text: string, max: number): boolean {
  // Each comma is one character at least.
  if (text.length <= max) return false;
  let values = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x2c) values += 1;
    if (values > max) return true;
  }
  return false;
}
