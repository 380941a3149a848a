/** All that drafts are held against, read once for a paper: claims, names, quotations, units. */
import { paperFiles } from '../../domain/paper-files.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Claim, ClaimLedger } from '../claims/schema.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { parsePointer } from '../json-pointer.ts';
import { createMasker, type Masker } from '../text/declared.ts';
import { limitationLine, toCodeLine } from '../text/text.ts';
import { type Case, createCaseOf } from './cases.ts';
import type { ReferenceList } from './citations.ts';
import { createDeclaredCheck, type DeclaredSources, statementsOf } from './declared-kinds.ts';
import type { EvidenceReading } from './evidence.ts';
import { type ClaimNames, claimNames, collectNames, type KnownNames, wordsOf } from './names.ts';
import { type QuoteSources, readQuoteSources } from './quotes.ts';
import { type RecordedCounts, recordedCounts } from './recorded-counts.ts';
import { type Series, seriesOf } from './series.ts';
import { knownUnits } from './unit-table.ts';

/** What a draft is checked with. */
export interface PaperReading {
  readonly ledger: ClaimLedger;
  readonly claims: ReadonlyMap<string, Claim>;
  /** Values by claim id as the files give them. */
  readonly values: ReadonlyMap<string, number>;
  readonly masker: Masker;
  readonly names: KnownNames;
  /** True for a word by which settings alone are called: no case and nothing that was measured. */
  isOfSetting(word: string): boolean;
  readonly quotes: QuoteSources;
  /** Blanks paths, ids and the name of the model, however they are called. */
  readonly printed: Masker;
  /** Words of the idea, of the settings and methods that claims repeat, and of the works that they cite. */
  readonly said: ReadonlySet<string>;
  /** What the bundle says of files that were left out, as a list prints it. */
  readonly limitations: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
  /** Names of each reference of a claim. */
  namesOf(claim: Claim): readonly ClaimNames[];
  /** Of which case the number of a claim is, and which others there are; undefined where there is one only. */
  caseOf(claim: Claim): Case | undefined;
  /** Among which values the number of a claim was read; undefined where it was computed or stands alone. */
  seriesOf(claim: Claim): Series | undefined;
  /** Numbers of the setup that files and idea state; read when the first is asked for. */
  readonly counts: () => RecordedCounts;
  /** Files that claims refer to. */
  readonly claimFiles: readonly string[];
  /** Works that may be cited; undefined where there are none. */
  readonly references: ReferenceList | undefined;
  /** Why a declared text is not what it is declared to be. */
  readonly declaredProblem: ReturnType<typeof createDeclaredCheck>;
}

interface ReadingInput {
  readonly ledger: ClaimLedger;
  readonly bundle: EvidenceBundle;
  readonly readings: ReadonlyMap<string, EvidenceReading>;
  readonly values: ReadonlyMap<string, number>;
  readonly manifest: DeclaredSources['manifest'];
  readonly metadata: DeclaredSources['metadata'];
  readonly references?: ReferenceList | undefined;
}

/** The names on the way to a number or a series. */
const pathOf = (pointer: string): string[] =>
  (parsePointer(pointer) ?? []).filter((name) => name !== '*');

/** Texts that are printed as they are, whatever words they hold. */
function printedIn({ bundle, ledger, manifest }: ReadingInput): string[] {
  const versions = manifest['engine_versions'];
  const model = isRecord(versions) ? versions['writer_model'] : undefined;
  return [
    ...paperFiles,
    ...ledger.figures.map((figure) => figure.file),
    ...bundle.files.flatMap((file) => [file.path, file.public_path]),
    ...bundle.unavailable.flatMap((file) => [file.path, file.public_surrogate ?? '']),
    ...bundle.redactions.map((redaction) => redaction.path),
    bundle.run_id,
    bundle.project_id,
    bundle.paper_id,
    ...ledger.claims.flatMap(({ replication }) =>
      [replication?.run_id ?? [], replication?.worker ?? []].flat(),
    ),
    ...(typeof model === 'string' && !/\s/.test(model) ? [model] : []),
  ].map(toCodeLine);
}

