/** Holds each text that is declared to be no result against the source of its kind. */
import { paperFiles } from '../../domain/paper-files.ts';
import { isRecord } from '../../lib/is-record.ts';
import { levelText, statementText } from '../claims/labels.ts';
import type { ClaimLedger, NotResultKind } from '../claims/schema.ts';
import { shownFormula } from '../claims/source-line.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { isBareNumber } from '../text/numbers.ts';
import { toCodeLine, toPlainLine } from '../text/text.ts';
import type { KnownNames } from './names.ts';
import { wordsOf } from './names.ts';
import { isIdea, keyOf, type QuoteSources } from './quotes.ts';

/** What the declared texts of a paper are held against. */
export interface DeclaredSources {
  readonly ledger: ClaimLedger;
  readonly bundle: EvidenceBundle;
  readonly names: KnownNames;
  readonly quotes: QuoteSources;
  /** `paper_manifest.json` and `metadata.json`, as far as they could be read. */
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

type Entry = ClaimLedger['not_results'][number];

/** Says whether a declared text is what it is declared to be. Everything is read once. */
export function createDeclaredCheck(
  sources: DeclaredSources,
): (entry: Entry) => string | undefined {
  const { ledger, bundle, metadata, manifest } = sources;
  const registration = bundle.registration ?? undefined;
  const dates = [bundle.created_at, manifest.generated_at, metadata.generated_at, registration?.at];
  const versions = isRecord(manifest.engine_versions)
    ? Object.values(manifest.engine_versions)
    : [];
  const identifiers = new Set<unknown>([
    bundle.paper_id,
    bundle.run_id,
    bundle.project_id,
    ...ledger.claims.map((claim) => claim.id),
    ...ledger.claims.flatMap(({ replication }) =>
      replication === undefined ? [] : [replication.run_id, replication.worker],
    ),
    // A number alone could be a result, so an event is called one.
    ...(registration === undefined ? [] : [`event ${registration.event_id}`]),
  ]);
  const hashes = [
    bundle.merkle_root,
    ...(registration === undefined ? [] : [registration.sha256]),
    ...bundle.files.map((file) => file.sha256),
  ];
  const paths = new Set(
    [
      ...paperFiles,
      ...ledger.figures.map((figure) => figure.file),
      ...bundle.files.flatMap((file) => [file.path, file.public_path]),
      ...bundle.unavailable.flatMap((file) => [file.path, file.public_surrogate ?? '']),
      ...bundle.redactions.map((redaction) => redaction.path),
    ].map(keyOf),
  );
  const refs = ledger.claims.flatMap((claim) => claim.evidence_refs);
  const pointers = new Set(refs.map((ref) => toCodeLine(ref.pointer)));
  const formulas = new Set(ledger.claims.map((claim) => toCodeLine(shownFormula(claim))));
  const levels = levelsOf(ledger);
  const statements = new Set(statementsOf(ledger));
  const count = createCounts(sources);
  const checks: Record<NotResultKind, (entry: Entry) => boolean> = {
    table_number: ({ text }) => /^Table [1-9]\d*$/.test(text),
    figure_number: ({ text }) => /^Figure [1-9]\d*$/.test(text),
    date: ({ text }) =>
      dates.some((date) => typeof date === 'string' && (date === text || isDay(date, text))),
    version: ({ text }) =>
      versions.some((version) => text === String(version) || text === `v${String(version)}`),
    identifier: ({ text }) => identifiers.has(text) || isHash(text, hashes),
    path: ({ text }) => paths.has(keyOf(text)),
    document_count: count,
    quoted: ({ text }) => isIdea(text, sources.quotes.idea),
    name: ({ text }) => isKnownName(text, sources.names),
    pointer: ({ text }) => pointers.has(text),
    formula: ({ text }) => formulas.has(text),
    statement: ({ text }) => statements.has(text),
    level: ({ text }) => levels.has(text),
  };
  return (entry) => {
    if (entry.kind === undefined)
      return 'has no kind: written by an earlier edition, rewrite the draft';
    if (isBareNumber(entry.text)) return 'is a bare number, which only a claim can state';
    return checks[entry.kind](entry) ? undefined : why[entry.kind];
  };
}

const why: Readonly<Record<NotResultKind, string>> = {
  table_number: 'is not “Table” and a number',
  figure_number: 'is not “Figure” and a number',
  date: 'is no date of the bundle, the manifest or the metadata',
  version: 'is no version of the manifest',
  identifier:
    'is no id of the paper, its run, its project, its registration, its replication with its worker or a claim, and no hash of the folder',
  path: 'is no file of the folder and none that the bundle names',
  document_count: 'is not what a new count of its source gives',
  quoted: 'is neither title nor hypothesis of the idea in the bundle',
  name: 'is no key, label or unit of a result file',
  pointer: 'is no place that a claim was read from',
  formula: 'is no formula of a claim',
  statement: 'is no text that a claim repeats',
  level: 'is not the level of the intervals of the ledger',
};

/** Texts that claims repeat word for word, as they are printed. */
export function statementsOf({ claims }: Pick<ClaimLedger, 'claims'>): string[] {
  return claims
    .filter(({ kind }) => kind === 'method' || kind === 'setting')
    .flatMap(({ evidence_refs: [ref] }) =>
      typeof ref?.recomputed_value === 'string' ? [statementText(ref.quoted_value)] : [],
    );
}

/** `95% interval`: as all intervals of a ledger have one level, and none is said where they have several. */
function levelsOf({ claims }: Pick<ClaimLedger, 'claims'>): ReadonlySet<string> {
  const shares = claims.flatMap(({ derived }) => {
    const level = /^(?:t|boot)_(?:low|high)\(.*?,(0\.\d+)[,)]/.exec(derived?.formula ?? '')?.[1];
    return level === undefined ? [] : [Number(level)];
  });
  const [first] = shares;
  if (first === undefined || shares.some((share) => share !== first)) return new Set();
  return new Set([levelText(first)]);
}

/** The day of an ISO time. */
function isDay(date: string, text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && date.startsWith(text);
}

/** A hash or its beginning, eight digits at least. */
function isHash(text: string, hashes: readonly string[]): boolean {
  const start = /^(?:sha256:|root:)?([0-9a-f]{8,64})…?$/.exec(text)?.[1];
  return start !== undefined && hashes.some((hash) => hash.startsWith(start));
}

/**
 * True for a name of the result files as a draft prints it: whole or cut, alone or with the names
 * that enclose it, with its unit in brackets behind it, or as a pointer.
 */
export function isKnownName(text: string, names: KnownNames): boolean {
  if (isKnown(text, names)) return true;
  const bare = text.replace(/ \([^()]*\)$/, '');
  if (bare !== text && isKnown(bare, names)) return true;
  if (text.startsWith('/')) return text.split('/').every((part) => isPart(part, names));
  return [text, bare].some(
    (line) => line.includes(' / ') && line.split(' / ').every((part) => isPart(part, names)),
  );
}

function isPart(part: string, names: KnownNames): boolean {
  if (/^\d*$/.test(part) || isKnown(part, names)) return true;
  return isKnown(part.replace(/~[01]/g, ' '), names);
}

function isKnown(text: string, { joined, digitWords }: KnownNames): boolean {
  const key = wordsOf(text).join(' ');
  // A list without a name, and a name without characters.
  if (joined.has(key) || key === 'value' || key === 'unnamed') return true;
  // Names that are numbers are introduced by a word; an entry is a place in a list.
  if (/^entry \d+$/.test(text)) return true;
  if (text.startsWith('key ')) return joined.has(wordsOf(text.slice('key '.length)).join(' '));
  return !/\s/.test(text) && digitWords.has(text.normalize('NFKC').toLowerCase());
}

/** Counts of the document, made again. */
function createCounts({ ledger, bundle }: DeclaredSources): (entry: Entry) => boolean {
  const measured = new Set(bundle.metrics.map((metric) => metric.file));
  const counts: Readonly<Record<string, (what: string) => number | undefined>> = {
    claims: (what) => {
      const kind = what.replace(/s$|s? claims?$/, '');
      return /^claims?$/.test(what)
        ? ledger.claims.length
        : ledger.claims.filter((claim) => claim.kind === kind).length;
    },
    files: (what) => (what.startsWith('result') ? measured.size : bundle.files.length),
    metrics: () => bundle.metrics.length,
    figures: () => ledger.figures.length,
  };
  const said = bundle.limitations.map((limitation) => toPlainLine(limitation));
  return ({ text, source = '' }) => {
    if (source === 'omitted') {
      const start = text.endsWith('…') ? text.slice(0, -1) : undefined;
      return said.some((line) => line === text || (start !== undefined && line.startsWith(start)));
    }
    const [, number = '', what = ''] = /^(\d+) ([a-z ]+)$/.exec(text) ?? [];
    if (source === 'files' && what === 'bytes')
      return bundle.files.some((file) => file.bytes === Number(number));
    return number !== '' && counts[source]?.(what) === Number(number);
  };
}
