/** Projects that have something in common with one: title, source, parent, children. Bounded. */
import { limits } from '../../domain/limits.ts';
import { type Project, projectSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { isBlank } from '../../lib/is-blank.ts';
import type { Needs } from '../common/index.ts';
import { projectsOfTitle } from '../intake/index.ts';

/** The project's record; null when there is none. */
export async function readProjectRecord(
  context: Needs<'reads'>,
  projectId: string,
): Promise<Project | null> {
  const row = await context.reads.get('project', projectId);
  return row === undefined ? null : projectSchema.parse(row);
}

/** Other projects with the same normalised title or the same source. */
export async function findDuplicates(
  context: Needs<'reads'>,
  project: Pick<Project, 'project_id' | 'project_name' | 'source_ref'>,
): Promise<string[]> {
  const { reads } = context;
  const limit = limits.lineageRelativesMax + 1;
  const [titled, sourced] = await Promise.all([
    projectsOfTitle(context, project.project_name, limit),
    isBlank(project.source_ref) ? [] : reads.projectsOfSource(project.source_ref!, limit),
  ]);
  const found = new Set([...titled.map((row) => asText(row['project_id'])), ...sourced]);
  found.delete(project.project_id);
  return [...found].sort().slice(0, limits.lineageRelativesMax);
}

/** Projects whose parent it is; `more` when there are others. */
export async function findChildren(
  context: Needs<'reads'>,
  projectId: string,
): Promise<{ readonly ids: readonly string[]; readonly more: boolean }> {
  const ids = await context.reads.childProjects(projectId, limits.lineageRelativesMax + 1);
  return {
    ids: ids.slice(0, limits.lineageRelativesMax),
    more: ids.length > limits.lineageRelativesMax,
  };
}
