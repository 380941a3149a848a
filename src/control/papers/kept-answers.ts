/**
 * Keeps what a model was asked for a paper and what it answered, in one small file a paper, so that a
 * service that ended in between neither asks nor pays twice without saying so. Answers are of one effect:
 * the next draft or rewrite asks anew.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { replaceFile } from '../../papers/staging.ts';

const count = z.int().nonnegative();
const use = z.object({ prompt: count, completion: count }).nullable();
const requestSchema = z.object({
  sha256: z.string(),
  /** `open`: it was sent, and nobody has noted an answer. */
  state: z.enum(['open', 'answered', 'busy', 'failed']),
  usage: use,
  /** Most tokens that it may have used, where that is not reported. */
  usage_max: count,
  text: z.string().optional(),
  is_cut: z.boolean().optional(),
  reason: z.string().optional(),
  /** What the endpoint calls the model. */
  model: z.string().nullable().optional(),
});
const exchangeSchema = z.object({ effect_id: z.string(), requests: z.array(requestSchema) });

/** A request to the endpoint, as it is kept. */
export type KeptRequest = z.infer<typeof requestSchema>;
/** All requests of one effect, in order. */
export interface Exchange {
  readonly effectId: string;
  readonly requests: readonly KeptRequest[];
}

/** The files of one folder. */
export interface KeptAnswers {
  /** What this effect has asked before; empty where it has not, or another one has. */
  read(paperId: string, effectId: string): Exchange;
  /** On the disk when it returns. */
  keep(paperId: string, exchange: Exchange): void;
}

/** In `dir`, which is made when it is needed; papers that were written longest ago are forgotten. */
export function createKeptAnswers(dir: string): KeptAnswers {
  const nameOf = (paperId: string): string => `${sha256Hex(paperId).slice(0, 32)}.json`;
  return {
    read(paperId, effectId) {
      const found = readExchange(join(dir, nameOf(paperId)));
      return found?.effect_id === effectId
        ? { effectId, requests: found.requests }
        : { effectId, requests: [] };
    },
    keep(paperId, { effectId, requests }) {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      if (requests.length === 1) forgetOldest(dir);
      const text = JSON.stringify({ effect_id: effectId, requests });
      replaceFile(join(dir, nameOf(paperId)), `${text}\n`);
    },
  };
}

function readExchange(path: string): z.infer<typeof exchangeSchema> | undefined {
  try {
    return exchangeSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Without a file, or with one that is not ours, nothing is known of earlier requests.
    return undefined;
  }
}

function forgetOldest(dir: string): void {
  const names = readdirSync(dir).filter((name) => name.endsWith('.json'));
  if (names.length < limits.writerAnswersKeptMax) return;
  const byAge = names
    .map((name) => ({ name, at: statSync(join(dir, name)).mtimeMs }))
    .sort((a, b) => a.at - b.at);
  for (const { name } of byAge.slice(0, names.length - limits.writerAnswersKeptMax + 1))
    rmSync(join(dir, name), { force: true });
}
