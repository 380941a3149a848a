/** Durable workflows of DBOS as a peer, on the same PostgreSQL and with its full durability. */
import { DBOS } from '@dbos-inc/dbos-sdk';

const payload = { to: 'somebody', subject: 'a job of ordinary size' };
/** Twice what it has by itself, with which it is as fast; with 50 it was twelve times slower. */
const connections = 20;

/** Its start, what the step gave and its end are written one after the other, as the three turns of a job are. */
const job = DBOS.registerWorkflow(
  () => DBOS.runStep(() => Promise.resolve(payload), { name: 'work' }),
  { name: 'job' },
);

/** Whole workflows of one step a second, so many in flight, begun where they run, which is its fastest way. */
export async function measureDbos(
  systemDatabaseUrl: string,
  { count, inFlight }: { readonly count: number; readonly inFlight: number },
): Promise<number> {
  DBOS.setConfig({
    name: 'jobs',
    systemDatabaseUrl,
    systemDatabasePoolSize: connections,
    logLevel: 'error',
  });
  await DBOS.launch();
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await job();
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - startMs) / 1000;
  await DBOS.shutdown();
  return count / seconds;
}
