/** The query string as a record of texts, for a schema to judge. */
import { ServiceError } from '../domain/errors.ts';

/** Pairs beyond this are refused. */
const pairsMax = 100;

/**
 * Decodes `a=1&b=x+y`. A name given more than once becomes an array, which a schema that wants one
 * value refuses. 400 for an escape that cannot be decoded, naming no value.
 */
export function parseQueryString(query: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  if (query === '') return {};
  const pairs = query.split('&');
  if (pairs.length > pairsMax) {
    throw new ServiceError('bad_request', `the query has more than ${pairsMax} parameters`);
  }
  for (const pair of pairs) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    const name = decode(mark < 0 ? pair : pair.slice(0, mark));
    const value = mark < 0 ? '' : decode(pair.slice(mark + 1));
    const before = values.get(name);
    if (before === undefined) values.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else values.set(name, [before, value]);
  }
  return Object.fromEntries(values);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch (error) {
    throw new ServiceError(
      'bad_request',
      'the query holds an escape that is not UTF-8',
      {},
      { cause: error },
    );
  }
}
