/** Effects that retention asks for. */

/** Has forgotten what was over `before`. Back: `SWEPT`. Made twice it finds less, or nothing. */
interface RetentionSweepInput {
  /** ISO 8601. */
  readonly before: string;
  readonly counted_to: string;
}

/** By effect name the input that its handler gets. */
export interface RetentionEffects {
  'retention.sweep': RetentionSweepInput;
}
