/** LaTeX from the document model: escapes, and that it compiles where a TeX engine is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { preparePackage } from '../../../src/papers/package.ts';
import { compilePdf } from '../../../src/papers/pdf.ts';
import { escapeLatex, readLatexLine } from '../../../src/papers/render/latex-text.ts';
import { createSandbox, nastyNames, nastyUnits, sampleFiles, sampleRunId } from './support.ts';

const texInstalled = spawnSync('pdflatex', ['--version']).status === 0;
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
  const options = { clock: systemClock, epochSec: 1_767_225_600 };

  it('gives a PDF in the package, with the same bytes each time', async () => {
    const sandbox = createSandbox();
    await sandbox.write();
    const request = {
      artifactRoot: sandbox.artifactRoot,
      runId: sampleRunId,
      paperId: 'paper',
      targetLabel: 'x',
      checklist: [],
      written: null,
      dryRun: false,
      clock: systemClock,
    };
    expect(await preparePackage(request)).toMatchObject({ ok: true, pdfMissing: null });
    const pdf = join(sandbox.artifactRoot, 'packages', 'paper', 'package', 'paper.pdf');
    const first = readFileSync(pdf);
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    const again = await compilePdf(join(sandbox.paperDir, 'paper.tex'), options);
    expect(again.ok && first.equals(again.bytes)).toBe(true);
    sandbox.dispose();
  });

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
    const result = await compilePdf(join(sandbox.paperDir, 'paper.tex'), options);
    expect(result.ok ? '' : result.reason).toBe('');
    sandbox.dispose();
  });

  it('succeeds for random names', async () => {
    const names = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), {
      numRuns: 120,
      seed: 20260101,
    });
    const sandbox = createSandbox({
      ...sampleFiles,
      'results/random.json': JSON.stringify(
        Object.fromEntries(names.map((name, at) => [name, at])),
      ),
    });
    await sandbox.write();
    const result = await compilePdf(join(sandbox.paperDir, 'paper.tex'), options);
    expect(result.ok ? '' : result.reason).toBe('');
    sandbox.dispose();
  });

  it('cannot read files by name or run programs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tex-'));
    const marker = join(folder, 'marker');
    writeFileSync(
      join(folder, 'paper.tex'),
      `\\documentclass{article}\\begin{document}\\immediate\\write18{touch ${marker}}\\input{/etc/hostname}x\\end{document}`,
    );
    const result = await compilePdf(join(folder, 'paper.tex'), options);
    expect(result.ok).toBe(false);
    expect(existsSync(marker)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});
