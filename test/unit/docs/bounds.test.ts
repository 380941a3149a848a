/** Bounds that the pages state are those of the program, and the table of checks has each check. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type CheckName,
  isAdvice,
  plannedChecks,
} from '../../../src/control/workers/preflight-checks.ts';
import { limits } from '../../../src/domain/limits.ts';
import { tunnelLimits } from '../../../src/worker-wire/tunnel/frames.ts';
import { packageRoot } from '../../support/service-config.ts';

const textOf = (page: string): string =>
  readFileSync(join(packageRoot, 'docs', `${page}.md`), 'utf8');
const sec = (ms: number): number => ms / 1000;
const kib = (bytes: number): string => `${bytes / 1024} KiB`;

it.each([
  ['workers', `asked about ${limits.reconcileAttemptsMax} times, half a day`],
  ['workers', `where somebody cancels it ${limits.reconcileAttemptsStoppingMax} times`],
  ['workers', `every ${sec(limits.workerConfirmMs)} s, ${limits.workerConfirmLooks} times`],
  ['workers', `at least every ${sec(limits.workerRetryMsMax)} s`],
  ['workers', `a pass of the last ${sec(limits.preflightReuseMs)} seconds`],
  ['workers', `a sample older than ${sec(limits.workerSampleAgeMs)} s`],
  ['workers', `the clocks differ by more than ${sec(limits.workerClockSkewMs)} s`],
  ['dialling-home', `under way or unread, each way | ${kib(tunnelLimits.windowBytes)} |`],
  ['dialling-home', `bytes of one \`data\` frame | ${kib(tunnelLimits.chunkBytesMax)} |`],
  ['dialling-home', `before \`data\` waits | ${kib(tunnelLimits.highWaterBytes)} |`],
  ['dialling-home', `streams at once | ${tunnelLimits.streamsMax} |`],
  ['dialling-home', `| ${sec(tunnelLimits.beatMs)} s, ${sec(tunnelLimits.silenceMs)} s |`],
  ['operations', `${limits.storeFreeMibMin} MiB, or fewer than ${limits.storeFreeFilesMin} files`],
  [
    'operations',
    `at most ${limits.evidenceFilesMax} files and ${limits.evidenceSyncBytesMax / 2 ** 20} MiB`,
  ],
  ['operations', `of each kind at most ${limits.retentionRowsMax};`],
  ['operations', `The newest ${limits.archiveEventsLeftMin} events always stay`],
  [
    'operations',
    `"took over ${sec(limits.paperJobMs)} s" or "more than ${limits.paperJobMemoryMib} MiB"`,
  ],
  ['operations', `Files over ${limits.inboxFileBytesMax / 2 ** 20} MiB`],
  ['alerts', `waits up to ${sec(limits.alertTestWaitMs)} s`],
  [
    'alerts',
    `| ${limits.notificationAttemptsMax} attempts, about a day of them (a test: ${limits.notificationTestAttemptsMax})`,
  ],
  ['alerts', `heeded for ${sec(limits.notificationFirstPauseMsMax)} s at most`],
  ['alerts', `down after ${limits.channelFailuresMax} failed attempts`],
])('%s.md: %s', (page, words) => expect(textOf(page)).toContain(words));

it('workers.md: each check of a preflight, in its order, and which are advice', () => {
  const table = textOf('workers').split('\n## Preflight\n')[1]!.split('\n\n')[0]!;
  const rows = table.split('\n').flatMap((row) => {
    const name = /^\| `(\w+)` \|/.exec(row)?.[1];
    return name === undefined ? [] : [[name, row.includes('(advice')]];
  });
  const [maintenance, ...ofGates] = plannedChecks(false);
  const all = ['control_queue_paused', maintenance, ...plannedChecks(true).slice(1), ...ofGates];
  expect(rows).toEqual(all.map((name) => [name, isAdvice(name as CheckName)]));
});
