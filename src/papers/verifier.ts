/**
 * The independent check of a finished paper folder. It works on the files alone: it re-reads the
 * evidence, computes every claim again, reads every number, unit, name and word of result of both
 * drafts and of the PDF, and draws every figure again. docs/verifier.md says by which rules.
 */

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { sha256Hex } from '../lib/hash.ts';
import { isRecord } from '../lib/is-record.ts';
import { resolveInside } from '../lib/safe-path.ts';
import { type ClaimLedger, claimLedgerSchema } from './claims/schema.ts';
import { sectionSlug, sectionTitles } from './document.ts';
import { type EvidenceBundle, evidenceBundleSchema } from './evidence/schema.ts';
import { onceForContent } from './kept-verdicts.ts';
import { readTextLayer } from './pdf/pdf.ts';
import { hashFile, parseJson, readFileBytes, readObjectFile, readTextFile } from './read.ts';
import { renderPicture } from './render/picture.ts';
import { type PlotData, placePlot } from './render/plot.ts';
import { propertiesOf } from './render/properties.ts';
import { renderSvg } from './render/svg.ts';
import { type PlainDraft, readLatexDraft, readMarkdownDraft } from './text/plain-text.ts';
import { readReferences } from './text/references.ts';
import { findAll } from './text/scan.ts';
import { checkTargets } from './verify/appendix.ts';
import { type ReferenceList, referencesFile } from './verify/citations.ts';
import { usageOf } from './verify/cited.ts';
import { checkClaims } from './verify/claims.ts';
import { checkDrafts } from './verify/drafts.ts';
import { checkEvidence } from './verify/evidence.ts';
import { checkFigureLabels, checkMetadataTitle } from './verify/labels.ts';
import { checkLimitations } from './verify/limitations.ts';
import { decodeXml } from './verify/markup.ts';
import { checkMeasured } from './verify/outcome.ts';
import { comparePdfWords } from './verify/pdf-words.ts';
import { fileProblem, type Problem } from './verify/problems.ts';
import { readPaper } from './verify/reading.ts';
import { compareDrafts, comparePdf, comparePrinted } from './verify/readings.ts';
import { checkRendering, type RenderingContext, renderingFiles } from './verify/renderings.ts';
import { workingOn } from './work/working-on.ts';

interface Verification {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** What could not be read and why, such as the PDF where `pdftotext` is not installed. */
  readonly notRead?: readonly string[];
  /** True where the text layer of `paper.pdf` was compared; absent where there is none, or it was not read. */
  readonly comparedPdf?: true;
}

/** Verifies the version 3 paper in `dir`. Never throws for what the folder holds. */
export const verifyPaper: (dir: string) => Verification = onceForContent(
  verify,
  // What another program could not read this time it may read the next.
  ({ problems, notRead }) => notRead === undefined && problems.length <= problemsKeptMax,
);

/** Of a paper with more of them the verdict is not kept. */
const problemsKeptMax = 100;

function verify(dir: string): Verification {
  const problems: Problem[] = [];
  const look: Look = { notRead: [], comparedPdf: false };
  const ledger = readJson(dir, 'claim_ledger.json', claimLedgerSchema, problems);
  const bundle = readJson(dir, 'evidence_bundle.json', evidenceBundleSchema, problems);
  const markdown = readText(dir, 'paper.md', problems);
  const latex = readText(dir, 'paper.tex', problems);
  if (
    ledger !== undefined &&
    bundle !== undefined &&
    markdown !== undefined &&
    latex !== undefined
  ) {
    problems.push(...verifyContent(dir, { ledger, bundle, markdown, latex }, look));
  }
  problems.push(...checkManifest(dir));
  const { notRead, comparedPdf } = look;
  return {
    ok: problems.length === 0,
    problems,
    ...(notRead.length === 0 ? {} : { notRead }),
    ...(comparedPdf ? { comparedPdf } : {}),
  };
}

/** What was and what could not be looked at beside the files that every paper has. */
interface Look {
  readonly notRead: string[];
  comparedPdf: boolean;
}

