/** Schemas of bodies so large that they are checked in the thread that parses them, by name. */
import { snapshotBodySchema } from '../wire/core.ts';

export const threadSchemas = { snapshot: snapshotBodySchema } as const;
export type ThreadSchema = keyof typeof threadSchemas;
