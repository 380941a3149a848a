/** Proves what of a store in PostgreSQL neither the log nor the states hold: its answers and the epochs of its log. */
import { hashAnswer } from '../../actors/journal/answer-hash.ts';
import type { StoredAnswer } from '../../actors/journal/port.ts';
import { lookOnce, quoteSchema, schemaDefault } from '../../actors/journal/postgres/open.ts';
import { parseIfJson } from '../../lib/if-there.ts';
import { advice, type Progress, type ProofNotes } from '../sqlite/proof/notes.ts';

type HeldAnswer = StoredAnswer & { readonly hash: string };

const pageRows = 1000;
const keyCharsMax = 80;

/** Rejects as `openPostgresJournal` does. The schema must be up to date. */
export async function proveHostedRows(
  url: string,
  notes: ProofNotes,
  progress: Progress,
): Promise<void> {
  const schema = quoteSchema(schemaDefault);
  await lookOnce(url, async (read) => {
    let rows = 0;
    for (let after: string | null = null; ; ) {
      const page: readonly HeldAnswer[] = await read<HeldAnswer>(
        `SELECT key, fingerprint, body, hash FROM ${schema}.answers
         WHERE $2::text IS NULL OR key > $2 ORDER BY key LIMIT $1`,
        [pageRows, after],
      );
      for (const answer of page) {
        if (answer.hash === hashAnswer(answer)) continue;
        const key = answer.key.slice(0, keyCharsMax);
        notes.problem('answers', `the answer under the key "${key}" was altered`, advice.restore);
      }
      rows += page.length;
      progress('stored answers', rows, null);
      after = page.at(-1)?.key ?? null;
      if (page.length < pageRows) break;
    }
    notes.looked('answers', rows);
    const epochs = await read<{ readonly number: number; readonly begun: string | null }>(
      `SELECT number, begun FROM ${schema}.log_epochs ORDER BY number`,
    );
    if (epochs.length === 0)
      notes.problem('log_epochs', 'no epoch of the log is there', advice.restore);
    for (const { number, begun } of epochs) {
      if (begun === null || isFinding(parseIfJson(begun))) continue;
      const words = `why the epoch ${number} of the log began is not what was written`;
      notes.problem('log_epochs', words, advice.restore);
    }
    notes.looked('log_epochs', epochs.length);
  });
}

const isFinding = (value: unknown): boolean =>
  typeof (value as { finding?: { kind?: unknown } } | null | undefined)?.finding?.kind === 'string';
