/** What a migration is. Once released its text never changes; a new one is added instead. */
export interface Migration {
  /** 1, 2, 3, … without a gap. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}
