/** Whose files are taken for those of a run, after the configuration has changed under it. */
import { describe, expect, it } from 'vitest';
import type { WorkerDirectory } from '../../../src/control/fleet/workers.ts';
import { holderOfRun } from '../../../src/control/runs/worker-of-run.ts';

const known = { kind: 'ok', value: {} };
const unknown = { kind: 'refused', code: 'run_not_found', status: 404, detail: 'not here' };
const silent = { kind: 'not_sent', error: 'connection refused' };
const run = { run_id: 'r1', lane: 'http://first' };

/** The workers that are configured now, by name, each with its address and what it says of the run. */
async function hold(workers: Readonly<Record<string, { lane: string; says: object }>>) {
  const asked: string[] = [];
  const targets = Object.entries(workers).map(([name, { lane, says }]) => ({
    name,
    lane,
    client: {
      findRun: async () => {
        asked.push(name);
        return says;
      },
    },
  }));
  const directory = {
    byName: (name: string) => targets.find((target) => target.name === name),
    byLane: (lane: string) => targets.find((target) => target.lane === lane),
  } as unknown as WorkerDirectory;
  const reads = { get: async () => ({ worker_target: 'w' }) as never };
  return { holder: await holderOfRun({ workers: directory, reads }, run), asked };
}

describe('the files of a run', () => {
  it('are at its address, whatever that is called now', async () => {
    const { holder, asked } = await hold({ renamed: { lane: 'http://first', says: silent } });
    expect(holder.target?.name).toBe('renamed');
    expect(asked).toEqual([]);
  });

  it('are where its worker went, if that one knows the run', async () => {
    const { holder } = await hold({ w: { lane: 'http://second', says: known } });
    expect(holder.target?.name).toBe('w');
    const both = await hold({
      other: { lane: 'http://first', says: unknown },
      w: { lane: 'http://second', says: known },
    });
    expect(both.holder.target?.name).toBe('w');
  });

  it.each([
    ['says that it does not know it', unknown, false, /does not know the run.*http:\/\/first/],
    ['does not answer', silent, true, /connection refused/],
  ])(
    'are not taken from a worker of that name that %s',
    async (_what, says, unreachable, words) => {
      const { holder } = await hold({ w: { lane: 'http://second', says } });
      expect(holder).toMatchObject({ target: null, unreachable });
      expect(holder).toHaveProperty('error', expect.stringMatching(words));
    },
  );

  it('are nowhere when neither name nor address is configured', async () => {
    const { holder } = await hold({});
    expect(holder).toMatchObject({ target: null, unreachable: false });
  });
});
