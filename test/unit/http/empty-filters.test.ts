/** An empty parameter never means everything: `?status=` from a variable that nobody filled is refused. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ServiceError } from '../../../src/domain/errors.ts';
import { routesOf } from '../../../src/http/routes/all.ts';
import { validate } from '../../../src/http/validation.ts';

/** Specified with all their filters in the address, empty for none. */
const older = /^\/control\/api\/(queues|papers|events|paper-reviews|publication-automation)\b/;
const parameters = routesOf({ control: true, worker: true }).flatMap(({ method, path, query }) =>
  method === 'GET' && query instanceof z.ZodObject && !older.test(path)
    ? Object.keys(query.shape).map((name) => ({ path, name, query }))
    : [],
);

function problemsOf(query: z.ZodType, value: object): unknown {
  try {
    validate(query, value, 'query');
    return [];
  } catch (error) {
    return (error as ServiceError).details['errors'];
  }
}

describe('an empty parameter', () => {
  it.each(parameters)('is refused by its name: $path?$name=', ({ name, query }) => {
    expect(problemsOf(query, { [name]: '' })).toContainEqual({
      path: expect.stringMatching(new RegExp(`^${name}\\b`)),
      message: expect.stringMatching(/^(must|is) /),
    });
  });

  it('is told what would be right', () => {
    const list = parameters.find(({ path }) => path === '/control/api/v1/papers')!.query;
    expect(problemsOf(list, { search: '', tag: ['a', ' , '] })).toEqual([
      { path: 'search', message: 'must not be empty; leave it out for all' },
      { path: 'tag[1]', message: 'must not be empty; leave it out for all' },
    ]);
    expect(problemsOf(list, { status: '' })).toEqual([
      { path: 'status', message: expect.stringMatching(/^must be one of .*draft_review/) },
    ]);
  });
});
