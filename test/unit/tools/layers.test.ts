/** The layer table bites: a small tree with one forbidden import of each kind. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string | undefined;
afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

/** Rules that `files` (path to text) break, sorted. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  folder = mkdtempSync(join(tmpdir(), 'orrery-layers-'));
  for (const [path, text] of Object.entries({
    'tsconfig.json': '{}',
    'package.json': '{}',
    ...files,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const config = join(root, '.dependency-cruiser.mjs');
  const args = ['src', '--config', config, '--output-type', 'json'];
  const stdout = await new Promise<string>((resolve) => {
    const program = join(root, 'node_modules', '.bin', 'depcruise');
    execFile(program, args, { cwd: folder! }, (_error, text) => resolve(text));
  });
  const report = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(report.summary.violations.map(({ rule }) => rule.name))].sort();
}

it('refuses an upward import, a cycle, a clock in a machine and an unknown folder', async () => {
  const broken = await brokenRules({
    'src/lib/a.ts': "import { b } from '../domain/b.ts';\nexport const a = b;\n",
    'src/domain/b.ts': "import { a } from '../lib/a.ts';\nexport const b: number = a;\n",
    'src/machines/m.ts':
      "import { readFileSync } from 'node:fs';\nexport const m = readFileSync;\n",
    'src/actors/x.ts': "import { s } from '../store/sqlite/s.ts';\nexport const x = s;\n",
    'src/store/sqlite/s.ts': 'export const s = 1;\n',
    'src/misc/y.ts': "import { s } from '../store/sqlite/s.ts';\nexport const y = s;\n",
  });
  expect(broken).toEqual([
    'known-folder',
    'layer-actors',
    'layer-lib',
    'machines-are-pure',
    'no-cycle',
  ]);
});

it('lets a folder import itself and what its row names', async () => {
  const broken = await brokenRules({
    'src/lib/a.ts': 'export const a = 1;\n',
    'src/domain/b.ts': "export { a } from '../lib/a.ts';\n",
    'src/domain/c.ts': "export { a } from './b.ts';\n",
    'src/store/ports/p.ts': 'export const p = 1;\n',
    'src/control/fleet/y.ts': "export { p } from '../../store/ports/p.ts';\n",
    'src/control/fleet/index.ts': "export { p } from './y.ts';\n",
    'src/control/common/z.ts': "export { p } from '../fleet/index.ts';\n",
    'src/http/h.ts': "export { p } from '../control/fleet/index.ts';\n",
  });
  expect(broken).toEqual([]);
});

it('refuses a room that asks one above it, or not by its head, and what is in no room', async () => {
  const broken = await brokenRules({
    'src/lib/a.ts': 'export const a = 1;\n',
    'src/control/fleet/index.ts': "export { a } from '../common/index.ts';\n",
    'src/control/common/index.ts': "export { a } from '../../lib/a.ts';\n",
    'src/control/common/inner.ts': "export { a } from '../../lib/a.ts';\n",
    'src/control/queue/q.ts': "export { a } from '../common/inner.ts';\n",
    'src/control/loose.ts': "export { a } from '../lib/a.ts';\n",
    'src/http/h.ts': "export { a } from '../control/common/inner.ts';\n",
  });
  expect(broken).toEqual(['known-room', 'room-by-its-head', 'room-fleet', 'room-queue']);
});

it('refuses a page of the dashboard that asks another, and what is in no room there', async () => {
  const broken = await brokenRules({
    'src/dashboard/words/w.ts': 'export const w = 1;\n',
    'src/dashboard/runs/r.ts': "export { w } from '../words/w.ts';\n",
    'src/dashboard/queue/q.ts': "export { w } from '../runs/r.ts';\n",
    'src/dashboard/papers/p.ts': "export { w } from '../queue/q.ts';\n",
    'src/dashboard/session/s.ts': "export { w } from '../papers/p.ts';\n",
    'src/dashboard/app.tsx': "export { w } from './session/s.ts';\n",
    'src/dashboard/loose.ts': "export { w } from './words/w.ts';\n",
  });
  expect(broken).toEqual(['dashboard-known-room', 'dashboard-papers']);
});
