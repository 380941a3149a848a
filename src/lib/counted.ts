/** How many there are of something, in words. Pure. */

/** `1 paper`, `2 papers`. */
export const counted = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? '' : 's'}`;
