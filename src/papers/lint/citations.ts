/** Citations must lead somewhere: to a claim, a reference list, a bibliography or a link target. */

import { authorYear } from './author-year.ts';
import { excerptOf, type Passage } from './passages.ts';
import type { Finding } from './types.ts';
import { blankQuoted } from './wording.ts';

export interface CitationSources {
  /** Claim ids of the ledger; null when there is no readable ledger. */
  readonly claimIds: ReadonlySet<string> | null;
  /** Keys of `references.bib`. */
  readonly bibKeys: ReadonlySet<string>;
}

const fix = 'add the reference, or drop the citation';

/** Findings for one draft. */
export function lintCitations(
  file: string,
  source: string,
  passages: readonly Passage[],
  sources: CitationSources,
): Finding[] {
  const references = referenceSection(source);
  const bibItems = new Set(
    [...source.matchAll(/\\bibitem(?:\[[^\]]*\])?\{([^}]+)\}/g)].map((match) => match[1] ?? ''),
  );
  const findings: Finding[] = [];
  for (const passage of passages) {
    const text = blankQuoted(passage.text);
    const add = (rule: string, match: RegExpMatchArray): void => {
      const index = match.index ?? 0;
      findings.push({
        rule,
        file,
        line: passage.lineAt(index),
        excerpt: excerptOf(passage.text, index, match[0].length),
        fix,
      });
    };
    for (const match of text.matchAll(/\[(C\d+(?:–C\d+)?(?:,\s*C\d+(?:–C\d+)?)*)\]/g)) {
      const ids = (match[1] ?? '').split(/,\s*|–/);
      if (ids.some((id) => sources.claimIds?.has(id) !== true)) add('unresolved_claim', match);
    }
    for (const match of text.matchAll(
      /\\(?:cite|citep|citet|parencite|textcite)\*?(?:\[[^\]]*\])*\{([^}]*)\}/g,
    )) {
      const keys = (match[1] ?? '').split(',').map((key) => key.trim());
      if (keys.some((key) => !bibItems.has(key) && !sources.bibKeys.has(key)))
        add('unresolved_citation', match);
    }
    for (const match of text.matchAll(/\[[^\]]*@([A-Za-z][\w:.-]*)[^\]]*\](?!\()/g)) {
      if (!sources.bibKeys.has((match[1] ?? '').replace(/[.:]$/, '')))
        add('unresolved_citation', match);
    }
    for (const match of text.matchAll(/\[\^([^\]\s]+)\](?!:)/g)) {
      if (!source.includes(`[^${match[1]}]:`)) add('unresolved_footnote', match);
    }
    for (const match of text.matchAll(/\[[^\][]+\]\[([^\][]+)\]/g)) {
      if (!source.toLowerCase().includes(`[${(match[1] ?? '').toLowerCase()}]:`))
        add('unresolved_link', match);
    }
    if (isReference(passage.text, references)) continue;
    for (const match of text.matchAll(
      /(?<=[\p{L}\p{N})"'”.,] )\[(\d{1,3}(?:(?:\s*[,–-]\s*)\d{1,3})*)\](?![(:])/gu,
    )) {
      if (isInterval(text, match) || resolvesNumbers(match[1] ?? '', references)) continue;
      add('unresolved_citation', match);
    }
    for (const match of text.matchAll(authorYear)) {
      const [name = '', year = ''] = [match[1] ?? match[3], match[2] ?? match[4]];
      const known = references.some((line) => line.includes(name) && line.includes(year));
      if (!known) add('unresolved_citation', match);
    }
  }
  return findings;
}

/** Lines below a heading such as "References", or inside a bibliography environment. */
function referenceSection(source: string): string[] {
  const lines = source.split(/\r?\n/);
  const start = lines.findIndex((line) =>
    /^(?:#{1,6}\s*(?:[\d.]+\s*)?(?:references|bibliography|works cited)\b|\\begin\{thebibliography\}|\\section\*?\{references\})/i.test(
      line,
    ),
  );
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) =>
    /^(?:#{1,6}\s|\\end\{thebibliography\}|\\section)/.test(line),
  );
  return end < 0 ? rest : rest.slice(0, end);
}

function isReference(text: string, references: readonly string[]): boolean {
  return references.some((line) => line.trim() !== '' && text.startsWith(line.trim().slice(0, 40)));
}

/** Every number is an entry of the reference list; a list without numbers has as many as lines. */
function resolvesNumbers(list: string, references: readonly string[]): boolean {
  const entries = references.filter((line) => line.trim() !== '');
  return list
    .split(/\D+/)
    .every((number) =>
      entries.some((line) => new RegExp(`^\\s*(?:[-*]\\s*)?\\[?${number}[\\].)]`).test(line)),
    );
}

/** `[0, 1]` and lists after words such as "interval" are ranges of numbers. */
function isInterval(text: string, match: RegExpMatchArray): boolean {
  const before = text.slice(Math.max(0, (match.index ?? 0) - 30), match.index);
  return (
    /(?:^|\D)0(?:\D|$)/.test(match[1] ?? '') ||
    /\b(?:interval|range|between|within|in|from|CI|shape|index|list|array|of)\b[\s:=]*$/i.test(
      before,
    )
  );
}
