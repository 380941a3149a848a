/** The runs of a worker gate as its parts read them. */
import { gateRunSchema } from '../domain/records.ts';
import type { ReadModels } from '../store/ports/read-models.ts';
import { type GateRunReader, isLiveRun, liveGateRunStatuses } from '../worker/ports.ts';

const recentRunsMax = 500;

/** Over the gate's own store. */
export function createRunReader(reads: ReadModels): GateRunReader {
  const list = async (
    filters: Readonly<Record<string, string | readonly string[]>>,
    pageSize: number,
  ) => {
    const page = await reads.list('gate_run', {
      cursor: null,
      pageSize,
      sort: null,
      filters,
      search: '',
    });
    return page.rows.map((row) => gateRunSchema.parse(row));
  };
  return {
    async get(runId) {
      const row = await reads.get('gate_run', runId);
      return row === undefined ? undefined : gateRunSchema.parse(row);
    },
    list: (limit) => list({}, Math.min(limit, recentRunsMax)),
    listLive: async () =>
      (await list({ status: liveGateRunStatuses }, recentRunsMax)).filter(isLiveRun),
    async latestOf(projectId) {
      return (await list({ project_id: projectId }, 1))[0];
    },
  };
}
