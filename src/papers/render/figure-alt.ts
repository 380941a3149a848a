/** What a figure shows, for whoever cannot see it. */

/** `Plot of A and B against length.`, from the names that the drawing itself holds. */
export function figureAlt(names: readonly string[], xLabel: string): string {
  const last = names.at(-1) ?? '';
  const listed = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
  return `Plot of ${listed}${xLabel === '' ? '' : ` against ${xLabel}`}.`;
}
