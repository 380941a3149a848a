/** Who words the papers. Every number comes from the claim ledger whichever writer is chosen. */
import {
  boolean,
  choice,
  integer,
  number,
  optionalSecret,
  optionalText,
  optionalUrl,
  seconds,
} from '../field.ts';
import { defineSection } from '../section.ts';

const needed = 'refused while `paper_writer_provider` is `external_llm`';

/** Resolved as `OrreryConfig.paperWriter`. `unsupported.ts` says which of the fields this version refuses. */
export const paperWriterSection = defineSection({
  title: 'Paper writer',
  about:
    'The deterministic writer needs nothing; an external one is reached through a chat-completions-compatible endpoint.',
  prefix: 'paper_writer_',
  shape: {
    paper_writer_provider: choice({
      about: 'Which writer words the drafts.',
      choices: ['deterministic', 'external_llm'],
      fallback: 'deterministic',
    }),
    paper_writer_base_url: optionalUrl({
      about: 'Base address of the endpoint, usually ending in /v1.',
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
    paper_writer_fallback_enabled: boolean({
      about:
        'Writes the deterministic draft instead when the endpoint is unavailable, fails, or its text does not pass the verifier.',
      fallback: true,
    }),
  },
});
