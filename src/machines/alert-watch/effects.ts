/** Effects the alert watch asks for. */
import type { JsonObject } from '../../lib/canonical-json.ts';

/** Evaluates every rule once, raising and resolving alerts. Back: `CHECKED`. */
export interface AlertWatchEffects {
  'alerts.check': JsonObject;
}
