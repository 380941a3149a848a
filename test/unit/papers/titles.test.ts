/** Titles of every shape: a paper bears that of its idea or says why not, and each of its texts bears the same one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { auditPaper } from '../../../src/papers/audit/audit.ts';
import { evaluateChecklist } from '../../../src/papers/checklist.ts';
import { lintPaper } from '../../../src/papers/lint/lint.ts';
import { readTextLayer } from '../../../src/papers/pdf/pdf.ts';
import { typeset } from '../../../src/papers/pdf/typeset.ts';
import { readLatexLine } from '../../../src/papers/render/latex-text.ts';
import { readMarkdownLine } from '../../../src/papers/render/markdown.ts';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { titleFault } from '../../../src/papers/text/text.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { compileTex, hasTex } from '../../support/tex.ts';
import { createSandbox, sampleDecision, sampleFiles } from './support.ts';

/** As much as a paper needs, and no more: there are many of them. */
const files = {
  'run_notes.md': '# Notes\n\nBoth variants were timed in turn.\n',
  '.orrery/project_decision.json': JSON.stringify(sampleDecision),
  'results/latency_summary.json': sampleFiles['results/latency_summary.json'] ?? '',
};

/** What stands in place of a title that cannot stand there. */
const unnamed = 'An automated experiment';

/** Titles of ideas with what the paper is called; alone where it is called just so. */
const titles: readonly (readonly [title: string, printed?: string])[] = [
  ['', unnamed],
  [' \t\n', unnamed],
  ['...', unnamed],
  ['\\', unnamed],
  ['%', unnamed],
  ['😀', unnamed],
  ['x', 'Project x'],
  ['三', 'Project 三'],
  ['[1]', 'Project (1)'],
  ['7', 'Project 7'],
  ['-5 %', 'Project -5 %'],
  ['2026-01-01', 'Project 2026-01-01'],
  ['1'.repeat(500), `${'1'.repeat(159)}…`],
  ['٣', 'Project ٣'],
  ['“7”', 'Project “7”'],
  ['[C1]', '(C1)'],
  ['5 ms'],
  ['12 % faster [C1]', '12 % faster (C1)'],
  ['中文'],
  ['中文标题 3'],
  ['Zwölf Boxkämpfer, e\u0301tude', 'Zwölf Boxkämpfer, étude'],
  ['מדידת זיכרון 12'],
  ['قياس ١٢'],
  ['\u202Ereversed', 'reversed'],
  ['a\u200Bb\u00ADc', 'abc'],
  ['Mеmory', unnamed],
  ['👩‍👩‍👧 family 🇩🇪', '👩👩👧 family 🇩🇪'],
  ['❤️ memory'],
  [`words ${'😀 '.repeat(90)}`, `words ${'😀 '.repeat(76)}😀…`],
  ['word '.repeat(100), `${'word '.repeat(31)}word…`],
  [`${'x '.repeat(78)}12345`, `${'x '.repeat(78)}123…`],
  ['longword'.repeat(62), `${'longword'.repeat(19)}longwor…`],
  ['A \\input{x} % # $ & _ ^ ~ { } 1'],
  ['\\end{document} 2'],
  ['^^41 \\write18{ls} $x^2$'],
  ["``quotes'' -- --- <<x>> ?` !`"],
  ['# Title'],
  ['*so* **bold** _em_ `code` ~~x~~'],
  ['| a | b |'],
  ['1. first'],
  ['![x](y) [x](javascript:alert(1))', '!(x)(y) (x)(javascript:alert(1))'],
  [
    '<script>alert(1)</script> &amp; <!-- x --> ]]>',
    '<script>alert(1)</script> &amp; <!-- x --> ))>',
  ],
  [':::note {#id} @ref {{x}}'],
  ['#set page(width: 1pt) #import "x" // /* */'],
  ['line\nbreak\r\nand \u2028 more', 'line break and more'],
  ['a\u0000b\ud800c', 'ab\uFFFDc'],
  ['constructor'],
  ['__proto__'],
  ['Routing is 9 times faster'],
  ['We prove that all models improve'],
  ['Twice as fast'],
  ['Table 99'],
  ['“Quoted” title 7'],
  ['8.119 ms', unnamed],
  ['is peer-reviewed', unnamed],
  ['Smith et al. (2020)', unnamed],
  ['TODO', unnamed],
  ['results/latency_summary.json'],
  [unnamed],
];

const negative = {
  ...sampleDecision,
  project_decision: 'finalize_negative',
  research_outcome: 'negative',
  hypothesis_status: 'unsupported',
  bounded_paper_ready: false,
} as const;

/** By how the paper ends, what stands before its title. */
const endings = [
  { decision: sampleDecision, prefix: '' },
  { decision: negative, prefix: 'Negative result: ' },
] as const;

