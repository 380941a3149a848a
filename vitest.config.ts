/**
 * Test projects: `unit` and `property` test modules, `service` the whole service in one process; `e2e` starts the
 * built program or a browser.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { flagsAgainstRegexpFault } from './src/lib/regexp-fault.ts';
import { pagePatienceMs, patienceMs } from './test/support/patience.ts';

const setupFiles = ['test/support/own-umask.ts', 'test/support/one-seed.ts'];

export default defineConfig({
  // The runtime as a library, by the name under which other programs have it.
  resolve: {
    alias: { 'orrery/actors': fileURLToPath(new URL('src/actors/index.ts', import.meta.url)) },
  },
  test: {
    globalSetup: 'tools/build-threads.mjs',
    // Each project would transform the sources anew, and so would the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
    pool: 'forks',
    execArgv: flagsAgainstRegexpFault(),
    // A worker waits four tenths of its time, so that one more than there are cores keeps them all busy.
    maxWorkers: availableParallelism() + 1,
    // Only a failure takes that long: beside busy neighbours a test of a minute takes ten.
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    expect: { poll: { timeout: pagePatienceMs } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          // Loading the sources anew for each file took longer than the tests; they leave nothing behind.
          isolate: false,
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/integration/**/*.test.ts', 'test/conformance/**/*.test.ts'],
          isolate: false,
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'property',
          include: ['property-tests/**/*.property.ts'],
          isolate: false,
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/chaos/**/*.test.ts'],
          isolate: false,
          setupFiles,
          // What waits has a limit of its own that says more; this one is for what has none.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          // One waits while the other works; more would only make all of them late.
          maxWorkers: 2,
          // After the others, as vitest wants it of who has a number of workers of its own.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
