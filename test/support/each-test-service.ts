/** Services that a test starts are removed after it. */
import { afterEach } from 'vitest';
import { startService, type TestService } from './service.ts';

/** Call it at the top of a file: starts services, each of which goes with its test. */
export function servicesOfEachTest(): {
  readonly running: readonly TestService[];
  start(...args: Parameters<typeof startService>): Promise<TestService>;
} {
  const running: TestService[] = [];
  afterEach(async () => {
    const ended = running.splice(0);
    // All are stopped before a folder goes: one may have gone on in the folder of another.
    for (const service of ended) await service.stop();
    for (const service of ended) await service.remove();
  });
  return {
    running,
    async start(...args) {
      const service = await startService(...args);
      running.push(service);
      return service;
    },
  };
}
