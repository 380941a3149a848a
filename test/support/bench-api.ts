/** Calls of the bench and what else its tests ask of a running service. */
import type { Reply } from '../../src/cli/demo/api.ts';
import type { TestService } from './service.ts';

type Row = Readonly<Record<string, unknown>>;
const v1 = '/control/api/v1';

/** `current` answers the service of the test that runs. */
export function callBench(current: () => TestService) {
  const get = async (path: string): Promise<Row> => (await current().api.get(`${v1}/${path}`)).body;
  return {
    get,
    async create(id: string): Promise<void> {
      const project = { project_id: id, title: `Idea ${id}`, workload_class: 'cpu_only' };
      const reply = await current().api.post(`${v1}/projects`, project);
      if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    },
    post: (path: string, body: object = {}): Promise<Reply> =>
      current().api.post(`${v1}/bench/${path}`, body),
    eventsOf: async (type: string): Promise<Row[]> =>
      (await get(`events?event_type=${type}`))['rows'] as Row[],
    /** A check of automation readiness. */
    async checkOf(name: string): Promise<Row> {
      const { checks } = await get('automation-readiness');
      return (checks as Row[]).find((check) => check['name'] === name)!;
    },
    /** Body of a mend that is to be done. */
    order: (mark: unknown) => ({
      dry_run: false,
      mark,
      reason: 'the disk is mended',
      requested_by: 'ann',
    }),
    statusesOf: (replies: readonly Reply[]): number[] =>
      replies.map(({ status }) => status).toSorted((one, other) => one - other),
  };
}
