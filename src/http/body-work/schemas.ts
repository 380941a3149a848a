/** Schemas of bodies so large that they are checked in the process that parses them, by name. */
import { snapshotBodySchema } from '../wire/core.ts';

/** A schema cannot be sent to a process, so its name is; both sides look it up here. */
export const bodySchemas = { snapshot: snapshotBodySchema } as const;
/** What a route names as `bodyWorkSchema`. */
export type BodySchema = keyof typeof bodySchemas;
