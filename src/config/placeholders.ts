/** Refuses values that somebody still has to fill in. */
import { type ConfigProblem, describeValue, findMeta } from './problems.ts';

/** `<TOKEN>`, `replace-me`, and nothing at all. */
function isPlaceholder(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || /^<[^<>]*>$/.test(trimmed) || /^replace[-_ ]/i.test(trimmed);
}

/** One problem per placeholder anywhere in the file. */
export function findPlaceholders(value: unknown, path: readonly string[] = []): ConfigProblem[] {
  if (typeof value === 'string')
    return isPlaceholder(value) ? [placeholderProblem(value, path)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    findPlaceholders(member, [...path, name]),
  );
}

function placeholderProblem(value: string, path: readonly string[]): ConfigProblem {
  const message =
    value.trim() === ''
      ? 'must not be empty; leave the field out to have it unset'
      : `still holds a placeholder; given ${describeValue(value, findMeta(path))}`;
  return { path: path.join('.'), message };
}
