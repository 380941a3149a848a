/** Stored answers against the hashes that were written with them. */
import type { Database } from 'better-sqlite3';
import { hashAnswer } from '../../../actors/journal/answer-hash.ts';
import type { StoredAnswer } from '../../../actors/journal/port.ts';
import { advice, type Progress, type ProofNotes } from './notes.ts';

type HeldAnswer = StoredAnswer & { readonly hash: string | null };

const stepRows = 10_000;
const keyCharsMax = 80;

/** Answers how many answers no hash holds: an earlier program wrote them. */
export function proveAnswers(db: Database, notes: ProofNotes, progress: Progress): number {
  let rows = 0;
  let notHeld = 0;
  const answers = db.prepare<[], HeldAnswer>('SELECT key, fingerprint, body, hash FROM answers');
  for (const answer of answers.iterate()) {
    rows += 1;
    if (rows % stepRows === 0) progress('stored answers', rows, null);
    if (answer.hash === null) notHeld += 1;
    else if (answer.hash !== hashAnswer(answer)) {
      const key = answer.key.slice(0, keyCharsMax);
      notes.problem('answers', `the answer under the key "${key}" was altered`, advice.restore);
    }
  }
  notes.looked('answers', rows);
  return notHeld;
}
