/**
 * What imports would be refused for, as the look for the next step asks it of every finalized paper that the corpus
 * lacks. A package is judged again once its files, those of the corpus, the texts that were written or the rules are
 * other ones than it was judged by; what is stored of its paper is read each time.
 */
import { limits } from '../../domain/limits.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { ImportPreview } from '../common/index.ts';
import { type PaperEffectOptions, projectFolder, writtenTexts } from '../papers/index.ts';
import { findMark } from './review-paper.ts';

interface Kept {
  /** Of all that it was judged by. */
  readonly mark: string;
  readonly problems: readonly string[];
}

/**
 * Gives each look a preview of its own, which sees the corpus as it is when it is first asked; all of them share what
 * is kept. `judge` is asked for what is not known.
 */
export function createImportLooks(
  options: PaperEffectOptions,
  judge: ImportPreview,
): () => ImportPreview {
  const kept = new Map<string, Kept>();
  return () => {
    let corpus: Promise<string | null> | null = null;
    return async (input) => {
      // Taken before anything is read: what changes meanwhile is seen by the next look.
      corpus ??= findMark(options, options.corpusDir);
      const mark = await markOf(options, input, await corpus);
      const key = fingerprint([input.paper_id, input.package_dir, input.accept_duplicate]);
      const known = kept.get(key);
      kept.delete(key);
      const isKnown = known !== undefined && known.mark === mark;
      const problems = isKnown ? known.problems : await judge(input);
      if (mark !== null) kept.set(key, { mark, problems });
      if (kept.size > limits.importVerdictsMax) kept.delete(kept.keys().next().value as string);
      return problems;
    };
  };
}

/** Null where there are too many files to look at. */
async function markOf(
  options: PaperEffectOptions,
  { paper_id, package_dir }: Parameters<ImportPreview>[0],
  corpus: string | null,
): Promise<string | null> {
  if (corpus === null) return null;
  const folder = projectFolder(options.artifactRoot, package_dir);
  const files = await findMark(options, folder);
  return files === null
    ? null
    : fingerprint([corpus, files, await writtenTexts(options.reads, paper_id)]);
}
