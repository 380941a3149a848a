/** Test projects: `unit` is everything in-process; `e2e` starts the built program or a browser. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    // Left alone, a machine with two cores would use one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'test/unit/**/*.test.ts',
            'test/integration/**/*.test.ts',
            'test/conformance/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'property',
          include: ['property-tests/**/*.property.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/chaos/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // One waits while the other works; more would only make all of them late.
          maxWorkers: 2,
        },
      },
    ],
  },
});
