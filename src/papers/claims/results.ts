/** What the numbers of a run are sorted into while the ledger is drafted: files, tables, comparisons. */
import type { EvidenceFile } from '../evidence/schema.ts';
import type { Made } from './make.ts';
import type { Claim } from './schema.ts';

/**
 * A column of a result table. `label` is the file's own name for it. `setting`: chosen before the
 * run, not measured, so it is never compared.
 */
export interface ResultColumn {
  readonly name: string;
  readonly label: string | undefined;
  readonly unit: string | undefined;
  readonly setting: boolean;
}
/** A table of a result file with claims for cells. */
export interface ResultTable {
  readonly pointer: string;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly {
    readonly label: string | null;
    readonly claims: readonly (Claim | null)[];
  }[];
}
/** A number that is in no table, with the names on the way to it, outermost first. */
export interface NamedClaim {
  readonly path: readonly string[];
  readonly claim: Claim;
}
/** What one result file holds, by claim. */
export interface ResultFile {
  readonly file: EvidenceFile;
  readonly tables: readonly ResultTable[];
  readonly scalars: readonly NamedClaim[];
}
/**
 * A claim computed from two others: the subject's value is the first operand, the baseline's the
 * second. Names are readable ones.
 */
export interface Comparison {
  readonly claim: Claim;
  /** What the two operands go into. */
  readonly formula: 'ratio' | 'difference';
  readonly subject: string;
  readonly baseline: string;
  readonly quantity: string;
  readonly operands: readonly [Claim, Claim];
}
/** Takes a claim into the ledger under the next id; undefined for one that cannot be made. */
export type AddClaim = (made: Made, level: 'measured' | 'judged') => Claim | undefined;
