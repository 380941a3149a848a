/** Effect `corpus.import`: the finalized package into the corpus, checked again there. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { ServiceError } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import type { ImportInput } from '../../machines/corpus-entry/effects.ts';
import type { CorpusEntryEvent } from '../../machines/corpus-entry/events.ts';
import type { ImportOutcome } from '../../papers/corpus/corpus.ts';
import {
  type PaperEffectOptions,
  projectFolder,
  publishingObstacle,
  replicationObstacle,
  writtenTexts,
} from '../papers/index.ts';

import { signingOf } from './signing.ts';

type Imported = Extract<CorpusEntryEvent, { type: 'IMPORTED' | 'IMPORT_FAILED' }>;

/**
 * What can be said of the package is an event with its problems; only what may pass is thrown and tried
 * again.
 */
export function createImportPaper(options: PaperEffectOptions): EffectHandler {
  return {
    run: async (input, { signal }): Promise<Imported> => {
      const { paper_id, package_dir, accept_duplicate = false } = input as unknown as ImportInput;
      const task = { paper_id, package_dir, accept_duplicate };
      const writing =
        (await publishingObstacle(options.reads, paper_id)) ??
        (await replicationObstacle(options.reads, paper_id, options.replicates));
      if (writing !== null) {
        return { type: 'IMPORT_FAILED', error: writing.message, problems: [writing.message] };
      }
      try {
        return toEvent(await runImport(options, task, false, signal));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'paper_too_large') throw error;
        return { type: 'IMPORT_FAILED', error: error.message, problems: [error.message] };
      }
    },
  };
}

/** Imports the package, or with `dryRun` makes every check of an import and writes nothing. */
export async function runImport(
  options: PaperEffectOptions,
  input: Pick<ImportInput, 'paper_id' | 'package_dir' | 'accept_duplicate'>,
  dryRun: boolean,
  signal?: AbortSignal,
): Promise<ImportOutcome> {
  return options.work.importPackage(
    {
      corpusDir: options.corpusDir,
      // The package folder lies below the artefact root, as every path in the store does.
      packageDir: projectFolder(options.artifactRoot, input.package_dir),
      written: await writtenTexts(options.reads, input.paper_id),
      nowMs: options.clock.now(),
      dryRun,
      acceptDuplicate: input.accept_duplicate === true,
      ...(dryRun
        ? {}
        : {
            signing: await signingOf(options, {
              projectId: await projectOf(options, input.paper_id),
              paperId: input.paper_id,
            }),
          }),
    },
    signal,
  );
}

async function projectOf({ reads }: PaperEffectOptions, paperId: string): Promise<string> {
  return asText((await reads.get('paper', paperId))?.['project_id']);
}

function toEvent(outcome: ImportOutcome): Imported {
  if (!outcome.ok) {
    return {
      type: 'IMPORT_FAILED',
      error: outcome.problems[0] ?? 'the package was refused',
      problems: [...outcome.problems],
    };
  }
  const { row } = outcome;
  return {
    type: 'IMPORTED',
    public_id: row.public_id,
    title: row.title,
    source_record_fingerprint: row.source_record_fingerprint,
    manifest_sha256: row.manifest_sha256,
    lint: row.lint,
    audit: row.audit,
    index: row.index,
    duplicate_of: row.duplicate_of,
  };
}
