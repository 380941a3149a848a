/** LaTeX from the document model: escapes, and that it compiles where a TeX engine is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTextLayer } from '../../../src/papers/pdf/pdf.ts';
import { escapeLatex, readLatexLine } from '../../../src/papers/render/latex-text.ts';
import { paperKinds, withoutPdf, withRecord, writeGiven } from '../../kinds/kinds.ts';
import { compileTex, hasTex } from '../../support/tex.ts';
import { createSandbox, nastyNames, nastyUnits, sampleFiles } from './support.ts';

/** The fonts by which LuaLaTeX sets them here. */
const otherScripts = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const easternScripts = [
  '/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc',
  '/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf',
];
const texInstalled = hasTex('pdflatex');
const skipReason = texInstalled ? '' : ' (skipped: pdflatex is not installed)';

describe('LaTeX text', () => {
  it.each([
    ['100% of $x_1 & #2', '100\\% of \\$x\\_1 \\& \\#2'],
    ['{a}~b^c\\d', '\\{a\\}\\textasciitilde{}b\\textasciicircum{}c\\textbackslash{}d'],
    ['a--b', 'a-{}-{}b'],
    ['[x]*', '{[}x{]}{*}'],
    ['é α ≤', 'é \\ensuremath{\\alpha} \\ensuremath{\\leq}'],
    ['中', '\\codepoint{4E2D}'],
  ])('escapes %s', (text, latex) => {
    expect(escapeLatex(text)).toBe(latex);
    expect(readLatexLine(latex)).toBe(text);
  });

  it('is not read back where it holds a command the renderer does not write', () => {
    for (const line of ['\\input{x}', 'a % b', '$x$', '\\textbf{open', '}', '\\write18{ls}']) {
      expect(readLatexLine(line), line).toBeUndefined();
    }
  });
});

describe.skipIf(!texInstalled)(`compiling a paper${skipReason}`, () => {
  it('succeeds for every nasty name and unit at once', async () => {
    const members = nastyNames.map((name, at) => [
      name,
      { value: at + 0.5, unit: nastyUnits[at % nastyUnits.length] },
    ]);
    const rows = [1, 2, 3].map((length) =>
      Object.fromEntries([
        ['length', length],
        ...nastyNames.slice(0, 20).map((name, at) => [name, at * length]),
      ]),
    );
    const sandbox = createSandbox({
      ...sampleFiles,
      'results/nasty summary.json': JSON.stringify({ single: Object.fromEntries(members), rows }),
    });
    await sandbox.write({ projectName: 'Nasty & <odd> \\names_{x}: 100% #1 ~ ^ $ 中文 α≤β' });
    expect(compileTex(join(sandbox.paperDir, 'paper.tex')).said).toBe('');
    sandbox.dispose();
  });

  it('succeeds for random names', async () => {
    const names = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), {
      numRuns: 120,
    });
    const sandbox = createSandbox({
      ...sampleFiles,
      'results/random.json': JSON.stringify(
        Object.fromEntries(names.map((name, at) => [name, at])),
      ),
    });
    await sandbox.write();
    expect(compileTex(join(sandbox.paperDir, 'paper.tex')).said).toBe('');
    sandbox.dispose();
  });
});

const lettersSkipped =
  [
    hasTex('lualatex') ? '' : 'lualatex is not installed',
    spawnSync('kpsewhich', ['luaotfload.sty']).stdout?.length ? '' : 'luaotfload is not installed',
    existsSync(otherScripts) ? '' : `there is no ${otherScripts}`,
    easternScripts.some((path) => existsSync(path)) ? '' : 'there is no font for Japanese',
    spawnSync('pdftotext', ['-v']).error === undefined ? '' : 'pdftotext is not installed',
  ].find((why) => why !== '') ?? '';

describe.skipIf(lettersSkipped !== '')(
  `LuaLaTeX${lettersSkipped && ` (skipped: ${lettersSkipped})`}`,
  () => {
    it('prints a whole paper in Japanese and other scripts, and the code of letters without a font', async () => {
      const given = paperKinds(11).find(({ name }) => name === 'japanese_names');
      if (given === undefined) throw new Error('there is no such kind');
      const sandbox = createSandbox();
      const others = { 'Точность é \u{1F9FF}': { среднее: 0.77 } };
      const files = withRecord(given.input.runId, {
        ...given.files,
        'results/others.json': JSON.stringify(others),
      });
      const { dir } = await writeGiven({ ...given, files }, sandbox.root, withoutPdf);
      const { bytes, said } = compileTex(join(dir, 'paper.tex'), 'lualatex');
      expect(said).toBe('');
      const pdf = join(sandbox.root, 'paper.pdf');
      writeFileSync(pdf, bytes ?? '');
      const layer = readTextLayer(pdf);
      const text = (layer.ok ? layer.text : layer.reason).replace(/\s+/g, '');
      for (const words of ['経路記憶の測定', '経路記憶は応答を速くする。', '平均', 'Точностьé'])
        expect(text).toContain(words);
      expect(text).toContain('U+1F9FF');
      expect(text.match(/U\+(?!1F9FF)/g)).toBeNull();
      sandbox.dispose();
    });
  },
);
