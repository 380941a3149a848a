/**
 * What a replication brought, as files of the evidence of the paper whose run it did again: the one result
 * file that holds what was registered, as it is, which run it is from, and what its other files call seeds.
 */
import * as z from 'zod';
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import { findMeasure, type ResultJson } from '../claims/find-measure.ts';
import { findSeeds } from '../claims/second-run.ts';
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

/** Different seeds kept of one run. */
const seedsMax = 100;

/** Shape of that file. */
export const replicationRunSchema = z.object({
  schema_version: z.literal('replication_run.v1'),
  run_id: z.string(),
  project_id: z.string(),
  number: z.number().int().positive(),
  worker: z.string().nullable(),
  /** Where the result file is among the evidence; null where it came to none. */
  result_file: z.string().nullable(),
  /** What its result files call seeds, each number once; absent in files of earlier editions. */
  seeds: z.array(z.number()).optional(),
});
/** Which run did it again. */
export type ReplicationRun = z.infer<typeof replicationRunSchema>;

/** The description, and before it the result file where there is one that holds what was registered. */
export function replicationSources(
  source: ReplicationSource,
  evaluation: Evaluation,
  redactName: (path: string) => string,
): readonly SourceFile[] {
  const results = source.dir === null ? [] : readResults(source.dir, source.runId, redactName);
  const place = findMeasure(results, evaluation);
  const result =
    'missing' in place ? undefined : results.find(({ file }) => file.path === place.file.path);
  const seeds = results.flatMap(({ json }) => findSeeds(json).map(({ value }) => value));
  const copy: SourceFile | undefined =
    result === undefined
      ? undefined
      : { ...result.source, path: `replication/${result.file.path}`, role: 'replication' };
  const run: ReplicationRun = {
    schema_version: 'replication_run.v1',
    run_id: source.runId,
    project_id: source.projectId,
    number: source.number,
    worker: source.worker,
    result_file: copy?.path ?? null,
    seeds: [...new Set(seeds)].slice(0, seedsMax),
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

/** The result files of the run that can be read. */
function readResults(
  dir: string,
  runId: string,
  redactName: (path: string) => string,
): (ResultJson & { readonly source: SourceFile })[] {
  const { files } = readSources(dir, belongingOf(dir, runId), redactName);
  return files.flatMap((source) => {
    if (source.role !== 'result' && source.role !== 'metrics') return [];
    const reading = readResult(source.path, source.bytes);
    if (reading?.ok !== true) return [];
    const file = { path: source.path, public_path: source.path };
    return [{ source, file, json: reading.value }];
  });
}
