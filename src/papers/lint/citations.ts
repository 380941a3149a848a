/** Citations must lead somewhere: to a claim, a reference list, a bibliography or a link target. */

import { findAll, findCommands } from '../text/scan.ts';
import { authorYear, isPersonCited } from './author-year.ts';
import { excerptOf, type Passage } from './passages.ts';
import { blankQuoted } from './quoted.ts';
import { citationRules } from './rules/citations.ts';
import type { Finding } from './types.ts';

interface CitationSources {
  /** Claim ids of the ledger; null when there is no readable ledger. */
  readonly claimIds: ReadonlySet<string> | null;
  /** Keys of `references.bib`. */
  readonly bibKeys: ReadonlySet<string>;
}

const fixes = new Map(citationRules.map((rule) => [rule.id, rule.fix]));

/** Findings listed of one draft, and citations in words that are looked up in its references. */
const findingsMax = 1000;
const lookedUpMax = 1000;

/** Findings for one draft. */
export function lintCitations(
  file: string,
  source: string,
  passages: readonly Passage[],
  sources: CitationSources,
  references = new References(source),
): Finding[] {
  const targets = findTargets(source);
  const bibItems = new Set(
    source.includes('\\bibitem')
      ? findCommands(source, bibItem, 1).map(({ argument }) => argument)
      : [],
  );
  const findings: Finding[] = [];
  for (const passage of passages) {
    // Nothing is cited without a bracket, a command or a year.
    if (!/[[\\]|(?:19|20)\d\d/.test(passage.text)) continue;
    const text = blankQuoted(passage.text);
    const add = (rule: string, index: number, length: number): void => {
      if (findings.length >= findingsMax) return;
      const excerpt = excerptOf(passage.text, index, length);
      const fix = fixes.get(rule) ?? '';
      findings.push({ rule, file, line: passage.lineAt(index), excerpt, fix });
    };
    for (const match of findAll(text, claimCitation)) {
      const ids = (match[1] ?? '').split(/,\s*|–/);
      if (ids.some((id) => sources.claimIds?.has(id) !== true))
        add('unresolved_claim', match.index, match[0].length);
    }
    const cited = text.includes('cite') ? findCommands(text, citeCommand, optionalsMax) : [];
    for (const { argument, index, length } of cited) {
      const keys = argument.split(',').map((key) => key.trim());
      if (keys.some((key) => !bibItems.has(key) && !sources.bibKeys.has(key)))
        add('unresolved_citation', index, length);
    }
    if (/[@^]|\]\[/.test(text))
      for (const { rule, index, length } of lintBrackets(text, sources.bibKeys, targets))
        add(rule, index, length);
    if (references.isEntry(passage.text)) continue;
    for (const match of /\[\d/.test(text) ? findAll(text, numberCitation) : []) {
      if (isListOfValues(text, match) || references.hasNumbers(match[1] ?? '')) continue;
      add('unresolved_citation', match.index, match[0].length);
    }
    for (const match of /(?:19|20)\d\d/.test(text) ? findAll(text, authorYear) : []) {
      if (!isPersonCited(match)) continue;
      const [name = '', year = ''] = [match[1] ?? match[3], match[2] ?? match[4]];
      if (!references.hasWork(name, year)) add('unresolved_citation', match.index, match[0].length);
    }
  }
  return findings;
}

const claimCitation = /\[(C\d+(?:–C\d+)?(?:,\s*C\d+(?:–C\d+)?)*)\]/g;
const numberCitation = /(?<=[\p{L}\p{N})"'”.,] )\[(\d{1,3}(?:(?:\s*[,–-]\s*)\d{1,3})*)\](?![(:])/gu;
const bibItem = /\\bibitem/y;
const citeCommand = /\\(?:cite[pt]?|parencite|textcite)\*?(?=[[{])/y;
const optionalsMax = 4;
/** A key behind `@`; none is longer. */
const atKey = /@([A-Za-z][\w:.-]{0,200})/g;

/** `[@key]`, `[^note]` and `[words][label]` that lead nowhere; every bracket is looked at once. None without these marks. */
function* lintBrackets(
  text: string,
  bibKeys: ReadonlySet<string>,
  targets: ReadonlySet<string>,
): Generator<{ rule: string; index: number; length: number }> {
  let open = -1;
  /** Of the first opening mark since the last closing one, and of the last one. */
  let first = -1;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '[') {
      if (first < 0) first = at;
      open = at;
      continue;
    }
    if (mark !== ']' || first < 0) continue;
    const next = text[at + 1];
    const where = { index: first, length: at + 1 - first };
    const inner = text.slice(first + 1, at);
    if (next !== '(') {
      for (const key of findAll(inner, atKey).slice(-1)) {
        if (!bibKeys.has((key[1] ?? '').replace(/[.:]$/, '')))
          yield { rule: 'unresolved_citation', ...where };
      }
    }
    const note = inner.slice(inner.lastIndexOf('[^') + 1);
    if (next !== ':' && /^\^(?!.-.$)\S+$/.test(note) && !targets.has(`[${note}]`))
      yield { rule: 'unresolved_footnote', index: open, length: at + 1 - open };
    if (next === '[' && at > open + 1 && !/[\p{L}\p{N}_]/u.test(text[open - 1] ?? '')) {
      const end = labelEnd(text, at + 2);
      if (end > at + 2 && !targets.has(text.slice(at + 1, end + 1).toLowerCase()))
        yield { rule: 'unresolved_link', index: open, length: end + 1 - open };
    }
    first = -1;
  }
}

/** Place of the `]` that ends a label without brackets; -1 when there is none. */
function labelEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === ']') return at;
    if (text[at] === '[') return -1;
  }
  return -1;
}

