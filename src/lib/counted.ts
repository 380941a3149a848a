/** How many there are of something, in words. Pure. */

/** `1 paper`, `2 papers`; `many` where it does not end in an s. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
