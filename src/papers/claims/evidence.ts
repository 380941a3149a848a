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

/** Evidence over files of different paths. */
export function createClaimEvidence(files: Iterable<ClaimFile>): ClaimEvidence {
  const byPath = new Map([...files].map((file) => [file.path, file]));
  const facts = new Map<string, FactReader>();
  const shapes = new Map<string, readonly Shape[]>();
  const shapesOf = (path: string): readonly Shape[] => {
    let found = shapes.get(path);
    if (found === undefined) {
      found = findShapes(byPath.get(path)?.json);
      shapes.set(path, found);
    }
    return found;
  };
  return {
    file: (path) => byPath.get(path),
    shapesOf,
    factsOf({ path, pointer }) {
      let reader = facts.get(path);
      if (reader === undefined) {
        reader = createFactReader(byPath.get(path)?.json, shapesOf(path));
        facts.set(path, reader);
      }
      return reader(pointer);
    },
    formulas: createFormulaReader((path) => byPath.get(path)?.json),
  };
}
