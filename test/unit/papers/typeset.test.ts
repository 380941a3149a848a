/** The PDF of a paper: its source, its bytes, its text, and what is said where it cannot be made. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { readTextLayer } from '../../../src/papers/pdf/pdf.ts';
import { readPlainPdf } from '../../../src/papers/pdf/pdf-text.ts';
import { type Typeset, typeset } from '../../../src/papers/pdf/typeset.ts';
import { makeCodePointFont } from '../../../src/papers/render/code-point-font.ts';
import { breakWords, typstString } from '../../../src/papers/render/typst-text.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, type Sandbox, sampleFiles } from './support.ts';

const hasProgram = (name: string): boolean => spawnSync(name, ['-v']).error === undefined;
const canRead = hasProgram('pdftotext');
const hasJapanese =
  (spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';
const canInspect = hasProgram('pdfinfo') && hasProgram('pdffonts');

/** No font has it: it is no character yet. */
const nobodys = '\u{378}';
const typstText = (text: string): string => `#${typstString(text)}`;
const head = '#set document(title: "x")\n';

describe('a string in a Typst source', () => {
  it.each([
    ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
    ['#import "@preview/x"', '"#import \\"@preview/x\\""'],
    ['line\nend\t', '"line\\u{a}end\\u{9}"'],
    ['\u202Eabc', '"\\u{202e}abc"'],
    ['half \uD800', '"half \uFFFD"'],
    ['own \uE000 mark', '"own \uFFFD mark"'],
    ['$x$ *b* _i_ `c` = // /* 中', '"$x$ *b* _i_ `c` = // /* 中"'],
  ])('holds %j as it is', (text, literal) => {
    expect(typstString(text)).toBe(literal);
  });

  it('is cut where a line may break, never beside a digit', () => {
    const long = [
      'results/latency_summary_of_everything/variants/routed/mean_ms',
      'x'.repeat(300),
      `sha256 ${'0123456789abcdef'.repeat(4)}`,
      'short words stay whole',
      'العربيةالعربيةالعربيةالعربية',
    ];
    for (const text of long) {
      const pieces = breakWords(text);
      expect(pieces.join('')).toBe(text);
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) expect(piece).toMatch(/^\D/);
        if (at < pieces.length - 1) expect(piece).toMatch(/\D$/);
      }
    }
    expect(breakWords('x'.repeat(300)).every((piece) => piece.length <= 17)).toBe(true);
    expect(breakWords('short words stay whole')).toHaveLength(1);
    expect(breakWords('العربيةالعربيةالعربيةالعربية')).toHaveLength(1);
  });
});

