/** What became of the texts that a step of the pump only began. */
import type { PumpWriting } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { PumpWritten } from '../../machines/pump/events.ts';
import type { Needs } from '../common/index.ts';

const generating: ReadonlySet<unknown> = new Set(['draft_generating', 'publication_generating']);

/** Those that are not being written any more, each with why there is no text; null: there is one. */
export async function whatEnded(
  { reads }: Needs<'reads'>,
  writing: readonly PumpWriting[],
): Promise<readonly PumpWritten[]> {
  const rows = await Promise.all(
    writing.map(async (text) => ({ text, paper: await reads.get('paper', text.paper_id) })),
  );
  return rows.flatMap(({ text, paper }) => {
    if (generating.has(paper?.['status'])) return [];
    // A rewrite that failed since says nothing about the draft.
    const isDrafted = text.part === 'draft' && (paper?.['generated_at'] ?? null) !== null;
    const error =
      paper === undefined ? 'there is no such paper any more' : asText(paper['last_error']);
    if (isDrafted) return [{ ...text, error: null }];
    return [{ ...text, error: error === '' ? null : `${text.paper_id}: ${error}` }];
  });
}
