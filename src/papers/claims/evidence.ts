/** The files that claims are read from, each parsed once: what they hold and what they say of it. */
import type { EvidenceRole } from '../evidence/schema.ts';
import { createFactReader, type FactReader, type NumberFacts } from './facts.ts';
import { createFormulaReader, type FormulaReader } from './formula/evaluate.ts';
import type { Source } from './formula/grammar.ts';
import { findShapes, type Shape } from './groups.ts';

/** A file of the bundle as its bytes are. */
export interface ClaimFile {
  /** `public_path` of the bundle. */
  readonly path: string;
  readonly sha256: string;
  readonly role: EvidenceRole;
  /** Undefined for a file that is not JSON. */
  readonly json: unknown;
}

/** Evidence as makers of claims see it. */
export interface ClaimEvidence {
  file(path: string): ClaimFile | undefined;
  /** The tables and single numbers of a file. */
  shapesOf(path: string): readonly Shape[];
  /** What a file says of the number or series at a source. */
  factsOf(source: Source): NumberFacts;
  readonly formulas: FormulaReader;
}

/** What was found in a file, for whoever reads the same one again. */
interface Found {
  readonly shapes: readonly Shape[];
  readonly reader: FactReader;
}
const foundIn = new WeakMap<object, Found>();

function findIn(json: unknown): Found {
  const isKept = typeof json === 'object' && json !== null;
  const known = isKept ? foundIn.get(json) : undefined;
  if (known !== undefined) return known;
  const shapes = findShapes(json);
  const found = { shapes, reader: createFactReader(json, shapes) };
  if (isKept) foundIn.set(json, found);
  return found;
}

/** Evidence over files of different paths. */
export function createClaimEvidence(files: Iterable<ClaimFile>): ClaimEvidence {
  const byPath = new Map([...files].map((file) => [file.path, file]));
  const found = new Map<string, Found>();
  const find = (path: string): Found => {
    const known = found.get(path) ?? findIn(byPath.get(path)?.json);
    found.set(path, known);
    return known;
  };
  return {
    file: (path) => byPath.get(path),
    shapesOf: (path) => find(path).shapes,
    factsOf: ({ path, pointer }) => find(path).reader(pointer),
    formulas: createFormulaReader((path) => byPath.get(path)?.json),
  };
}
