/** BullMQ as a peer: its own Redis on a free loopback port, every write synced, one process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perSecond } from './measure.ts';

/** The parts of BullMQ used here; it is not a dependency, so its types are not either. */
interface BullModule {
  Queue: new (
    name: string,
    options: object,
  ) => {
    add(name: string, data: object): Promise<unknown>;
    addBulk(jobs: object[]): Promise<unknown>;
    close(): Promise<void>;
  };
  Worker: new (
    name: string,
    handler: () => Promise<void>,
    options: object,
  ) => {
    on(event: 'completed', listener: () => void): void;
    close(): Promise<void>;
  };
}

/**
 * Jobs and enqueues a second; null when Redis or BullMQ is not installed. Jobs are measured in two
 * ways, one added for each completed and in bulk, and the better one counts.
 */
export async function measureBullmq(
  durationMs: number,
): Promise<{ jobs: number; enqueues: number } | null> {
  const moduleName = 'bullmq';
  const bull = (await import(moduleName).catch(() => null)) as BullModule | null;
  if (bull === null) return null;
  const dir = mkdtempSync(join(tmpdir(), 'orrery-redis-'));
  const port = await freePort();
  const redis = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
      '--save',
      '',
      '--dir',
      dir,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  try {
    const ready = await new Promise<boolean>((resolve) => {
      redis.once('error', () => resolve(false));
      redis.stdout.on('data', (data: Buffer) => data.includes('Ready to accept') && resolve(true));
    });
    if (!ready) return null;
    const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null };
    return {
      jobs: Math.max(
        await wholeJobs(bull, connection, durationMs),
        await batchedJobs(bull, connection),
      ),
      enqueues: await enqueues(bull, connection, durationMs),
    };
  } finally {
    redis.kill();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function enqueues(bull: BullModule, connection: object, durationMs: number): Promise<number> {
  const queue = new bull.Queue('enqueues', { connection });
  const value = await perSecond(64, durationMs, () =>
    queue.add('job', { subject: 'a job of ordinary size' }),
  );
  await queue.close();
  return value;
}

/** Keeps 256 jobs in flight: one is added for each that completes. */
async function wholeJobs(
  bull: BullModule,
  connection: object,
  durationMs: number,
): Promise<number> {
  const queue = new bull.Queue('jobs', {
    connection,
    defaultJobOptions: { removeOnComplete: 1000 },
  });
  const waiting: (() => void)[] = [];
  const worker = new bull.Worker('jobs', async () => {}, { connection, concurrency: 256 });
  worker.on('completed', () => waiting.shift()?.());
  const value = await perSecond(256, durationMs, async () => {
    const completed = new Promise<void>((resolve) => waiting.push(resolve));
    await queue.add('job', { subject: 'a job of ordinary size' });
    await completed;
  });
  await worker.close();
  await queue.close();
  return value;
}

const batchedCount = 20_000;

/** The way that suits it best: jobs added in bulk, then drained with 256 at once. */
async function batchedJobs(bull: BullModule, connection: object): Promise<number> {
  const queue = new bull.Queue('batched', {
    connection,
    defaultJobOptions: { removeOnComplete: 1000 },
  });
  const startMs = performance.now();
  for (let start = 0; start < batchedCount; start += 256) {
    const size = Math.min(256, batchedCount - start);
    await queue.addBulk(
      Array.from({ length: size }, () => ({
        name: 'job',
        data: { subject: 'a job of ordinary size' },
      })),
    );
  }
  let completed = 0;
  const worker = new bull.Worker('batched', async () => {}, { connection, concurrency: 256 });
  await new Promise<void>((resolve) => {
    worker.on('completed', () => {
      completed += 1;
      if (completed === batchedCount) resolve();
    });
  });
  const seconds = (performance.now() - startMs) / 1000;
  await worker.close();
  await queue.close();
  return batchedCount / seconds;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}
