/** What was asked of a model for a paper, as manifest and reply tell it: unknown is not zero. Pure. */
import type { WriterUse } from '../../domain/records.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { KeptRequest } from './kept-answers.ts';

/** US dollars per million tokens; null where nobody has said. */
export interface Prices {
  readonly inputPriceUsd: number | null;
  readonly outputPriceUsd: number | null;
}

interface Asked extends Prices {
  readonly model: string;
  /** Requests that an earlier process sent without noting what came of them. */
  readonly lostCount: number;
  /** Why questions have no answer. */
  readonly reasons: readonly string[];
}

/** What the requests used, for the budgets; null where none was made. What was turned away used nothing. */
export function useOf(requests: readonly KeptRequest[], prices: Prices): WriterUse | null {
  if (requests.length === 0) return null;
  const counted = requests.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  const prompt = counted.reduce((sum, usage) => sum + usage.prompt, 0);
  const completion = counted.reduce((sum, usage) => sum + usage.completion, 0);
  return {
    tokens: prompt + completion,
    cost_usd: costOf(prices, prompt, completion),
    unknown_requests: requests.filter(({ usage, usage_max: most }) => usage === null && most > 0)
      .length,
  };
}

/** Who was asked how often, what it used and cost, and of how many requests that is not known. */
export function describeRequests(requests: readonly KeptRequest[], asked: Asked): JsonObject {
  const counted = requests.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  // What was turned away used nothing.
  const unknown = requests.filter(({ usage, usage_max: most }) => usage === null && most > 0);
  const prompt = counted.reduce((sum, usage) => sum + usage.prompt, 0);
  const completion = counted.reduce((sum, usage) => sum + usage.completion, 0);
  const named = requests.findLast(({ model }) => typeof model === 'string')?.model;
  return {
    provider: 'external_llm',
    model: asked.model,
    model_reported: named ?? null,
    requests: requests.length,
    requests_of_unknown_use: unknown.length,
    requests_lost_in_a_restart: asked.lostCount,
    prompt_tokens: prompt,
    completion_tokens: completion,
    cost_usd: unknown.length > 0 ? null : costOf(asked, prompt, completion),
    prompt_sha256: [...new Set(requests.map(({ sha256 }) => sha256))],
    not_answered: asked.reasons,
  };
}

function costOf(
  { inputPriceUsd, outputPriceUsd }: Prices,
  prompt: number,
  completion: number,
): number | null {
  if (inputPriceUsd === null || outputPriceUsd === null) return null;
  return (prompt * inputPriceUsd + completion * outputPriceUsd) / 1e6;
}
