/**
 * What a kind of actor keeps in columns beside its state, so that lists can sort and count by an
 * index and the journal can refuse a turn that breaks a rule between actors. Kinds bring these to the
 * journal; it knows none by itself. A kind without a projection costs nothing extra to write.
 */

/** A column of the actors' table, filled by the statement that writes the state. */
export interface ProjectedColumn {
  readonly name: string;
  /** SQL value of the column, taken from the state bound as `@state`. */
  readonly value: string;
  /** Never changes after the first write, so updates leave it (and its indexes) alone. */
  readonly fixed: boolean;
}

/** A rule between actors of a kind, kept by a unique index over projected columns. */
export interface UniqueRule {
  /** Under this name the definition's `constraints` says what a refused sender hears. */
  readonly name: string;
  readonly columns: readonly string[];
  /** SQL condition over the columns: the rule holds among actors that meet it. */
  readonly where?: string;
}

/** What one kind keeps in columns, and the rules over them. */
export interface Projection {
  readonly columns: readonly ProjectedColumn[];
  readonly unique?: readonly UniqueRule[];
}

/** By kind. */
export type Projections = Readonly<Record<string, Projection>>;