/** Every artefact the manifest lists must be there, byte for byte. */
function checkManifest(dir: string): Problem[] {
  const file = 'paper_manifest.json';
  const artifacts = readObjectFile(join(dir, file))?.artifacts;
  if (!Array.isArray(artifacts)) return [fileProblem('missing_file', file, 'lists no artefacts')];
  return artifacts.filter(isRecord).flatMap((entry) => {
    const target = typeof entry.path === 'string' ? resolveInside(dir, entry.path) : undefined;
    const hashed = target === undefined ? undefined : hashFile(target);
    if (hashed !== undefined && hashed.sha256 === entry.sha256) return [];
    return [fileProblem('manifest_hash', String(entry.path), 'is not the file the manifest lists')];
  });
}

interface Content {
  readonly ledger: ClaimLedger;
  readonly bundle: EvidenceBundle;
  readonly markdown: string;
  readonly latex: string;
}

function verifyContent(
  dir: string,
  { ledger, bundle, markdown, latex }: Content,
  look: Look,
): Problem[] {
  const evidence = checkEvidence(dir, bundle);
  const references = readReferenceList(dir);
  const claims = checkClaims(ledger, bundle, evidence.readings, references);
  // By rules that came later, all of it would be wrong.
  if (claims.isEarlierEdition) return [...evidence.problems, ...claims.problems];
  const figures = drawFigures(dir, ledger, claims.values);
  const plainMarkdown = readMarkdownDraft(markdown, ledger.figures);
  const plainLatex = readLatexDraft(latex, figures.pictures);
  const metadata = readObjectFile(join(dir, 'metadata.json')) ?? {};
  const manifest = readObjectFile(join(dir, 'paper_manifest.json')) ?? {};
  const { readings } = evidence;
  const { values } = claims;
  const paper = readPaper({ ledger, bundle, readings, values, manifest, metadata, references });
  const { left, right } = checkDrafts(plainMarkdown, plainLatex, paper);
  return [
    ...evidence.problems,
    ...claims.problems,
    ...checkMeasured(ledger, bundle),
    ...checkLimitations(bundle, readings),
    ...figures.problems,
    ...left.problems,
    ...right.problems,
    ...checkTargets('paper.md', plainMarkdown),
    ...checkTargets('paper.tex', plainLatex),
    ...compareDrafts(plainMarkdown, plainLatex),
    ...checkRenderings(dir, {
      markdown: plainMarkdown,
      about: { ...propertiesOf(metadata), title: plainMarkdown.lines[0]?.text ?? '' },
      figures: ledger.figures,
      drawings: figures.drawings,
    }),
    ...comparePrinted(left.printed, right.printed),
    ...checkPdf(dir, plainLatex, figures, look),
    ...checkFigureLabels(paper),
    ...checkMetadataTitle(metadata, plainMarkdown.lines[0]?.text),
    ...checkUsage(ledger, usageOf(plainMarkdown)),
  ];
}

/** The other forms of the text, as far as they are there: papers had none of them once. */
function checkRenderings(dir: string, context: RenderingContext): Problem[] {
  return renderingFiles.flatMap((file) => {
    if (lstatSync(join(dir, file), { throwIfNoEntry: false }) === undefined) return [];
    const problems: Problem[] = [];
    const source = readText(dir, file, problems);
    return source === undefined ? problems : checkRendering(file, source, context);
  });
}

/** The works that the paper cites, where it has any. */
function readReferenceList(dir: string): ReferenceList | undefined {
  workingOn(referencesFile);
  const bytes = readFileBytes(join(dir, referencesFile));
  if (bytes === undefined) return undefined;
  return { sha256: sha256Hex(bytes), entries: readReferences(bytes.toString('utf8')) };
}

/** The text layer of `paper.pdf`, where there is one and it can be read. */
function checkPdf(
  dir: string,
  latex: PlainDraft,
  { ticks, drawings }: Pick<Figures, 'ticks' | 'drawings'>,
  look: Look,
): Problem[] {
  const path = join(dir, 'paper.pdf');
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
  workingOn('paper.pdf');
  const layer = readTextLayer(path);
  look.comparedPdf = layer.ok;
  if (layer.ok)
    return [
      ...comparePdf(layer.text, latex, ticks),
      ...comparePdfWords(layer, latex, drawings.flatMap(textsOf)),
    ];
  look.notRead.push(`paper.pdf: ${layer.reason}`);
  return [];
}

