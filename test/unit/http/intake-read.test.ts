/** Reading a text of ideas before it is sent: what is wrong where, and what the intake would take. */
import { expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { intakeRoutes } from '../../../src/http/routes/intake.ts';
import { readIdeasReply } from '../../../src/http/wire/dispatch.ts';

const route = intakeRoutes.find(({ id }) => id === 'intake.read')!;
async function read(name: string, text: string) {
  const { body } = await route.handler({ body: { name, text } } as never, undefined as never);
  return readIdeasReply.parse(body);
}

it('names the kinds that it knows, and what is wrong in which line', async () => {
  expect(await read('ideas.txt', 'x')).toMatchObject({
    ideas: [],
    problems: [{ line: null, message: expect.stringContaining('must end in md') }],
  });
  expect((await read('a.jsonl', '{"title":"x"}\nnot json\n{"title":""}')).problems).toEqual([
    { line: 2, message: expect.stringMatching(/^is not JSON/) },
    { line: 3, message: 'title: must not be empty' },
  ]);
});

it('says of each field of a row why the intake would refuse it', async () => {
  const found = await read('a.csv', 'title,workload_class\nx,heavy\n');
  expect(found.ideas).toEqual([]);
  expect(found.problems).toEqual([
    { line: 2, message: expect.stringMatching(/^workload_class: /) },
  ]);
});

it('gives ideas as the intake takes them', async () => {
  const { ideas, problems } = await read('a.md', '---\ntags: [gpu]\n---\n# A title ##\n\nDo it.\n');
  expect(problems).toEqual([]);
  expect(ideas).toEqual([{ tags: ['gpu'], title: 'A title', prompt: '# A title ##\n\nDo it.' }]);
});

it('takes no more than a batch, and says so', async () => {
  const rows = Array.from({ length: limits.ideasPerIntakeMax + 1 }, (_, at) => `idea ${at}`);
  const found = await read('a.csv', `title\n${rows.join('\n')}\n`);
  expect(found.ideas).toHaveLength(limits.ideasPerIntakeMax);
  expect(found.problems).toEqual([
    { line: null, message: expect.stringContaining('orrery import') },
  ]);
});

it('reads a heading with a very long gap as fast as any other', async () => {
  const { problems } = await read('a.md', `# x${' '.repeat(400_000)}y`);
  expect(problems).toEqual([{ line: 1, message: expect.stringContaining('title') }]);
});
