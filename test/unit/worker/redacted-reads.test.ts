/** An agent that tells the secrets of its gate, which it can read, is passed on without them. */
import { expect, it } from 'vitest';
import { systemEntropy } from '../../../src/lib/ids.ts';
import { diskFiles } from '../../../src/worker/files.ts';
import type { RunLogs } from '../../../src/worker/log/run-log.ts';
import { redactLogs, redactReads } from '../../../src/worker/redacted-reads.ts';
import { createThrowawayFolder } from '../../support/worker-bench.ts';

const redact = (text: string): string => text.replaceAll('gate-token', '[redacted]');

it('leaves secrets out of what is read, and bytes that hold none as they are', async () => {
  const folder = await createThrowawayFolder();
  const files = redactReads(diskFiles(systemEntropy), redact);
  const said = await folder.write('question.json', '{"question":"is gate-token right?"}');
  const slice = await files.read(said, 100);
  expect(slice?.data.toString()).toBe('{"question":"is [redacted] right?"}');
  const plain = await folder.write('plain', '\u0000\u00ff ok');
  expect((await files.read(plain, 100))?.data).toEqual(Buffer.from('\u0000\u00ff ok'));
  expect(await files.read(`${plain}-missing`, 100)).toBeUndefined();
  await folder.remove();
});

it('tells a log without them, by the offsets of the log', async () => {
  const piece = { text: 'use gate-token now', offset: 3, nextOffset: 21, sizeBytes: 21 };
  const logs = { read: () => Promise.resolve(piece) } as unknown as RunLogs;
  const wanted = { offset: 3, maxBytes: 100, isFinal: false };
  expect(await redactLogs(logs, redact).read({} as never, wanted)).toEqual({
    ...piece,
    text: 'use [redacted] now',
  });
});
