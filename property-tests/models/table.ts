/** What a model of a machine is: which status each event may lead to, written apart from the code. */

/** Targets as words; `=` is the status itself. What is not listed must be refused. */
export type Row = Readonly<Record<string, string>>;

export interface MachineModel {
  readonly initial: string;
  readonly rows: Readonly<Record<string, Row>>;
  /** Statuses that no event leads out of, or that nothing leads into, each with the reason. */
  readonly restingPlaces: Readonly<Record<string, string>>;
  readonly notEntered?: Readonly<Record<string, string>>;
}

/** Statuses that `event` may lead to from `status`; empty when it must be refused. */
export function allowedTargets(
  model: MachineModel,
  status: string,
  event: string,
): readonly string[] {
  const words = model.rows[status]?.[event];
  if (words === undefined) return [];
  return words.split(' ').map((word) => (word === '=' ? status : word));
}

/** The same row for several statuses. */
export function rowsFor(statuses: readonly string[], row: Row): Record<string, Row> {
  return Object.fromEntries(statuses.map((status) => [status, row]));
}
