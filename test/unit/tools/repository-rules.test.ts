/** The repository's own rules: what each finds and what it leaves alone. */
import { describe, expect, it } from 'vitest';
import { loadTool } from '../../support/load-tool.ts';

type CheckFile = (path: string, text: string, exists: (path: string) => boolean) => string[];
const { checkFile } = await loadTool<{ checkFile: CheckFile }>('repository-rules.mjs');

const header = '/** A file for a test. */\n';
/** Put together here, so that this file does not break the rule it tests. */
const todo = ['TO', 'DO'].join('');
const fixme = ['FIX', 'ME'].join('');

const rulesOf = (path: string, text: string, files: readonly string[] = []): string[] =>
  checkFile(path, text, (name) => files.includes(name)).map(
    (line) => /\(([a-z-]+)\)$/.exec(line)![1]!,
  );

describe('the repository rules', () => {
  it('ask for a first comment, also after a shebang', () => {
    expect(rulesOf('src/lib/a.ts', 'export const a = 1;\n')).toEqual(['first-comment']);
    expect(rulesOf('src/lib/a.ts', '// not a doc comment\n')).toEqual(['first-comment']);
    expect(rulesOf('bin/a.mjs', `#!/usr/bin/env node\n${header}`)).toEqual([]);
    expect(rulesOf('src/lib/a.ts', '/**\n * Says what it is for.\n */\n')).toEqual([]);
  });

  it('let one file alone choose the binding of SQLite', () => {
    const value = `${header}import Sqlite from 'better-sqlite3';\n`;
    expect(rulesOf('src/store/a.ts', value)).toEqual(['one-sqlite-binding']);
    expect(rulesOf('test/unit/a.test.ts', value.replace("3'", "3-13'"))).toEqual([
      'one-sqlite-binding',
    ]);
    expect(rulesOf('src/lib/sqlite.ts', value)).toEqual([]);
    const type = `${header}import type { Database } from 'better-sqlite3';\n`;
    expect(rulesOf('src/store/a.ts', type)).toEqual([]);
  });

  it('let one file alone write the marks of a drawing', () => {
    for (const mark of ['<svg viewBox="0 0 9 9">', '<circle r={3} />', '<path d={way} />']) {
      const text = `${header}export const drawing = (\n  ${mark}\n);\n`;
      expect(rulesOf('src/papers/render/a.ts', text), mark).toEqual(['one-svg-writer']);
      expect(rulesOf('src/dashboard/pages/a.tsx', text), mark).toEqual(['one-svg-writer']);
      expect(rulesOf('src/lib/chart/svg.ts', text), mark).toEqual([]);
    }
    const use = `${header}export const drawing = element('circle', { r: 3 }); // --file <path>\n`;
    expect(rulesOf('src/papers/render/a.ts', use)).toEqual([]);
  });

  it('ask for a reason past 400 lines', () => {
    const lines = '\n'.repeat(400);
    expect(rulesOf('src/lib/a.ts', `${header}${lines}`)).toEqual(['file-size']);
    expect(
      rulesOf('src/lib/a.ts', `/** A table. Long because it is a table. */${lines}\n`),
    ).toEqual([]);
  });

  it.each([`// ${todo}: later`, `  /* ${fixme} */`, ` * ${todo} tidy`, `x(); // ${'X'.repeat(3)}`])(
    'find %j',
    (line) => {
      expect(rulesOf('src/lib/a.ts', `${header}${line}\n`)).toEqual(['left-behind']);
    },
  );

  it('leave the word alone where the code is about it', () => {
    expect(
      rulesOf('src/papers/a.ts', `${header}const words = ['TODO', 'FIXME']; // looks for TODO\n`),
    ).toEqual([]);
  });

  it('tell a type that is any from the word', () => {
    const cast = ['as', 'any'].join(' ');
    expect(rulesOf('src/lib/a.ts', `${header}const a = b ${cast};\n`)).toEqual(['type-escape']);
    expect(rulesOf('src/lib/a.ts', `${header}/** Works ${cast} client would. */\n`)).toEqual([]);
  });

  it.each([
    'sendJson(response, 200, reply);',
    'response.end(JSON.stringify({ ok: true }));',
    'return new Response(text);',
    'await route.fulfill({ body });',
    'replies: { 200: z.unknown() },',
    'const answer = { status: 200, body: \'{"ok":true}\' };',
  ])('want canned replies of the service held against the reference: %s', (line) => {
    const rule = ['canned-reply-of-the-service'];
    expect(rulesOf('test/unit/cli/a.test.ts', `${header}${line}\n`)).toEqual(rule);
    expect(rulesOf('test/e2e/dashboard-a.test.ts', `${header}${line}\n`)).toEqual(rule);
    expect(rulesOf('test/unit/cli/a.test.ts', `${header}// allowed: not it\n${line}\n`)).toEqual(
      [],
    );
    expect(rulesOf('test/unit/worker/a.test.ts', `${header}${line}\n`)).toEqual([]);
  });

  it('find focused tests always and skipped ones without a reason', () => {
    const path = 'test/unit/a.test.ts';
    const focused = ['it', 'only'].join('.');
    const skipped = ['describe', 'skip'].join('.');
    expect(rulesOf(path, `${header}${focused}('x')\n`)).toEqual(['focused-or-skipped-test']);
    expect(rulesOf(path, `${header}${skipped}('x')\n`)).toEqual(['focused-or-skipped-test']);
    expect(rulesOf(path, `${header}// allowed: needs a GPU\n${skipped}('x')\n`)).toEqual([]);
    expect(rulesOf(path, `${header}${skipped}If(noGpu)('x')\n`)).toEqual([]);
  });

  it.each([
    'Date.now()',
    'new Date()',
    'setTimeout(f, 1)',
    'Math.random()',
    'performance.now()',
    'crypto.randomUUID()',
  ])('find time or randomness that is not injected: %s', (call) => {
    expect(rulesOf('src/control/a.ts', `${header}const x = ${call};\n`)).toEqual([
      'injected-time-and-randomness',
    ]);
    expect(rulesOf('src/lib/clock.ts', `${header}const x = ${call};\n`)).toEqual([]);
  });

  it('know the injected ones and comments from the real thing', () => {
    const text = `${header}clock.setTimeout(f); new Date(0); // Date.now()\n * Date.now()\n`;
    expect(rulesOf('src/control/a.ts', text.replace(' // Date.now()', ''))).toEqual([]);
  });

  it('find a module that reads the environment, outside of the command line', () => {
    expect(rulesOf('src/worker/a.ts', `${header}const home = process.env.HOME;\n`)).toEqual([
      'injected-environment',
    ]);
    expect(rulesOf('src/cli/a.ts', `${header}const home = process.env.HOME;\n`)).toEqual([]);
  });

  it('follow the links of a page', () => {
    const link = (target: string): string => `See [this](${target}).\n`;
    const files = ['docs/states.md', 'README.md'];
    expect(rulesOf('docs/a.md', link('states.md#paper'), files)).toEqual([]);
    expect(rulesOf('docs/a.md', link('../README.md'), files)).toEqual([]);
    expect(rulesOf('docs/a.md', link('#top'), files)).toEqual([]);
    expect(rulesOf('docs/a.md', link('gone.md'), files)).toEqual(['links-stay-inside']);
    expect(rulesOf('docs/a.md', link('../../elsewhere.md'), files)).toEqual(['links-stay-inside']);
    expect(rulesOf('docs/a.md', link('https://example.com/'), files)).toEqual([
      'links-stay-inside',
    ]);
    expect(rulesOf('docs/a.md', link('http://127.0.0.1:8787/control/dashboard'), files)).toEqual(
      [],
    );
  });

  it('find what the dashboard would load from elsewhere', () => {
    const script = '<script src="https://cdn.example.com/x.js"></script>\n';
    expect(rulesOf('src/dashboard/index.html', script)).toEqual([
      'dashboard-loads-nothing-from-outside',
    ]);
    expect(
      rulesOf('src/dashboard/index.html', '<svg xmlns="http://www.w3.org/2000/svg"/>\n'),
    ).toEqual([]);
  });

  it('find the home folder of some machine', () => {
    expect(rulesOf('src/lib/a.ts', `${header}const a = '/${'home'}/someone/x';\n`)).toEqual([
      'no-home-paths',
    ]);
  });

  it('give file, line and rule', () => {
    const found = checkFile('src/lib/a.ts', `${header}\n// ${todo}\n`, () => false);
    expect(found).toEqual(['src/lib/a.ts:3: finish it, or write an issue (left-behind)']);
  });
});
