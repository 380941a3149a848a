/** Where projects come from: source, idea, project, parent and follow-ups, duplicates and orphans. */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { type Project, projectSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import { mapInPieces, type Needs } from '../common/index.ts';

import { findChildren, findDuplicates, readProjectRecord } from './project-relatives.ts';

/** Projects whose relatives are looked for in one go. */
const rowsPerPiece = 10;

interface LineageQuery {
  readonly cursor: string | null;
  readonly page_size: number;
  readonly project_id?: string | undefined;
}

/** One page of projects, oldest first, each with its relations; or one project with its ancestors. */
export async function readLineage(context: Needs<'clock' | 'reads'>, query: LineageQuery) {
  const page =
    query.project_id === undefined
      ? await context.reads.list('project', {
          cursor: query.cursor,
          pageSize: query.page_size,
          sort: 'created_at',
          filters: {},
          search: '',
        })
      : { rows: [await requireProject(context, query.project_id)], nextCursor: null };
  const rows = await mapInPieces(
    page.rows,
    (row) => describe(context, projectSchema.parse(row)),
    rowsPerPiece,
  );
  return {
    page: { rows, nextCursor: page.nextCursor },
    rows,
    totals: {
      returned: rows.length,
      orphans: rows.filter((row) => row.is_orphan).length,
      with_duplicates: rows.filter((row) => row.duplicates.length > 0).length,
      with_children: rows.filter((row) => row.children.length > 0).length,
    },
    generated_at: toIsoTime(context.clock.now()),
  };
}

async function requireProject(context: Needs<'reads'>, projectId: string): Promise<EntityRow> {
  const row = await context.reads.get('project', projectId);
  if (row !== undefined) return row;
  throw new ServiceError(
    'project_not_found',
    `no project record has the id ${JSON.stringify(projectId)}, so it has no lineage`,
  );
}

async function describe(context: Needs<'reads'>, project: Project) {
  const { reads } = context;
  const [item, followup, duplicates, children, ancestors] = await Promise.all([
    reads.get('queue_item', project.project_id),
    reads.get('followup', project.project_id),
    findDuplicates(context, project),
    findChildren(context, project.project_id),
    readAncestors(context, project),
  ]);
  return {
    project_id: project.project_id,
    project_name: project.project_name,
    created_at: project.created_at,
    source: {
      kind: project.source_kind,
      ref: project.source_ref,
      intake_batch: project.intake_batch,
    },
    lineage_depth: project.lineage_depth,
    parent_project_id: project.parent_project_id,
    is_orphan: ancestors.orphan,
    ancestors: ancestors.ids,
    ancestors_capped: ancestors.capped,
    children: children.ids,
    children_capped: children.more,
    followup:
      followup === undefined
        ? null
        : {
            child_project_id: asText(followup['child_project_id']),
            type: asText(followup['followup_type']),
            launched_at: asText(followup['created_at']),
            launched_by: asText(followup['launched_by']),
          },
    duplicates,
    queue:
      item === undefined
        ? null
        : {
            status: asText(item['status']),
            run_id: (item['current_run_id'] ?? null) as string | null,
            paper_id: (item['paper_id'] ?? null) as string | null,
          },
  };
}

/** Parents from the nearest up; an orphan names one that does not exist. A circle ends the walk. */
async function readAncestors(
  context: Needs<'reads'>,
  project: Project,
): Promise<{ ids: string[]; orphan: boolean; capped: boolean }> {
  const ids: string[] = [];
  const seen = new Set([project.project_id]);
  let next = project.parent_project_id;
  while (next !== null && !seen.has(next)) {
    if (ids.length === limits.lineageAncestorsMax) return { ids, orphan: false, capped: true };
    const parent = await readProjectRecord(context, next);
    if (parent === null) return { ids, orphan: ids.length === 0, capped: false };
    ids.push(next);
    seen.add(next);
    next = parent.parent_project_id;
  }
  return { ids, orphan: false, capped: false };
}
