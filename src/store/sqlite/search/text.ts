/** The searchable text of a JSON value. */

/** All strings in `value`, at any depth, one per line; keys and numbers are left out. */
export function stringsIn(value: unknown): string {
  const found: string[] = [];
  collect(value, found);
  return found.join('\n');
}

function collect(value: unknown, found: string[]): void {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, found);
  }
}