/** The texts of a drawing, each as it is shown. */
const textsOf = (drawing: string): string[] =>
  findAll(drawing, /<text [^>]*>([^<]*)<\/text>/g).map(([, text = '']) => decodeXml(text) ?? '');

interface Figures {
  readonly pictures: string[];
  readonly drawings: string[];
  /** Texts of the axes. */
  readonly ticks: string[];
  readonly problems: Problem[];
}

/** Draws every figure of the ledger from the values of the files; the SVG files must be equal. */
function drawFigures(
  dir: string,
  ledger: ClaimLedger,
  values: ReadonlyMap<string, number>,
): Figures {
  const problems: Problem[] = [];
  const pictures: string[] = [];
  const drawings: string[] = [];
  const ticks: string[] = [];
  for (const figure of ledger.figures) {
    const look = (ids: readonly string[]): number[] =>
      ids.map((id) => values.get(id) ?? Number.NaN);
    const data: PlotData = {
      kind: figure.kind,
      xLabel: figure.x_label,
      yLabel: figure.y_label,
      x: figure.x === null ? null : look(figure.x),
      series: figure.series.map(({ name, y, bar }) => {
        const [median = Number.NaN, low = Number.NaN, high = Number.NaN] = look(bar ?? []);
        return { name, y: look(y), ...(bar === null ? {} : { median, interval: [low, high] }) };
      }),
      threshold: figure.threshold === null ? null : (look([figure.threshold])[0] ?? null),
    };
    pictures.push(renderPicture(data));
    const { xTicks, yTicks } = placePlot(data);
    ticks.push(...[...xTicks, ...yTicks].map((tick) => tick.text));
    const drawing = renderSvg(data);
    drawings.push(drawing);
    if (readText(dir, figure.file, problems) !== drawing) {
      problems.push(fileProblem('figure', figure.file, 'does not plot the values of its claims'));
    }
  }
  return { pictures, drawings, ticks, problems };
}

/** `used_in` must say exactly where each claim is cited. */
function checkUsage(
  ledger: ClaimLedger,
  usage: ReadonlyMap<string, ReadonlySet<string>>,
): Problem[] {
  return ledger.claims.flatMap((claim) => {
    const expected = usesOf(claim.id, usage);
    const stated = claim.used_in.map((use) => `${use.file}${use.anchor}`);
    if (expected.map((use) => `${use.file}${use.anchor}`).join() === stated.join()) return [];
    return [
      fileProblem(
        'claim_use',
        'claim_ledger.json',
        `${claim.id}: used_in does not agree with the drafts`,
      ),
    ];
  });
}

/** Where a claim is cited, in the order of the sections, for both drafts. */
export function usesOf(
  id: string,
  usage: ReadonlyMap<string, ReadonlySet<string>>,
): { file: string; anchor: string }[] {
  return sectionTitles
    .filter((title) => usage.get(title)?.has(id) === true)
    .flatMap((title) => [
      { file: 'paper.md', anchor: `#${sectionSlug(title)}` },
      { file: 'paper.tex', anchor: `sec:${sectionSlug(title)}` },
    ]);
}

function readText(dir: string, file: string, problems: Problem[]): string | undefined {
  workingOn(file);
  const text = readTextFile(join(dir, file));
  if (text === undefined)
    problems.push(fileProblem('missing_file', file, 'cannot be read or is too large'));
  return text;
}

function readJson<T>(
  dir: string,
  file: string,
  schema: z.ZodType<T>,
  problems: Problem[],
): T | undefined {
  const text = readText(dir, file, problems);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (value === undefined) problems.push(fileProblem('schema', file, 'is not valid JSON'));
  for (const issue of value === undefined ? [] : parsed.error.issues.slice(0, 10)) {
    problems.push(fileProblem('schema', file, `${issue.path.join('.')}: ${issue.message}`));
  }
  return undefined;
}
