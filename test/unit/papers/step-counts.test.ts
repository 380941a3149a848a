/**
 * What reads foreign text takes a time that grows as the text does: one long text costs about what the same amount
 * costs in sixteen short ones, where reading the rest again for each mark would cost sixteen times as much. Processor
 * time, the least of several, so that busy neighbours do not count; what seems too dear is judged by a longer text,
 * where the work of the engine beside it (compiling, collecting garbage) weighs less and reading again weighs more.
 */
import { describe, expect, it } from 'vitest';
import { readIdeasIn } from '../../../src/idea-files/read-files.ts';
import { parseCsv } from '../../../src/lib/csv.ts';
import { redactText } from '../../../src/lib/redact.ts';
import { readJson } from '../../../src/lib/strict-json.ts';
import { createFactReader } from '../../../src/papers/claims/facts.ts';
import { findShapes } from '../../../src/papers/claims/groups.ts';
import { findSamples } from '../../../src/papers/claims/samples.ts';
import type { ClaimLedger } from '../../../src/papers/claims/schema.ts';
import { findStatements } from '../../../src/papers/claims/statements.ts';
import { discoverMetrics } from '../../../src/papers/evidence/metrics.ts';
import type { EvidenceBundle } from '../../../src/papers/evidence/schema.ts';
import { lintCitations } from '../../../src/papers/lint/citations.ts';
import { lintMetadata } from '../../../src/papers/lint/metadata.ts';
import {
  latexPassages,
  markdownPassages,
  type Passage,
} from '../../../src/papers/lint/passages.ts';
import { findWording } from '../../../src/papers/lint/wording.ts';
import { readCsv, readJsonLines } from '../../../src/papers/readers/rows.ts';
import { decodeText } from '../../../src/papers/readers/text.ts';
import { foreignMarkup } from '../../../src/papers/render/markdown.ts';
import { createMasker, takeCitations } from '../../../src/papers/text/declared.ts';
import { findNumberWords } from '../../../src/papers/text/number-words.ts';
import { findNumbers } from '../../../src/papers/text/numbers.ts';
import { readLatexDraft, readMarkdownDraft } from '../../../src/papers/text/plain-text.ts';
import { findStrangeCharacters } from '../../../src/papers/verify/characters.ts';
import { checkDraft } from '../../../src/papers/verify/drafts.ts';
import { findQuantities } from '../../../src/papers/verify/quantities.ts';
import { findQuotes, readQuoteSources } from '../../../src/papers/verify/quotes.ts';
import { readPaper } from '../../../src/papers/verify/reading.ts';
import { findResultWords } from '../../../src/papers/verify/result-words.ts';
import { splitLine } from '../../../src/papers/verify/sentences.ts';
import { readNotes } from '../../../src/papers/writers/notes.ts';
import { hostileNames, hostileText } from '../../support/hostile-texts.ts';

/** Characters of the short text; the long one has `growth` times as many. */
const small = 1_600;
const growth = 16;
/**
 * How often the cost of the short texts one long text may have: linear is once, quadratic `growth` times. A text four
 * times as long decides where the first was too dear. Whatever is quadratic and costs four times at first (four parts
 * of five are reading again) costs 8.5 times then: (4 + 4 * 16) / (4 + 4 * 16 / growth).
 */
const looks = [
  { longer: 1, costMax: 4 },
  { longer: 4, costMax: 8 },
] as const;
/** Below this, what is measured is the start of a measurement. */
const noiseMs = 10;
/** Further tries are for a machine with busy neighbours. */
const triesMax = 6;

function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How many times the cost of the short texts the long one has; 0 where it costs next to nothing. */
function dearness(short: () => unknown, long: () => unknown, costMax: number): number {
  const shortOnes = () => Array.from({ length: growth }, short);
  // The long one first, so that it has the cold start of both.
  let inOne = costOf(long);
  let inShort = Number.POSITIVE_INFINITY;
  for (let tries = 1; tries <= triesMax && inOne >= noiseMs; tries += 1) {
    inShort = Math.min(inShort, costOf(shortOnes));
    if (inOne < costMax * inShort) break;
    inOne = Math.min(inOne, costOf(long));
  }
  return inOne < noiseMs ? 0 : inOne / inShort;
}

