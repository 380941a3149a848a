/** Tests that go on from what those before them left: one that fails is said once, and not by each that follows. */
import type { TestContext } from 'vitest';

/** Skips this test unless all above it in its group have passed. */
export function needEarlier({ task, skip }: TestContext): void {
  const all = task.suite?.tasks ?? [];
  const failed = all.slice(0, all.indexOf(task)).find(({ result }) => result?.state !== 'pass');
  if (failed !== undefined) skip(`what it goes on from did not come about: ${failed.name}`);
}
