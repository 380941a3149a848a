/** Counting test results, and leaving out what a machine cannot run. */
import { describe, expect, it } from 'vitest';
import { loadTool } from './load-tool.ts';

interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skippedTitles: readonly string[];
  readonly failedTitles: readonly string[];
}
const { summarize } = await loadTool<{ summarize: (reports: readonly object[]) => Summary }>(
  'test-report.mjs',
);
const { needsOf, knownNeeds, findLeftOut } = await loadTool<{
  needsOf: (text: string) => string[];
  knownNeeds: Record<string, { programs: string[] }>;
  findLeftOut: (
    hasProgram: (names: readonly string[]) => boolean,
  ) => { path: string; reason: string }[];
}>('test-needs.mjs');

const file = (status: string, ...tests: readonly (readonly [string, string])[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map(([fullName, state]) => ({ fullName, status: state })),
});

describe('summarize', () => {
  it('adds up all reports', () => {
    const first = { testResults: [file('passed', ['a', 'passed'], ['b', 'skipped'])] };
    const second = {
      testResults: [file('failed', ['c', 'failed'], ['d', 'passed'], ['e', 'todo'])],
    };
    expect(summarize([first, second, {}])).toEqual({
      passed: 2,
      failed: 1,
      skippedTitles: ['b', 'e'],
      failedTitles: ['c'],
    });
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(summarize([{ testResults: [file('failed')] }])).toMatchObject({
      failed: 1,
      failedTitles: ['a.test.ts (did not run)'],
    });
  });

  it('counts nothing where nothing ran', () => {
    expect(summarize([])).toMatchObject({ passed: 0, failed: 0 });
  });
});

describe('needs', () => {
  it('are read from the first comment only', () => {
    expect(needsOf('/** Opens a page. @needs chromium, sshd */\n/** @needs redis */')).toEqual([
      'chromium',
      'sshd',
    ]);
    expect(needsOf('/**\n * Opens a page.\n * @needs chromium\n */')).toEqual(['chromium']);
    expect(needsOf("import x from 'y';\n/** @needs redis */")).toEqual([]);
  });

  it('leave nothing out on a machine that has every program', () => {
    expect(findLeftOut(() => true)).toEqual([]);
    expect(Object.values(knownNeeds).every(({ programs }) => programs.length > 0)).toBe(true);
  });
});
