/**
 * What an agent says it has used, in `usage.json` of its run folder. It lies there and not in the
 * project, so that no run can be charged with what another one wrote. A file that does not fit says
 * nothing: what is not known is not 0.
 */
import { join } from 'node:path';
import * as z from 'zod';
import type { Usage } from '../domain/budgets.ts';
import { limits } from '../domain/limits.ts';
import { type RunPaths, runFiles } from '../worker-wire/run-paths.ts';
import { readJsonObject } from './files.ts';
import type { GateFiles } from './ports.ts';

/** All of the run so far; unknown members make the file one of something else. */
const usageFileSchema = z.strictObject({
  tokens: z.int().nonnegative().nullish(),
  cost_usd: z.number().nonnegative().nullish(),
  /** When the agent wrote it; for people. */
  at: z.string().max(100).nullish(),
});

/** What the file holds; null: there is none, it cannot be used, or it names neither figure. */
export async function readUsage(
  { runDir }: Pick<RunPaths, 'runDir'>,
  files: Pick<GateFiles, 'read'>,
): Promise<Usage | null> {
  const found = await readJsonObject(join(runDir, runFiles.usage), limits.usageFileBytesMax, files);
  const parsed = usageFileSchema.safeParse(found);
  if (!parsed.success) return null;
  const { tokens = null, cost_usd: cost = null } = parsed.data;
  return tokens === null && cost === null ? null : { tokens, cost_usd: cost };
}
