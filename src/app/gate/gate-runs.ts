/** The runs of a worker gate as its parts read them. */
import { limits } from '../../domain/limits.ts';
import { gateRunSchema } from '../../domain/records.ts';
import { firstPage, type ReadModels } from '../../store/ports/read-models.ts';
import type { GateRunReader } from '../../worker/ports.ts';

/** Over the gate's own store. */
export function createRunReader(reads: ReadModels): GateRunReader {
  const toRun = (row: unknown) => (row === undefined ? undefined : gateRunSchema.parse(row));
  return {
    get: async (runId) => toRun(await reads.get('gate_run', runId)),
    async list(limit) {
      const page = await reads.list('gate_run', {
        ...firstPage,
        pageSize: Math.min(limit, limits.pageSizeMax),
      });
      return page.rows.map((row) => gateRunSchema.parse(row));
    },
    listLive: async () =>
      (await reads.liveGateRuns(limits.pageSizeMax)).map((row) => gateRunSchema.parse(row)),
    latestOf: async (projectId) => toRun(await reads.lastGateRunOf(projectId)),
  };
}
