/** Questions as agents leave them: nothing that was left is swallowed, nothing else is followed. */
import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { diskFiles } from '../../../src/worker/files.ts';
import { fileQuestion, questionNotes, readQuestion } from '../../../src/worker/question.ts';
import type { RunPaths } from '../../../src/worker-wire/run-paths.ts';
import { createThrowawayFolder, type ThrowawayFolder } from '../../support/worker-bench.ts';

const files = diskFiles(createSeededEntropy(1));
let folder: ThrowawayFolder;
let paths: RunPaths;
beforeEach(async () => {
  folder = await createThrowawayFolder();
  const projectDir = join(folder.path, 'p');
  paths = { projectDir, runDir: join(projectDir, '.orrery/runs/p-1') };
  await mkdir(paths.runDir, { recursive: true });
});
afterEach(() => folder.remove());

const leave = (text: string) => folder.write('p/.orrery/question.json', text);
const at = () => join(paths.projectDir, '.orrery/question.json');

describe('a question', () => {
  it('is null without a file', async () => {
    expect(await readQuestion(paths, files)).toBeNull();
  });

  it('is told without the credentials in it', async () => {
    const token = `hf_${'QwErTyUiOpAsDfGhJkLz'}`;
    await leave(JSON.stringify({ question: `Is ${token} still good for 10.0.0.7?` }));
    expect(await readQuestion(paths, files)).toBe('Is (redacted) still good for 10.0.0.7?');
  });

  it.each([
    ['', /it is empty/],
    [' \n', /it is empty/],
    ['Which seed?', /it is not JSON.*It begins: Which seed\?/s],
    ['{"question": 7}', /no text in its member "question".*\{"question": 7\}/s],
    ['{"question": "  "}', /no text in its member/],
    ['{"answer": "x"}', /no text in its member/],
    ['null', /no text in its member/],
    [`{"question": "${'x'.repeat(70_000)}"}`, /it has 70016 bytes of at most 65536/],
  ])('that reads %.30j is passed on with what is wrong', async (text, words) => {
    await leave(text);
    const question = await readQuestion(paths, files);
    expect(question).toMatch(/^The agent stopped with a question, but left it in \.orrery/);
    expect(question).toMatch(words);
    expect(question?.length).toBeLessThan(1000);
  });

  it('that is a link or a folder is not followed, but passed on', async () => {
    await symlink('/etc/hostname', at());
    expect(await readQuestion(paths, files)).toMatch(/not a regular file/);
    await fileQuestion(paths, files);
    await mkdir(at());
    expect(await readQuestion(paths, files)).toMatch(/not a regular file/);
  });

  it.each([
    ['{"question": " Which\\u0007 seed?\\nSeven? "}', 'Which seed?\nSeven?'],
    ['"Which seed?"', 'Which seed?'],
  ])('%j is %j', async (text, question) => {
    await leave(text);
    expect(await readQuestion(paths, files)).toBe(question);
  });

  it('that is very long is cut, and says so', async () => {
    await leave(JSON.stringify({ question: 'x'.repeat(9000) }));
    expect(await readQuestion(paths, files)).toMatch(
      /^x{8000} … \(cut: the question has 9000 characters/,
    );
  });

  it('is filed once; filing again is no error', async () => {
    await leave('"?"');
    await fileQuestion(paths, files);
    await fileQuestion(paths, files);
    expect(existsSync(at())).toBe(false);
    expect(existsSync(join(paths.runDir, 'question.json'))).toBe(true);
  });

  it.each([
    [{ alive: 0 }, null, []],
    [{ root_alive: false }, null, []],
    [{ alive: 2 }, null, [/^2 processes of the run still lived/]],
    [
      { alive: null },
      { project_decision: 'continue' },
      [/left a decision \(continue\), which was/],
    ],
    [{}, { note: 1 }, [/left a decision, which was not applied/]],
  ])('with %j and the decision %j is noted', (tracking, decision, notes) => {
    const found = questionNotes(tracking, decision);
    expect(found).toHaveLength(notes.length);
    for (const [index, words] of notes.entries()) expect(found[index]).toMatch(words);
  });
});