/** Throws unless one long text costs about as much as the same amount in short ones. */
function expectLinear(work: (size: number) => () => unknown): void {
  const found: number[] = [];
  for (const { longer, costMax } of looks) {
    const times = dearness(work(small * longer), work(small * longer * growth), costMax);
    if (times < costMax) return;
    found.push(times);
  }
  expect(found, `times the cost of ${growth} short texts`).toEqual([]);
}

const noSources = { claimIds: null, bibKeys: new Set<string>() };
const lint = (passagesOf: (text: string) => Passage[]) => (text: string) => {
  const passages = passagesOf(text);
  for (const passage of passages) findWording(passage.text);
  return lintCitations('paper', text, passages, noSources);
};

/** A paper with one claim, whose text is what is read. */
function readDraft(text: string): unknown {
  const hash = 'a'.repeat(64);
  const ids = { paper_id: 'p', run_id: 'r' };
  const ledger: ClaimLedger = {
    schema_version: 'claim_ledger.v3',
    ...ids,
    evidence_merkle_root: hash,
    claims: [
      {
        id: 'C1',
        text: '',
        kind: 'measurement',
        support_status: 'supported',
        unit: 'ms',
        evidence_refs: [
          {
            path: 'r',
            sha256: hash,
            pointer: '/a/mean_ms',
            quoted_value: '1',
            recomputed_value: 1,
            match: true,
          },
        ],
        used_in: [],
      },
    ],
    unsupported_claim_count: 0,
    not_results: [],
    figures: [],
  };
  const bundle: EvidenceBundle = {
    schema_version: 'evidence_bundle.v3',
    ...ids,
    project_id: 'p',
    created_at: '',
    files: [],
    metrics: [],
    telemetry: null,
    unavailable: [],
    redactions: [],
    limitations: [],
    merkle_root: hash,
  };
  const json = { a: { mean_ms: 1 }, b: { mean_ms: 2 }, all: 'always the best' };
  const reading = readPaper({
    ledger,
    bundle,
    readings: new Map([['r', { sha256: hash, json }]]),
    values: new Map([['C1', 1]]),
    manifest: {},
    metadata: {},
  });
  const markdown = `# Title\n\n${text}\n\n| a |\n| --- |\n| ${text} |\n`;
  return checkDraft('paper.md', readMarkdownDraft(markdown, []), reading);
}

const scanners: Readonly<Record<string, (text: string) => unknown>> = {
  notes: readNotes,
  headings: (text) => readNotes(`# ${text}\n\nA sentence.`),
  'lint of Markdown': lint(markdownPassages),
  'lint of LaTeX': lint(latexPassages),
  'lint of metadata': (text) => lintMetadata(JSON.stringify({ title: text, note: text })),
  'reading Markdown back': (text) => readMarkdownDraft(text, []),
  'reading LaTeX back': (text) => readLatexDraft(text, []),
  redaction: redactText,
  citations: takeCitations,
  numbers: findNumbers,
  'declared texts': (text) => createMasker(['8.12 ms', 'seed 17', text.slice(0, 100)])(text),
  'numbers in words': findNumberWords,
  quantities: (text) => findQuantities(text, new Set(['ms'])),
  'strange characters': findStrangeCharacters,
  'words of result': findResultWords,
  sentences: (text) => splitLine(text, []),
  quotations: (text) => findQuotes(`“${text}”`, readQuoteSources([{ a: text }], [text], [text])),
  'foreign markup': foreignMarkup,
  'a draft': readDraft,
  CSV: parseCsv,
  'rows of CSV': readCsv,
  'JSON Lines': readJsonLines,
  JSON: readJson,
  'JSON with one text': (text) => readJson(JSON.stringify({ [text]: text })),
  'front matter of ideas': (text) => {
    const line = text.replaceAll(/[\n\r]/g, ' ');
    return readIdeasIn(
      'a.md',
      `---\ntitle: ${line}\ntags: [${line}\n${line}: x\ntags:\n- ${line}\n---\n${text}`,
    );
  },
  'ideas of CSV': (text) => readIdeasIn('a.csv', `title,prompt\n${text}`),
  UTF8: (text) => decodeText(Buffer.from(`${text}\u00e9`, 'latin1')),
};

