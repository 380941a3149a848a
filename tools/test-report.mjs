/** Counts what vitest's JSON report says, and names what was skipped or could not be loaded. */

/** Sums reports; a file that failed without running a test counts as one failure. */
export function summarize(reports) {
  const files = reports.flatMap((report) => report.testResults ?? []);
  const tests = files.flatMap((file) => file.assertionResults ?? []);
  const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
  const broken = files.filter((file) => file.status === 'failed' && !hasFailedTest(file));
  return {
    passed: count('passed'),
    failed: count('failed') + broken.length,
    skippedTitles: tests
      .filter((test) => ['skipped', 'pending', 'todo', 'disabled'].includes(test.status))
      .map((test) => test.fullName),
    failedTitles: [
      ...tests.filter((test) => test.status === 'failed').map((test) => test.fullName),
      ...broken.map((file) => `${file.name} (did not run)`),
    ],
  };
}

function hasFailedTest(file) {
  return (file.assertionResults ?? []).some((test) => test.status === 'failed');
}
