/** What was thrown, in one line. */

/** Code and message of what was thrown; the code once, also where the message begins with it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  const isSaid = typeof code !== 'string' || error.message.startsWith(`${code}:`);
  return isSaid ? error.message : `${code}: ${error.message}`;
}

/** The message alone of what was thrown. */
export function messageOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
