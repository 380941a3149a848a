/** Turns an outside value into a checked one, or a `ServiceError` that names every wrong field. */
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';

/** Checks `value` against a request schema. Throws `invalid_request` with `errors: [{path, message}]`. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const errors = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: unknownMember(key, known),
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
  const detail = errors
    .map(({ path, message }) => `${path === '' ? 'body' : path}: ${message}`)
    .join('; ');
  throw new ServiceError('invalid_request', detail, { errors });
}

function unknownMember(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  return near === undefined ? 'unknown member' : `unknown member; did you mean "${near}"?`;
}

/** The name that takes the fewest edits to reach, if that is at most a third of its length. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance > Math.max(2, candidate.length / 3)) continue;
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  return best?.name;
}

/** Insertions, deletions and substitutions between two short words; long ones count as far apart. */
function editDistance(from: string, to: string): number {
  if (from.length > 100) return from.length;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const substituted = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
