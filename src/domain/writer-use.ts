/** Sums of what a language model used: unknown is not zero, and stays told. Pure. */
import type { WriterUse } from './entities/paper.ts';

/** Both together. Where one cost is unknown, the other is known to be spent, and one request more is unknown. */
export function addUses(one: WriterUse, other: WriterUse): WriterUse {
  const costs = [one.cost_usd, other.cost_usd].filter((cost) => cost !== null);
  return {
    tokens: one.tokens + other.tokens,
    cost_usd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    unknown_requests: one.unknown_requests + other.unknown_requests + (costs.length === 1 ? 1 : 0),
  };
}