/** Words by which settings are called, and nothing that was measured is. */
function wordsOfSettings({ claims }: ReadingInput['ledger']): ReadonlySet<string> {
  const wordsIn = (isOfSetting: boolean): string[] =>
    claims
      .filter(({ kind }) => (kind === 'setting') === isOfSetting)
      .flatMap(({ evidence_refs: refs, label, subject, quantity }) =>
        [...refs.flatMap(({ pointer }) => pathOf(pointer)), label, subject, quantity].flatMap(
          (name) => wordsOf(name ?? ''),
        ),
      );
  const measured = new Set(wordsIn(false));
  return new Set(wordsIn(true).filter((word) => !measured.has(word)));
}

/** Words kept of what is said. */
const saidMax = 50_000;

function saidIn(texts: readonly string[]): ReadonlySet<string> {
  const said = new Set<string>();
  for (const text of texts)
    for (const word of wordsOf(text)) if (said.size < saidMax) said.add(word);
  return said;
}

/** Reads the sources of the words of a paper. */
export function readPaper(input: ReadingInput): PaperReading {
  const { ledger, bundle, readings, values } = input;
  const ofRole = (...roles: string[]) =>
    bundle.files
      .filter((file) => roles.includes(file.role))
      .map((file) => readings.get(file.public_path));
  const names = collectNames([
    ...ofRole('metrics', 'result').map((reading) => reading?.json),
    ...ledger.claims.flatMap((claim) => [
      ...claim.evidence_refs.flatMap((ref) => pathOf(ref.pointer)),
      claim.label,
      claim.subject,
      claim.quantity,
      claim.unit,
    ]),
  ]);
  const quotes = readQuoteSources(
    [
      ...ofRole('decision').map((reading) => reading?.json),
      Object.assign({}, statementsOf(ledger)) as object,
    ],
    ofRole('run_notes').flatMap((reading) => (reading?.text === undefined ? [] : [reading.text])),
    [bundle.idea?.title, bundle.idea?.hypothesis],
  );
  let settings: ReadonlySet<string> | undefined;
  const known = new Map<string, readonly ClaimNames[]>();
  const namesOf = (claim: Claim): readonly ClaimNames[] => {
    const found =
      known.get(claim.id) ??
      claim.evidence_refs.map((ref) => claimNames(claim, ref, readings.get(ref.path)?.json));
    known.set(claim.id, found);
    return found;
  };
  const series = new Map<string, Series | undefined>();
  const findSeries = (claim: Claim): Series | undefined => {
    if (!series.has(claim.id))
      series.set(claim.id, seriesOf(claim, readings.get(claim.evidence_refs[0]?.path ?? '')?.json));
    return series.get(claim.id);
  };
  let counts: RecordedCounts | undefined;
  return {
    ledger,
    values,
    counts: () => {
      counts ??= recordedCounts(
        ofRole('metrics', 'result').map((reading) => reading?.json),
        bundle.idea?.settings,
      );
      return counts;
    },
    names,
    isOfSetting: (word) => {
      settings ??= wordsOfSettings(ledger);
      return settings.has(word);
    },
    quotes,
    printed: createMasker(printedIn(input)),
    said: saidIn([
      bundle.idea?.title ?? '',
      bundle.idea?.hypothesis ?? '',
      ...statementsOf(ledger),
      ...ledger.claims.flatMap(({ kind, text, outcome }) => [
        outcome?.metric ?? '',
        kind === 'citation' ? text : '',
      ]),
    ]),
    references: input.references,
    claimFiles: [
      ...new Set(ledger.claims.flatMap((claim) => claim.evidence_refs.map(({ path }) => path))),
    ],
    limitations: new Set(bundle.limitations.map(limitationLine)),
    claims: new Map(ledger.claims.map((claim) => [claim.id, claim])),
    masker: createMasker(ledger.not_results.map((entry) => entry.text)),
    units: knownUnits(ledger.claims.map((claim) => claim.unit)),
    declaredProblem: createDeclaredCheck({ ...input, names, quotes }),
    namesOf,
    caseOf: createCaseOf(ledger.claims, namesOf),
    seriesOf: findSeries,
  };
}
