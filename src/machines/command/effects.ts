/** Effects a command asks for. */
import type { JsonObject } from '../../lib/canonical-json.ts';

/** Carries the command out. Back: `DONE` or `REFUSED`. */
export interface PerformCommandInput {
  readonly command: string;
  readonly request: JsonObject;
}
/** By effect name the input that its handler gets. */
export interface CommandEffects {
  'command.perform': PerformCommandInput;
}
