/** Citations in words: `(Smith et al., 2020)` and `Smith et al. (2020)`. */

/** Names in front of a year that are nobody's: months, seasons, acronyms, products and places in a paper. */
const nobody =
  /^(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|Spring|Summer|Autumn|Fall|Winter|Version|Release|Edition|Table|Figure|Section|Since|Until|In|By|Year|Ubuntu|Debian|Windows|\p{Lu}[\p{Lu}\p{Nd}-]+s?|\p{Lu}\p{Ll}+\p{Lu}\p{L}*)$/u;

/** True when the name in front of a year is a person's: with others, or alone before a comma. */
export function isPersonCited(match: RegExpMatchArray): boolean {
  const name = match[1];
  if (name === undefined) return true;
  const isAlone = !/\bet al\b|\band\b|&/u.test(match[0]);
  return !nobody.test(name) && !(isAlone && !match[0].includes(','));
}

/** Groups: name and year of the first form, name and year of the second. */
export const authorYear =
  /\((?:see |cf\. |e\.g\.,? )?(\p{Lu}[\p{L}'’-]{1,60})(?: et al\.?| (?:and|&) \p{Lu}[\p{L}'’-]{1,60}),? ((?:19|20)\d\d)[a-z]?\)|\b(\p{Lu}[\p{L}'’-]{1,60}) et al\.,? \(((?:19|20)\d\d)[a-z]?\)/gu;
