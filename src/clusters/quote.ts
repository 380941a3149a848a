/** Arguments as one line of a POSIX shell, for where only a line can be sent. Pure. */

/**
 * One argument: the shell gives the program exactly these characters. Nothing between single quotes means
 * anything to a shell but their end (POSIX.1-2017, Shell Command Language, 2.2.2). Throws for what no
 * program can be given.
 */
export function quoteArgument(argument: string): string {
  if (argument.includes('\0')) throw new TypeError('an argument cannot hold a NUL character');
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** A program with its arguments. */
export function quoteCommand(argv: readonly string[]): string {
  return argv.map(quoteArgument).join(' ');
}
