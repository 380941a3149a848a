/**
 * The idea as a file of the evidence: its words, its settings, and the numbers that its hypothesis
 * names, each at a pointer of its own so that a claim can refer to it.
 */
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../read.ts';
import { findNumbers } from '../text/numbers.ts';
import { type BundleIdea, ideaSchema } from './schema.ts';
import type { SourceFile } from './sources.ts';

/** Numbers taken from one hypothesis. */
const hypothesisNumbersMax = 20;
/** Units read behind a number; others stand in words that only a reader can tell from prose. */
const unitBehind = /^\s?(%|ns|µs|us|ms|s|B|KB|MB|GB|KiB|MiB|GiB|W|J|Hz|MHz|GHz)(?![\p{L}\p{N}_])/u;

/** For a run of which no idea is known. */
export const noIdea: BundleIdea = { title: '', hypothesis: null, settings: {} };

interface HypothesisNumber {
  readonly text: string;
  readonly value: number;
  readonly unit?: string;
}

/** The file before it is redacted. */
export function ideaSource(idea: BundleIdea): SourceFile {
  return {
    path: 'idea.json',
    role: 'idea',
    mediaType: 'application/json',
    bytes: toBytes(idea),
  };
}

/** The file as it is delivered, of what redaction left: the numbers are those of the words beside them. */
export function completeIdea(redacted: string): Buffer {
  return toBytes(ideaFile(readIdea(parseJson(redacted))));
}

/** The idea that a parsed file holds; an empty one for what is no such file. */
export function readIdea(json: unknown): BundleIdea {
  const parsed = ideaSchema.safeParse(json);
  return parsed.success ? parsed.data : noIdea;
}

/** True when the file of an idea holds that idea and the numbers of its hypothesis, and nothing else. */
export function isIdeaFile(json: unknown, idea: BundleIdea): boolean {
  return isDeepStrictEqual(json, JSON.parse(JSON.stringify(ideaFile(idea))));
}

function ideaFile(idea: BundleIdea) {
  return { ...idea, hypothesis_numbers: numbersOf(idea.hypothesis ?? '') };
}

/** Numbers of a text with the unit right behind them, in order. */
function numbersOf(text: string): HypothesisNumber[] {
  const numbers: HypothesisNumber[] = [];
  for (const { text: written, index, value } of findNumbers(text)) {
    if (value === undefined || !Number.isFinite(value)) continue;
    if (numbers.length >= hypothesisNumbersMax) break;
    const end = index + written.length;
    const unit = unitBehind.exec(text.slice(end, end + 8))?.[1];
    numbers.push({ text: written, value, ...(unit === undefined ? {} : { unit }) });
  }
  return numbers;
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