/** The lines of LaTeX that set the titles, for one document of all. */
const texTitles: { readonly printed: string; readonly tex: string }[] = [];
let preamble = '';

describe('the title of a paper', () => {
  it.each(titles)(
    'is that of its idea, or the paper says why not: %j',
    async (title = '', given) => {
      const printed = given ?? title;
      // Each shape under one of the endings, so that both have all kinds.
      const { decision, prefix } =
        endings[titles.findIndex(([each]) => each === title) % 2] ?? endings[0];
      const sandbox = createSandbox(files);
      try {
        const written = await sandbox.write({ projectName: title, decision, typeset });
        const { paperDir } = sandbox;
        const read = (file: string): string => readFileSync(join(paperDir, file), 'utf8');
        expect(written.title).toBe(`${prefix}${printed}`);
        const markdown = read('paper.md');
        const latex = read('paper.tex');
        const line = /\\papertitle\{(.*)\}$/m.exec(latex)?.[1] ?? '';
        expect(readMarkdownLine(markdown.split('\n')[0] ?? '')?.trim()).toBe(written.title);
        expect(readLatexLine(line)).toBe(written.title);
        expect(verifyPaper(paperDir)).toEqual({ ok: true, problems: [], comparedPdf: true });
        expect(lintPaper(paperDir)).toEqual([]);
        expect(auditPaper(paperDir).findings).toEqual([]);
        expect(verifyFolder(paperDir).problems).toEqual([]);
        const checks = evaluateChecklist(paperDir, '2026-01-01T00:00:00.000Z');
        expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
        const isUnnamed = printed === unnamed && title !== unnamed;
        expect(
          /reports a project whose title .*, so that it is not repeated here/.test(markdown),
        ).toBe(isUnnamed);
        preamble = latex.slice(0, latex.indexOf('\\papertitle{'));
        texTitles.push({ printed: written.title, tex: `\\papertitle{${line}}` });
      } finally {
        sandbox.dispose();
      }
    },
  );

  it('is refused by a sentence that names it where nobody could find a paper by it', async () => {
    const sandbox = createSandbox(files);
    try {
      await sandbox.write();
      const path = join(sandbox.paperDir, 'metadata.json');
      const metadata = JSON.parse(readFileSync(path, 'utf8')) as object;
      const findingOf = (title: string): string | null | undefined => {
        writeFileSync(path, JSON.stringify({ ...metadata, title }));
        return evaluateChecklist(sandbox.paperDir, '2026-01-01T00:00:00.000Z').find(
          ({ item_id: item }) => item === 'title_abstract_quality',
        )?.finding;
      };
      expect(findingOf(' ')).toBe('the title is missing');
      expect(findingOf('…')).toBe('the title “…” has no letter and no digit');
      expect(findingOf('x')).toBe('the title “x” is a single letter or digit');
      expect(findingOf('ab '.repeat(80))).toContain('ab a…” has 239 characters, at most 220 fit');
    } finally {
      sandbox.dispose();
    }
  });

  it('is counted as a reader counts', () => {
    expect(titleFault(`${'😀'.repeat(200)} ab`)).toBeUndefined();
    expect(titleFault('中文')).toBeUndefined();
  });
});

const compiles = hasTex('lualatex');
describe.skipIf(!compiles)(
  `LaTeX${compiles ? '' : ' (skipped: lualatex is not installed)'}`,
  () => {
    afterAll(() => texTitles.splice(0));

    it('sets all titles as they are printed, in letters that a reader can copy', () => {
      expect(texTitles).toHaveLength(titles.length);
      const folder = createSandbox(files);
      try {
        const source = join(folder.root, 'titles.tex');
        const body = texTitles.map(({ tex }) => tex).join('\n\n');
        writeFileSync(source, `${preamble}${body}\n\\end{document}\n`);
        const { bytes, said } = compileTex(source, 'lualatex');
        expect(said).toBe('');
        const pdf = join(folder.root, 'titles.pdf');
        writeFileSync(pdf, bytes ?? '');
        const layer = readTextLayer(pdf);
        if (!layer.ok) throw new Error(layer.reason);
        const lettersOf = (text: string): string =>
          (text.normalize('NFKC').match(/[\p{Script=Latin}\d]+/gu) ?? []).join('');
        const found = lettersOf(layer.text);
        let at = 0;
        for (const { printed } of texTitles) {
          // What lies beyond the edge of the page, or has no font, is not in the layer.
          if (!/^[\x20-\x7E…“”]*$/.test(printed) || /\S{40}/.test(printed)) continue;
          const next = found.indexOf(lettersOf(printed), at);
          expect(next, printed).toBeGreaterThanOrEqual(at);
          at = next;
        }
      } finally {
        folder.dispose();
      }
    });
  },
);
