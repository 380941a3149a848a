/** The first state of what was never stored. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { blank } from '../../../src/domain/blank.ts';

const schema = z.object({
  status: z.enum(['new', 'done']),
  name: z.string(),
  count: z.number(),
  isOpen: z.boolean(),
  list: z.array(z.string()),
  map: z.record(z.string(), z.string()),
  perhaps: z.string().nullable(),
  lately: z.string().nullable().optional(),
  absent: z.string().optional(),
});

it('is empty but for what is known, whatever was known of another before', () => {
  expect(blank(schema, { name: 'a', count: 3 })).toMatchObject({ name: 'a', count: 3 });
  expect(blank(schema, {})).toStrictEqual({
    status: 'new',
    name: '',
    count: 0,
    isOpen: false,
    list: [],
    map: {},
    perhaps: null,
    lately: null,
  });
});

it('is refused where a member can neither be empty nor null', () => {
  expect(() => blank(z.object({ when: z.date() }), {})).toThrow('when has no empty value');
});