describe.each(Object.entries(scanners))('%s', (_name, scan) => {
  it.each(hostileNames)('of %s costs as much as there is of it', (name) => {
    expectLinear((size) => {
      const text = hostileText(name, size);
      return () => scan(text);
    });
  });
});

describe('front matter', () => {
  const lines: Readonly<Record<string, (size: number) => string>> = {
    'a list that is never closed': (size) => `tags: [${' '.repeat(size)}"`,
    'blanks before an odd end of line': (size) => `title:${' '.repeat(size)}\u2028`,
    'blanks in an entry': (size) => `tags:\n-${' '.repeat(size)}\u2028x`,
    'quotes in quotes': (size) => `title: '${"''".repeat(size / 2)}`,
  };
  it.each(Object.entries(lines))('with %s costs as much as there is of it', (_name, line) => {
    expectLinear((size) => {
      // Sixteen times as much as of the others: what these lines cost shows late.
      const text = `---\n${line(size * 16)}\n---\nAdd numbers.\n`;
      return () => readIdeasIn('a.md', text);
    });
  });
});

describe('results', () => {
  const shapes: Readonly<Record<string, (size: number) => unknown>> = {
    'many members': (size) =>
      Object.fromEntries(Array.from({ length: size / 5 }, (_, at) => [`m${at}_ms`, at])),
    'many entries': (size) => ({ trials: Array.from({ length: size / 2 }, (_, at) => at / 8) }),
    'many records': (size) =>
      Array.from({ length: size / 25 }, (_, at) => ({ [`k${at}`]: at, shared: 1 })),
    'many samples': (size) => ({
      runs: Array.from({ length: size / 40 }, (_, at) => ({ trials: [at, at / 8], 'k/~': at })),
    }),
    'many texts': (size) => ({
      config: Object.fromEntries(Array.from({ length: size / 10 }, (_, at) => [`k${at}`, 'x'])),
    }),
    'many pairs': (size) =>
      Object.fromEntries(
        Array.from({ length: size / 16 }, (_, at) => [`baseline_${'_'.repeat(at % 9)}${at}`, at]),
      ),
    'long names': (size) => ({ [`latency_${'a'.repeat(size)}_ms`]: 1 }),
  };
  it.each(Object.entries(shapes))('with %s cost as much as there is of them', (_name, shape) => {
    expectLinear((size) => {
      const root = shape(size);
      return () => {
        const { metrics } = discoverMetrics('results/x.json', root, 1_000);
        const shapes = findShapes(root);
        const factsOf = createFactReader(root, shapes);
        for (const { pointer } of metrics) factsOf(pointer);
        return [findSamples(root), findStatements(root)];
      };
    });
  });
});

describe('the measure itself', () => {
  it('finds what reads the rest again for each mark', () => {
    const quadratic = (text: string): number => {
      let steps = 0;
      for (let at = 0; at < text.length; at += 8)
        for (let next = at; next < text.length && text.charCodeAt(next) !== 93; next += 1)
          steps += 1;
      return steps;
    };
    const measure = () =>
      expectLinear((size) => {
        const text = hostileText('opening brackets', size);
        return () => quadratic(text);
      });
    expect(measure).toThrow(`cost of ${growth} short texts`);
  });
});
