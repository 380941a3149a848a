/** Citations in words: `(Smith et al., 2020)` and `Smith et al. (2020)`. */

/** Groups: name and year of the first form, name and year of the second. */
export const authorYear =
  /\((?:see |cf\. |e\.g\.,? )?(\p{Lu}[\p{L}'’-]{1,60})(?: et al\.?| (?:and|&) \p{Lu}[\p{L}'’-]{1,60}),? ((?:19|20)\d\d)[a-z]?\)|\b(\p{Lu}[\p{L}'’-]{1,60}) et al\.,? \(((?:19|20)\d\d)[a-z]?\)/gu;
