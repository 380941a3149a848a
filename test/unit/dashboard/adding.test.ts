/** What was written becomes ideas, and what is wrong with them stands at its field. */
import { expect, it } from 'vitest';
import {
  emptyAdding,
  ideaOfForm,
  kindOfFile,
  kindOfText,
  sortProblems,
} from '../../../src/dashboard/queue/adding.ts';

it.each([
  ['', 'md'],
  ['# A title\n\nMeasure it.', 'md'],
  ['Titles, and what they are', 'md'],
  ['title,priority\nx,high', 'csv'],
  ['priority, title \nhigh,x', 'csv'],
  ['  [{"title":"x"}]', 'json'],
  ['{"title":"x"}', 'json'],
  ['{\n  "title": "x"\n}', 'json'],
  ['{"title":"x"}\n{"title":"y"}\n', 'jsonl'],
])('takes %j for %s', (text, kind) => expect(kindOfText(text)).toBe(kind));

it('knows a kind by the ending of a name', () => {
  expect(
    ['a.MD', 'a.markdown', 'b.csv', 'c.ndjson', 'd.json', 'e.txt', 'json'].map(kindOfFile),
  ).toEqual(['md', 'md', 'csv', 'jsonl', 'json', null, 'json']);
});

it('sends only fields that were filled in', () => {
  const form = {
    ...emptyAdding.form,
    title: ' A title ',
    tags: 'gpu, ,two words',
    prompt: ' x ',
    priority: ' 20 ',
  };
  expect(ideaOfForm(form)).toEqual({
    title: 'A title',
    tags: ['gpu', 'two words'],
    prompt: ' x ',
    priority: 20,
  });
});

it('puts each problem at its field, and the others into words', () => {
  expect(
    sortProblems([
      { path: 'ideas[0].title', message: 'must not be empty' },
      { path: 'ideas[0].tags[1]', message: 'is too long' },
      { path: 'ideas[0].plan', message: 'is too long' },
    ]),
  ).toEqual({
    fields: { title: 'must not be empty', tags: 'is too long' },
    problems: [{ line: null, message: 'ideas[0].plan: is too long' }],
  });
});
