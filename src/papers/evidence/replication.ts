/**
 * What a replication brought, as files of the evidence of the paper whose run it did again: the one result
 * file that holds what was registered, as it is, and which run it is from.
 */
import * as z from 'zod';
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import { findMeasure } from '../claims/find-measure.ts';
import { readResult } from '../readers/results.ts';
import { belongingOf } from './belonging.ts';
import { readSources, type SourceFile } from './sources.ts';

/** The run that did the experiment again, and where its results lie. */
export interface ReplicationSource {
  readonly runId: string;
  readonly projectId: string;
  /** How often the experiment was done again, this one included. */
  readonly number: number;
  readonly worker: string | null;
  /** Folder with its evidence; null where it came to no result. */
  readonly dir: string | null;
}

/** Where the description lies among the evidence, before its copy has a name of its own. */
export const replicationPath = 'replication/run.json';

/** Shape of that file. */
export const replicationRunSchema = z.object({
  schema_version: z.literal('replication_run.v1'),
  run_id: z.string(),
  project_id: z.string(),
  number: z.number().int().positive(),
  worker: z.string().nullable(),
  /** Where the result file is among the evidence; null where it came to none. */
  result_file: z.string().nullable(),
});
/** Which run did it again. */
export type ReplicationRun = z.infer<typeof replicationRunSchema>;

/** The description, and before it the result file where there is one that holds what was registered. */
export function replicationSources(
  source: ReplicationSource,
  evaluation: Evaluation,
): readonly SourceFile[] {
  const result = source.dir === null ? undefined : findResult(source.dir, source.runId, evaluation);
  const copy: SourceFile | undefined =
    result === undefined
      ? undefined
      : { ...result, path: `replication/${result.path}`, role: 'replication' };
  const run: ReplicationRun = {
    schema_version: 'replication_run.v1',
    run_id: source.runId,
    project_id: source.projectId,
    number: source.number,
    worker: source.worker,
    result_file: copy?.path ?? null,
  };
  return [
    ...(copy === undefined ? [] : [copy]),
    {
      path: replicationPath,
      role: 'replication',
      mediaType: 'application/json',
      bytes: Buffer.from(`${JSON.stringify(run, null, 2)}\n`),
    },
  ];
}

function findResult(dir: string, runId: string, evaluation: Evaluation): SourceFile | undefined {
  const { files } = readSources(dir, belongingOf(dir, runId));
  const results = files.flatMap((file) => {
    if (file.role !== 'result' && file.role !== 'metrics') return [];
    const reading = readResult(file.path, file.bytes);
    if (reading?.ok !== true) return [];
    return [
      { source: file, file: { path: file.path, public_path: file.path }, json: reading.value },
    ];
  });
  const place = findMeasure(results, evaluation);
  if ('missing' in place) return undefined;
  return results.find(({ file }) => file.path === place.file.path)?.source;
}
