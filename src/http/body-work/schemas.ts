/** Schemas of bodies so large that they are checked in the thread that parses them, by name. */
import { snapshotBodySchema } from '../wire/core.ts';

/** A schema cannot be sent to a thread, so its name is; both sides look it up here. */
export const threadSchemas = { snapshot: snapshotBodySchema } as const;
/** What a route names as `bodyThreadSchema`. */
export type ThreadSchema = keyof typeof threadSchemas;
