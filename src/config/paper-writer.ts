/** What the external writer needs before it is asked for the first time. */
import { metaOf } from './field.ts';
import type { ConfigProblem } from './problems.ts';
import { fileShape, type ParsedConfig } from './schema.ts';
import { isLoopbackHost } from './token-strength.ts';

const needed = ['paper_writer_base_url', 'paper_writer_model', 'paper_writer_api_key'] as const;

/** One problem for each field that the external writer lacks, and for an address that cannot keep a secret. Pure. */
export function checkPaperWriter(parsed: ParsedConfig): ConfigProblem[] {
  if (parsed.paper_writer_provider !== 'external_llm') return [];
  const missing = needed
    .filter((name) => parsed[name] === null)
    .map((name) => ({
      path: name,
      message: `is required while paper_writer_provider is "external_llm": ${metaOf(fileShape[name]).about}`,
    }));
  return [...missing, ...checkAddress(parsed), ...checkTokens(parsed)];
}

/** The key and the claims would be readable on the way. */
function checkAddress({ paper_writer_base_url: url }: ParsedConfig): ConfigProblem[] {
  if (url === null) return [];
  const path = 'paper_writer_base_url';
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackHost(hostname)) return [];
  const message =
    'must begin with https://: over http the key and the claims could be read on the way; http is for an endpoint on this machine (127.0.0.1, localhost) alone';
  return [{ path, message }];
}

/** One answer alone would be over the bound of the paper. */
function checkTokens(parsed: ParsedConfig): ConfigProblem[] {
  const { paper_writer_max_tokens: one, paper_writer_paper_tokens_max: all } = parsed;
  if (one < all) return [];
  const message = `must be more than paper_writer_max_tokens (${one}), since prompts count, too; raise it, or lower that`;
  return [{ path: 'paper_writer_paper_tokens_max', message }];
}
