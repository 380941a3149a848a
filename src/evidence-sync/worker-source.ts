/** The worker's evidence routes as a source to sync from; failures become words. */
import type { WorkerClient, WorkerResult } from '../worker-client/client.ts';
import { type EvidenceSource, SourceUnreachableError } from './http-sync.ts';

/**
 * A worker that refuses makes a call throw `Error`; one that does not answer, or not as it should,
 * `SourceUnreachableError`.
 */
export function createWorkerEvidenceSource(client: WorkerClient): EvidenceSource {
  return {
    manifest: async (projectId, runId, signal) =>
      unwrap(await client.evidenceManifest(projectId, runId, signal)),
    read: async (projectId, paths, maxBytesPerFile, signal) =>
      unwrap(
        await client.readEvidence(
          projectId,
          { paths: [...paths], max_bytes_per_file: maxBytesPerFile },
          signal,
        ),
      ),
  };
}

function unwrap<Value>(result: WorkerResult<Value>): Value {
  if (result.kind === 'ok') return result.value;
  if (result.kind === 'refused')
    throw new Error(`the worker refused: ${result.code}: ${result.detail}`);
  throw new SourceUnreachableError(result.error);
}
