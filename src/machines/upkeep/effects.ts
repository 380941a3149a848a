/** Effects that upkeep asks for. */

/** By effect name the input that its handler gets; where to and how many stay it knows by itself. */
export interface UpkeepEffects {
  /** Make the next backup and delete those beyond what is kept. Back: `BACKED_UP` or `BACKUP_FAILED`. */
  'upkeep.backup': Record<string, never>;
}
