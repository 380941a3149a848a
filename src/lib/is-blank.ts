/** Whether a text says nothing. */

/** True for none, for the empty one, and for white space alone. */
export const isBlank = (text: string | null | undefined): boolean =>
  text === null || text === undefined || text.trim() === '';