/** Every `[label]:` of a source as `[label]`, as written and in small letters. */
function findTargets(source: string): Set<string> {
  const targets = new Set<string>();
  if (!source.includes(']:')) return targets;
  let open = -1;
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] === '[') open = at;
    if (source[at] !== ']') continue;
    if (open >= 0 && source[at + 1] === ':') {
      const target = source.slice(open, at + 1);
      targets.add(target).add(target.toLowerCase());
    }
    open = -1;
  }
  return targets;
}

/** The reference list of a draft, ready to be asked. */
export class References {
  readonly #lines: readonly string[];
  readonly #beginnings: ReadonlySet<string>;
  readonly #numbers = new Set<string>();
  /** Answers by name and year. */
  readonly #works = new Map<string, boolean>();

  constructor(source: string) {
    this.#lines = referenceSection(source).filter((line) => line.trim() !== '');
    this.#beginnings = new Set(this.#lines.map((line) => line.trim().slice(0, beginningChars)));
    for (const line of this.#lines) {
      const number = /^\s*(?:[-*]\s*)?\[?(\d{1,3})[\].)]/.exec(line)?.[1];
      if (number !== undefined) this.#numbers.add(number);
    }
  }

  /** Whether the passage is one of the references itself. */
  isEntry(text: string): boolean {
    if (this.#beginnings.size === 0) return false;
    for (let length = 1; length <= beginningChars; length += 1) {
      if (this.#beginnings.has(text.slice(0, length))) return true;
    }
    return false;
  }

  /** Whether every number of `1, 3–5` is that of an entry. */
  hasNumbers(list: string): boolean {
    return list.split(/\D+/).every((number) => this.#numbers.has(number));
  }

  /** Whether one entry has both; what is asked beyond the bound counts as missing. */
  hasWork(name: string, year: string): boolean {
    const key = `${year} ${name}`;
    const known = this.#works.get(key);
    if (known !== undefined || this.#works.size >= lookedUpMax) return known === true;
    const found = this.#lines.some((line) => line.includes(name) && line.includes(year));
    this.#works.set(key, found);
    return found;
  }
}

/** Characters by which a reference is known again. */
const beginningChars = 40;

/** Lines below a heading such as "References", or inside a bibliography environment. */
function referenceSection(source: string): string[] {
  const lines = source.split(/\r?\n/);
  const start = lines.findIndex((line) =>
    /^(?:\\begin\{thebibliography\}|(?:#{1,6}|\\section\*?\{)\s*(?:\d[\d.]*\s+|[A-Z]\.\s+)?(?:references?|referenced (?:literature|works?|papers?|sources?)|bibliography|(?:works?|literature|sources?) cited|cited (?:works?|literature|sources?)|literature|sources|further reading)[\s:}#*]{0,20}$)/i.test(
      line.trimEnd(),
    ),
  );
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) =>
    /^(?:#{1,6}\s|\\end\{thebibliography\}|\\section)/.test(line),
  );
  return end < 0 ? rest : rest.slice(0, end);
}

/** Words in front of a list of values. */
const beforeValues =
  /\b(?:interval|range|ranges|between|within|in|from|CI|index|indices|lists?|arrays?|of|vectors?|tensors?|values?|sets?|grid|seeds?|steps?|shapes?|dims?|dimensions?|sizes?|widths?|depths?|layers?|units|channels|kernels?|strides?|filters?|lengths?|ranks?|levels?|bits?|epochs?|milestones|thresholds?|percentiles?|quantiles?|weights?|scores?|counts?|betas?|lags?|offsets?|axes|axis|columns?|rows?|coordinates?|permutation|schedule|budgets?|temperatures?|is|are|was|were|gives?|returns?|outputs?|yields?|equals?|over|with|to|than)[\s:=]*$/iu;

/**
 * `[0, 1]`, `[16, 8, 16]` and lists after words such as "interval" hold values: citations begin at one, grow
 * and are not repeated.
 */
function isListOfValues(text: string, match: RegExpMatchArray): boolean {
  const numbers = (match[1] ?? '').split(/\D+/).map(Number);
  const grows = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  const before = text.slice(Math.max(0, (match.index ?? 0) - 30), match.index);
  return numbers.includes(0) || !grows || beforeValues.test(before);
}
