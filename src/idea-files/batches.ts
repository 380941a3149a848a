/** Ideas of files on their way to the intake: in batches that it takes, and checked as it checks them. */
import { type Idea, ideaSchema } from '../domain/entities/idea.ts';
import { limits } from '../domain/limits.ts';
import { asText } from '../lib/as-text.ts';
import { wordsForIssue } from '../lib/issue-words.ts';
import type { SourceIdea, SourceProblem } from './read-ideas.ts';

/** Leaves room for the other members of the body. */
const batchBytesMax = limits.intakeBodyBytesMax - 64 * 1024;

/** Batches within the intake's limits, in the order of the source. */
export function toBatches(ideas: readonly SourceIdea[]): SourceIdea[][] {
  const batches: SourceIdea[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const idea of ideas) {
    const size = Buffer.byteLength(JSON.stringify(idea.idea)) + 1;
    const last = batches.at(-1);
    if (
      last === undefined ||
      last.length === limits.ideasPerIntakeMax ||
      bytes + size > batchBytesMax
    ) {
      batches.push([idea]);
      bytes = size;
    } else {
      last.push(idea);
      bytes += size;
    }
  }
  return batches;
}

/** What is wrong with one field of an idea, at the place of the file where the field stands. */
export function problemAt(from: SourceIdea, field: string, message: string): SourceProblem {
  const line = from.fieldLines?.[field.split(/[.[]/)[0] ?? ''] ?? from.line;
  return { file: from.file, line, message: field === '' ? message : `${field}: ${message}` };
}

/** An idea that the intake leaves out, as its reply has it; the service may be another version. */
export interface LeftOut {
  readonly index?: unknown;
  readonly reason?: unknown;
  readonly detail?: unknown;
}

/** Reasons that are no fault of the idea: it is there already, or somebody has closed it. */
const isNoFault = (reason: string): boolean =>
  reason.startsWith('duplicate_') || reason === 'closed_status';

/**
 * Why ideas of a batch would become no project though they are new: they name a worker or a parent that there is
 * not. Taken in nevertheless they would be gone, and their key with them. A parent may come in an earlier batch,
 * which a dry run has not made; `earlier` are the projects of those.
 */
export function problemsOfLeftOut(
  rows: readonly LeftOut[],
  batch: readonly SourceIdea[],
  earlier: ReadonlySet<string>,
): SourceProblem[] {
  return rows.flatMap(({ index, reason, detail }) => {
    const from = batch[Number(index)];
    const why = asText(reason);
    if (from === undefined || isNoFault(why)) return [];
    const { parent_project_id: parent } = from.idea as { readonly parent_project_id?: unknown };
    if (why === 'unknown_parent' && earlier.has(asText(parent))) return [];
    return [problemAt(from, '', asText(detail, why))];
  });
}

/** The ideas as the intake wants them, or all that keeps them from it. */
export function checkIdeas(sources: readonly SourceIdea[]): {
  readonly ideas: readonly Idea[];
  readonly problems: readonly SourceProblem[];
} {
  const ideas: Idea[] = [];
  const problems: SourceProblem[] = [];
  for (const source of sources) {
    const checked = ideaSchema.safeParse(source.idea, { error: wordsForIssue });
    if (checked.success) ideas.push(checked.data);
    else
      problems.push(
        ...checked.error.issues.map(({ path, message }) =>
          problemAt(source, path.map(String).join('.'), message),
        ),
      );
  }
  return { ideas, problems };
}
