/** Where the papers of a project lie below the artefact root. */
import { join } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { paperSchema } from '../../domain/records.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';

/** Absolute folder of a project's evidence and papers. Throws `path_escape`. */
export function projectFolder(artifactRoot: string, projectDir: string): string {
  const folder = resolveInside(artifactRoot, projectDir);
  if (folder !== undefined) return folder;
  throw new ServiceError(
    'path_escape',
    `project_dir ${JSON.stringify(projectDir)} leaves the artefact root`,
  );
}

/** Folder name of a project; a project without a record is its own folder. */
export async function projectDirOf(reads: ReadModels, projectId: string): Promise<string> {
  const project = await reads.get('project', projectId);
  return typeof project?.['project_dir'] === 'string' ? project['project_dir'] : projectId;
}

/** SHA-256 of a paper's texts as they were written; null where that was not kept. */
export async function writtenTexts(
  reads: ReadModels,
  paperId: string,
): Promise<Readonly<Record<string, string>> | null> {
  const row = await reads.get('paper', paperId);
  return row === undefined ? null : (paperSchema.parse(row).artifact_sha256 ?? null);
}

/** Absolute folder of one run's paper. */
export async function paperFolder(
  options: { readonly artifactRoot: string; readonly reads: ReadModels },
  paper: { readonly project_id: string; readonly run_id: string },
): Promise<string> {
  const projectDir = await projectDirOf(options.reads, paper.project_id);
  return join(projectFolder(options.artifactRoot, projectDir), 'papers', paper.run_id);
}
