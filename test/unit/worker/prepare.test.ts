/** Preparing a project: nothing leaves the root, nothing is half-written, repeats change nothing. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrepareRequest } from '../../../src/worker-wire/wire.ts';
import { createWorkerBench, type WorkerBench } from '../../support/worker-bench.ts';

let bench: WorkerBench;
let root: string;
beforeEach(async () => {
  bench = await createWorkerBench();
  root = join(bench.folder.path, 'projects');
});
afterEach(() => bench.close());

const request = (changes: Partial<PrepareRequest> = {}): PrepareRequest => ({
  run_id: 'sorting-20260101T000000000',
  project_id: 'sorting',
  project_name: 'Sorting',
  project_dir: 'sorting',
  prompt_file: 'prompts/first.md',
  prompt_text: 'Measure it.',
  overwrite: false,
  ...changes,
});

describe('preparing a project', () => {
  it.each([
    ['project_dir', '../elsewhere'],
    ['project_dir', '/etc'],
    ['project_dir', '.'],
    ['prompt_file', '../../secret'],
    ['prompt_file', '/etc/passwd'],
  ])('refuses a %s of %s', async (field, path) => {
    const refusal = bench.gate.prepare(request({ [field]: path }));
    await expect(refusal).rejects.toMatchObject({
      code: 'path_escape',
      details: { errors: [{ path: field }] },
    });
    expect(await readdir(root)).toEqual([]);
  });

  it.each([
    ['project_dir', '.orrery-staging', {}],
    ['project_dir', '.orrery-staging/sorting-20260101T000000000', {}],
    ['project_dir', 'p2/.orrery', {}],
    ['project_dir', 'p2/.orrery/runs', {}],
    ['project_dir', 'nowhere', {}],
    ['project_dir', 'nowhere/below', {}],
    ['project_dir', 'file/below', {}],
    ['project_dir', 'circle', {}],
    ['prompt_file', 'a/', {}],
    ['prompt_file', 'a/.', {}],
    ['prompt_file', 'nowhere/x.md', { project_dir: 'old', overwrite: true }],
    ['prompt_file', 'folder', { project_dir: 'old', overwrite: true }],
    ['prompt_file', 'data.csv/x.md', { project_dir: 'old', overwrite: true }],
  ])('refuses a %s of %s, naming it, and changes nothing', async (field, path, more) => {
    await symlink(join(root, 'gone'), join(root, 'nowhere'));
    await symlink('circle', join(root, 'circle'));
    await writeFile(join(root, 'file'), '');
    await mkdir(join(root, 'old/folder'), { recursive: true });
    await mkdir(join(root, 'old/.orrery'));
    await writeFile(join(root, 'old/.orrery/project_decision.json'), '{}');
    await writeFile(join(root, 'old/data.csv'), '1');
    await symlink(join(root, 'gone'), join(root, 'old/nowhere'));
    const before = await readdir(root, { recursive: true });
    await expect(bench.gate.prepare(request({ ...more, [field]: path }))).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:invalid_request|project_exists|path_escape)$/),
      message: expect.stringContaining(field),
    });
    const after = await readdir(root, { recursive: true });
    expect(after.filter((name) => !/^\.orrery-staging$/.test(name)).sort()).toEqual(before.sort());
  });

  it('takes a project_dir that ends with a slash for the folder it names', async () => {
    await bench.gate.prepare(request({ project_dir: 'sorting/' }));
    expect(await readdir(join(root, 'sorting'))).toContain('prompts');
  });

  it('refuses to write through a link that leaves the root', async () => {
    await mkdir(join(bench.folder.path, 'outside'));
    await mkdir(join(root, 'sorting'));
    await symlink(join(bench.folder.path, 'outside'), join(root, 'sorting/prompts'));
    await expect(bench.gate.prepare(request({ overwrite: true }))).rejects.toMatchObject({
      code: 'path_escape',
    });
    expect(await readdir(join(bench.folder.path, 'outside'))).toEqual([]);
  });

  it.each(['.', '.orrery', '.orrery/runs/sorting-20260101T000000000/exit_code'])(
    'refuses to take %s for the prompt, which the service needs itself',
    async (path) => {
      await expect(bench.gate.prepare(request({ prompt_file: path }))).rejects.toMatchObject({
        code: 'invalid_request',
      });
    },
  );

  it('refuses a folder that holds something, unless told to overwrite', async () => {
    await mkdir(join(root, 'sorting'));
    await writeFile(join(root, 'sorting/data.csv'), '1,2');
    await expect(bench.gate.prepare(request())).rejects.toMatchObject({ code: 'project_exists' });
    await bench.gate.prepare(request({ overwrite: true }));
    expect(await readFile(join(root, 'sorting/data.csv'), 'utf8')).toBe('1,2');
    expect(await readFile(join(root, 'sorting/prompts/first.md'), 'utf8')).toBe('Measure it.');
  });

  it('writes prompt and metadata and leaves no staging behind', async () => {
    const reply = await bench.gate.prepare(request());
    expect(reply).toMatchObject({
      accepted: true,
      replayed: false,
      prepared: { project_dir: 'sorting', prompt_file: 'prompts/first.md' },
    });
    const metadata = JSON.parse(
      await readFile(join(root, 'sorting', reply.prepared.metadata_file), 'utf8'),
    );
    expect(metadata).toMatchObject({ project_id: 'sorting', project_name: 'Sorting' });
    expect(JSON.stringify(metadata)).not.toContain('Measure it.');
    expect(await readdir(join(root, '.orrery-staging'))).toEqual([]);
    expect((await bench.runs.get(reply.prepared.metadata_file.split('/')[2]!))?.status).toBe(
      'prepared',
    );
  });

  it('answers the same request again and changes nothing', async () => {
    const [first, second] = await Promise.all([
      bench.gate.prepare(request()),
      bench.gate.prepare(request()),
    ]);
    await writeFile(join(root, 'sorting/.orrery/project_decision.json'), '{}');
    const third = await bench.gate.prepare(request({ overwrite: true }));
    expect([first.replayed, second.replayed, third.replayed]).toEqual([false, true, true]);
    expect(third.prepared).toEqual(first.prepared);
    expect(await readdir(join(root, 'sorting/.orrery'))).toContain('project_decision.json');
  });

  it('refuses another request under the same run id, even to overwrite', async () => {
    await bench.gate.prepare(request());
    const other = request({ prompt_text: 'Something else.', overwrite: true });
    await expect(bench.gate.prepare(other)).rejects.toMatchObject({ code: 'run_conflict' });
    expect(await readFile(join(root, 'sorting/prompts/first.md'), 'utf8')).toBe('Measure it.');
  });

  it('refuses a run that was called off', async () => {
    await bench.gate.stopRun(request().run_id, { reason: 'lost', grace_sec: 0 });
    await expect(bench.gate.prepare(request())).rejects.toMatchObject({ code: 'run_fenced' });
    expect(await readdir(root)).toEqual([]);
  });

  it('moves the decision and question of an earlier run aside', async () => {
    await bench.gate.prepare(request());
    await writeFile(
      join(root, 'sorting/.orrery/project_decision.json'),
      '{"project_decision":"continue"}',
    );
    await writeFile(join(root, 'sorting/.orrery/question.json'), '{"question":"?"}');
    const next = request({
      run_id: 'sorting-2',
      overwrite: true,
      prompt_file: 'prompts/second.md',
    });
    await bench.gate.prepare(next);
    expect(await readdir(join(root, 'sorting/.orrery'))).toEqual(['PROTOCOL.md', 'runs']);
    const kept = await readdir(join(root, 'sorting/.orrery/runs/sorting-2'));
    expect(kept.sort()).toEqual([
      'prepared.json',
      'previous_decision.json',
      'previous_question.json',
    ]);
  });

  it('clears away what a crash left in staging', async () => {
    const { run_id: runId } = request();
    await mkdir(join(root, '.orrery-staging', runId), { recursive: true });
    await writeFile(join(root, '.orrery-staging', runId, 'half'), 'x');
    await bench.gate.prepare(request());
    expect((await readdir(join(root, 'sorting'))).sort()).toEqual(['.orrery', 'prompts']);
  });
});
