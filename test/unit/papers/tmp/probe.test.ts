import { it } from 'vitest';
import { cpSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createSandbox, nastyNames, nastyUnits, sampleFiles } from '../support.ts';
import { typeset } from '../../../../src/papers/typeset.ts';
import { verifyPaper } from '../../../../src/papers/verifier.ts';
it('probes', async () => {
  const out: string[] = [];
  const members = nastyNames.map((name, at) => [name, { value: at + 0.5, unit: nastyUnits[at % nastyUnits.length] }]);
  const cases: Record<string, [any, any]> = {
    sample: [sampleFiles, {}],
    japanese: [{ ...sampleFiles, 'results/日本語 結果.json': JSON.stringify({ 精度: { 平均: 0.93, 中央値: 0.91 }, ' العربية': { متوسط: 12.5 }, 'Точность модели': { Среднее: 0.77 }, rows: [1,2,3].map((n) => ({ 長さ: n, 精度: n*0.1, 速度: n*3.3 })) }) }, { projectName: '長い系列のための記憶 — النص العربي' }],
    nasty: [{ ...sampleFiles, 'results/nasty summary.json': JSON.stringify({ single: Object.fromEntries(members), very_long: { ['x'.repeat(300)]: 1.25, ['a_b_'.repeat(50)]: 2.5 } }) }, {}],
  };
  for (const [name, [files, over]] of Object.entries(cases)) {
    const sandbox = createSandbox(files);
    const t = performance.now();
    let ms = 0; let reason = '';
    try {
      await sandbox.write({ ...over, typeset: (source: string) => {
        writeFileSync(`/tmp/helpers/typst-${name}.typ`, source);
        const t1 = performance.now();
        const r = typeset(source);
        ms = performance.now() - t1;
        if (r.ok) { writeFileSync(`/tmp/helpers/typst-${name}.pdf`, r.bytes); out.push(JSON.stringify(r.facts)); const again = typeset(source); out.push('again ' + (again.ok && Buffer.compare(Buffer.from(again.bytes), Buffer.from(r.bytes)) === 0)); }
        else out.push('REASON ' + r.reason.slice(0, 1500));
        return r;
      } });
      out.push(`${name} written ${performance.now() - t} typeset ${ms}`);
      const dir = `/tmp/helpers/typst-out-${name}`;
      rmSync(dir, { recursive: true, force: true });
      cpSync(sandbox.paperDir, dir, { recursive: true });
      out.push(JSON.stringify(JSON.parse(readFileSync(dir + '/paper_manifest.json', 'utf8')).pdf));
      out.push(JSON.stringify(verifyPaper(dir).problems.slice(0, 5)));
    } catch (error) { out.push(`${name} FAIL ${(error as Error).message} ${JSON.stringify((error as any).details)?.slice(0, 3000)}`); }
    for (const [cmd, args] of [['pdffonts', []], ['pdfinfo', []], ['pdftotext', ['-raw', '-nopgbrk']]] as const) {
      if (!existsSync(`/tmp/helpers/typst-${name}.pdf`)) continue;
      const p = spawnSync(cmd, [...args, `/tmp/helpers/typst-${name}.pdf`, ...(cmd === 'pdftotext' ? ['-'] : [])], { encoding: 'utf8' });
      out.push(p.stdout.slice(0, 6000));
    }
    sandbox.dispose();
  }
  writeFileSync('/tmp/helpers/typst-probe.txt', out.join('\n'));
});
