/** Words as they are typed in a POSIX shell. Pure. */

/** Quoted where it must be, so that a shell gives a program just that word. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
