/** Who words the papers. Every number comes from the claim ledger whichever writer is chosen. */
import {
  boolean,
  choice,
  integer,
  number,
  optionalNumber,
  optionalSecret,
  optionalText,
  optionalUrl,
  seconds,
} from '../field.ts';
import { defineSection } from '../section.ts';

const needed = 'refused while `paper_writer_provider` is `external_llm`';

const price = { min: 0, max: 1_000_000, unit: 'US dollars per million tokens' } as const;
const unpriced = 'the cost of a paper is unknown, and said to be';

/** Resolved as `OrreryConfig.paperWriter`; `paper-writer.ts` beside `relations.ts` says what must agree. */
export const paperWriterSection = defineSection({
  title: 'Paper writer',
  about:
    'The deterministic writer needs nothing; an external one is reached through a chat-completions-compatible endpoint, gets the claims of a run and nothing of its files, and may state no number by itself (docs/external-writer.md).',
  prefix: 'paper_writer_',
  shape: {
    paper_writer_provider: choice({
      about: 'Which writer words the drafts.',
      choices: ['deterministic', 'external_llm'],
      fallback: 'deterministic',
    }),
    paper_writer_base_url: optionalUrl({
      about:
        'Base address of the endpoint, usually ending in /v1; https, or http on this machine alone.',
      whenUnset: needed,
    }),
    paper_writer_model: optionalText({
      about: 'Model name sent to the endpoint.',
      whenUnset: needed,
    }),
    paper_writer_api_key: optionalSecret({
      about: 'Credential of the endpoint.',
      whenUnset: needed,
    }),
    paper_writer_timeout_sec: seconds({
      about: 'How long one answer of the endpoint may take.',
      min: 1,
      max: 3600,
      fallback: 180,
    }),
    paper_writer_temperature: number({
      about: 'Sampling temperature sent to the endpoint.',
      min: 0,
      max: 2,
      fallback: 0.2,
    }),
    paper_writer_max_tokens: integer({
      about: 'Longest answer asked for.',
      unit: 'tokens',
      min: 256,
      max: 200_000,
      fallback: 12_000,
    }),
    paper_writer_stream_enabled: boolean({
      about: 'Asks the endpoint to send its answer piece by piece.',
      fallback: false,
    }),
    paper_writer_calls_max: integer({
      about: 'Requests to the endpoint for one draft or rewrite, those after a refusal included.',
      unit: 'requests',
      min: 1,
      max: 20,
      fallback: 6,
    }),
    paper_writer_paper_tokens_max: integer({
      about:
        'Tokens that one draft or rewrite may use, prompts included; a request whose use is not reported counts as all that it may have used.',
      unit: 'tokens',
      min: 1000,
      max: 10_000_000,
      fallback: 200_000,
    }),
    paper_writer_input_price_usd: optionalNumber({
      about: 'Price of the tokens of the prompt.',
      ...price,
      whenUnset: unpriced,
    }),
    paper_writer_output_price_usd: optionalNumber({
      about: 'Price of the tokens of the answer.',
      ...price,
      whenUnset: unpriced,
    }),
    paper_writer_fallback_enabled: boolean({
      about:
        'Writes the deterministic draft instead when the endpoint is unavailable, fails, or its answer cannot be used; false: the paper is not written then, and the error says why.',
      fallback: true,
    }),
  },
});