describe('the PDF of a paper', () => {
  let sandbox: Sandbox;
  let source = '';
  let made: Typeset;
  beforeAll(async () => {
    sandbox = createSandbox({
      ...sampleFiles,
      'results/other scripts.json': JSON.stringify({
        'Точность модели': { среднее: 0.77 },
        دقة: { متوسط: 12.5 },
        精度: { 平均: 0.93 },
      }),
    });
    await sandbox.write({
      projectName: `Long streams ${'longword'.repeat(10)}`,
      typeset: (given) => {
        source = given;
        made = typeset(given);
        return made;
      },
    });
  });
  afterAll(() => sandbox.dispose());
  const file = (name: string): string => join(sandbox.paperDir, name);
  const inspect = (program: string): string =>
    spawnSync(program, [file('paper.pdf')], { encoding: 'utf8' }).stdout;

  it('lies with the drafts, and the manifest says what made it', () => {
    if (!made.ok) throw new Error(made.reason);
    expect(readFileSync(file('paper.pdf')).equals(made.bytes)).toBe(true);
    const { pdf, artifacts } = JSON.parse(readFileSync(file('paper_manifest.json'), 'utf8')) as {
      pdf: Record<string, unknown>;
      artifacts: { path: string }[];
    };
    expect(pdf).toMatchObject({
      missing: null,
      maker: expect.stringMatching(/^Typst \d/),
      conformance: ['PDF/UA-1', 'PDF/A-2a'],
      fonts: expect.arrayContaining(['LibertinusSerif-Regular']),
    });
    const { fonts, fonts_of_machine: own } = pdf as Record<string, readonly string[]>;
    expect(fonts).toEqual(expect.arrayContaining([...(own ?? [])]));
    expect(own?.join(' ') ?? '').not.toContain('Libertinus');
    expect(artifacts.map(({ path }) => path)).toContain('paper.pdf');
  });

  it('has the same bytes at any time, as its date is that of the paper', () => {
    const again = typeset(source);
    if (!made.ok || !again.ok) throw new Error('no PDF');
    expect(Buffer.from(again.bytes).equals(made.bytes)).toBe(true);
    const other = typeset(source.replace('year: 2026', 'year: 2025'));
    expect(other.ok && Buffer.from(other.bytes).equals(made.bytes)).toBe(false);
  });

  it.skipIf(!canInspect)('is tagged, titled, dated, and holds its fonts', () => {
    const info = inspect('pdfinfo');
    expect(info).toMatch(/^Title: +Long streams longword/m);
    expect(info).toMatch(/^Tagged: +yes$/m);
    expect(info).toMatch(/^JavaScript: +no$/m);
    expect(info).toMatch(/^CreationDate: .*2026/m);
    const fonts = inspect('pdffonts').trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(2);
    for (const font of fonts) expect(font).toMatch(/ yes yes yes +\d+ +0$/);
  });

  it.skipIf(!canRead)('has a text layer with every script, whatever fonts there are', () => {
    const layer = readTextLayer(file('paper.pdf'));
    const text = layer.ok ? layer.text : layer.reason;
    for (const word of ['Точность', 'среднее', '精度', '平均']) expect(text).toContain(word);
    expect(text.normalize('NFKC')).toContain('متوسط');
  });

  it('imports and reads nothing, whatever the paper says', () => {
    expect(source).not.toMatch(/#import|#include|read\(|@preview/);
    const result = typeset(`${head}#read("/etc/passwd")`);
    expect(result.ok ? 'read' : result.reason).toMatch(/^Typst failed: /);
  });

  it.skipIf(!canRead).each([
    ['number', '8.119', '8.118', /^its text did not read as the drafts: 8\.11[89] /],
    ['word', 'No human authorship', 'The human authorship', /says “.*The human/],
  ])('is left out with a reason where it holds another %s', async (_, from, to, message) => {
    const other = createSandbox();
    await other.write({ typeset: (given) => typeset(given.replace(from, to)) });
    const read = (name: string): string => readFileSync(join(other.paperDir, name), 'utf8');
    expect(existsSync(join(other.paperDir, 'paper.pdf'))).toBe(false);
    const { pdf } = JSON.parse(read('paper_manifest.json')) as { pdf: { missing: string } };
    expect(pdf.missing).toMatch(message);
    expect(read('paper.md')).toContain(from);
    other.dispose();
  });
});

describe('typesetting', () => {
  it('refuses a source beyond the bound', () => {
    const result = typeset(' '.repeat(limits.typesetCharsMax + 1));
    expect(result.ok ? '' : result.reason).toContain('too long');
  });

  it('says what is wrong with a source', () => {
    const result = typeset(`${head}#nothing()`);
    expect(result.ok ? '' : result.reason).toBe('Typst failed: unknown variable: nothing');
  });

  it('draws the code of a character that no font has, and says which those are', () => {
    const result = typeset(`${head}#text(${typstString(`a${nobodys}b`)})`);
    if (!result.ok) throw new Error(result.reason);
    expect(result.facts.drawnAsCodes).toBe(nobodys);
    if (!canRead) return;
    const sandbox = createSandbox();
    const path = join(sandbox.root, 'paper.pdf');
    writeFileSync(path, result.bytes);
    const layer = readTextLayer(path);
    expect(layer.ok ? layer.text.trim() : layer.reason).toBe(`a${nobodys}b`);
    sandbox.dispose();
  });

  it('draws a keycap as its digit and the code of the cap, also in a title', async () => {
    const keycaps = createSandbox(sampleFiles);
    let keycap: Typeset | null = null;
    await keycaps.write({
      projectName: 'Scores of 1\uFE0F\u20E3 and #\uFE0F\u20E3 `7\u20E3`',
      typeset: (given) => {
        keycap = typeset(given);
        return keycap;
      },
    });
    const isThere = existsSync(join(keycaps.paperDir, 'paper.pdf'));
    const { problems } = verifyPaper(keycaps.paperDir);
    keycaps.dispose();
    expect([keycap, isThere, problems]).toMatchObject([{ ok: true }, true, []]);
  });

  it('makes what is read in this process, and by nobody here once it was added to', () => {
    const words =
      'Of 12 trials (8.119 ms [C1], −3.5e-4 [C2]), \\(all\\) are “here”. Waffles: 0.5 [C3–C5].';
    const result = typeset(
      `${head}${typstText(words)}\n\n#table(columns: 2, [mean], [7.5 [C6]], [sd], [0.25 [C7]])\n`,
    );
    if (!result.ok) throw new Error(result.reason);
    const bytes = Buffer.from(result.bytes);
    const read = (readPlainPdf(bytes) ?? '').trim().split(/\s+/);
    expect(read.join(' ')).toBe(`${words} mean 7.5 [C6] sd 0.25 [C7]`);
    const added = Buffer.from('\n1 0 obj\n<<\n  /Type /Pages\n>>\nendobj\n');
    expect(readPlainPdf(Buffer.concat([bytes, added]))).toBeUndefined();
    expect(readPlainPdf(bytes.subarray(0, bytes.length - 40))).toBeUndefined();
    const moved = Buffer.from(
      bytes.toString('latin1').replace(/(\n0000000016 00000 n)/, '\n0000000017 00000 n'),
      'latin1',
    );
    expect(readPlainPdf(moved)).toBeUndefined();
    expect(readPlainPdf(Buffer.from('%PDF-1.7\n1 0 obj\n'))).toBeUndefined();
    if (!canRead) return;
    const sandbox = createSandbox();
    const path = join(sandbox.root, 'paper.pdf');
    writeFileSync(path, bytes);
    const { stdout } = spawnSync('pdftotext', ['-raw', '-nopgbrk', path, '-'], {
      encoding: 'utf8',
    });
    expect(stdout.trim().split(/\s+/)).toEqual(read);
    sandbox.dispose();
  });

  it.skipIf(!hasJapanese)('sets Japanese by a font of the machine, and says which', () => {
    const result = typeset(`${head}#text(${typstString('精度と記憶')})`);
    if (!result.ok) throw new Error(result.reason);
    expect(result.facts).toMatchObject({ drawnAsCodes: '', machineFonts: [expect.any(String)] });
  });

  it('makes a font of as many glyphs as are asked for, the same each time', () => {
    const points = [0x4e2d, 0x1f600, 0x4e2d];
    const font = makeCodePointFont(points);
    expect(font.equals(makeCodePointFont([...points].reverse()))).toBe(true);
    let sum = 0;
    for (let at = 0; at < font.length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });
});
