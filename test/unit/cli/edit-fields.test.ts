/** What `orrery queue edit` sends: fields by name, and tags in both ways of giving them. */
import { describe, expect, it } from 'vitest';
import { editFields } from '../../../src/cli/edit-fields.ts';

describe('the words of an edit', () => {
  it.each<[string, string[], string[] | undefined, RegExp]>([
    ['nothing', [], undefined, /name=value, or --tag/],
    ['a field that is none', ['priorty=high'], undefined, /did you mean priority=…\?/],
    ['tags in both ways', ['tags=a'], ['b'], /not both/],
    ['an evaluation in words', ['evaluation=speedup>2'], undefined, /must be null or JSON/],
  ])('refuse %s', (_what, words, tags, why) => {
    expect(() => editFields(words, tags)).toThrow(why);
  });

  it.each<[string[], string[] | undefined, object]>([
    [['priority=high', 'model=null'], undefined, { priority: 'high', model: null }],
    [['max_retries=3', 'auto_continue=true'], undefined, { max_retries: 3, auto_continue: true }],
    [['tags=gpu,two words'], undefined, { tags: ['gpu', 'two words'] }],
    [
      ['evaluation={"metric":"m","direction":"above","threshold":2}'],
      undefined,
      { evaluation: { metric: 'm', direction: 'above', threshold: 2 } },
    ],
    [['evaluation=null'], undefined, { evaluation: null }],
    [['tags=7,null'], undefined, { tags: ['7', 'null'] }],
    [['tags='], undefined, { tags: [] }],
    [[], ['gpu', 'fast'], { tags: ['gpu', 'fast'] }],
    [['budget_wall_sec=90.5'], undefined, { budget_wall_sec: 90.5 }],
    [['selection_rank=-5'], undefined, { selection_rank: -5 }],
    [['model=true'], undefined, { model: 'true' }],
    [['model=4'], undefined, { model: '4' }],
    [['priority=10'], ['gpu'], { priority: 10, tags: ['gpu'] }],
  ])('%j with --tag %j', (words, tags, fields) => {
    expect(editFields(words, tags)).toEqual(fields);
  });
});
