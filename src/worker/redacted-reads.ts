/**
 * What an agent or a dispatch script wrote, without the gate's own secrets: whoever runs under the gate's account can
 * read its configuration, and its words become events, replies and callbacks. Evidence is left as it is, since it is
 * hashed and signed; papers redact it. A secret that is cut in two by the end of a piece of a log is not known as one.
 */

import type { RunLogs } from './log/run-log.ts';
import type { GateFiles } from './ports.ts';

type Redact = (text: string) => string;

/** As `files`, but what is read is told without secrets. */
export function redactReads(files: GateFiles, redact: Redact): GateFiles {
  return {
    ...files,
    async read(path, maxBytes, offset) {
      const slice = await files.read(path, maxBytes, offset);
      if (slice === undefined) return undefined;
      const text = slice.data.toString('utf8');
      const shown = redact(text);
      return shown === text ? slice : { ...slice, data: Buffer.from(shown) };
    },
  };
}

/** As `logs`, but the text is told without secrets; offsets stay those of the log. */
export function redactLogs(logs: RunLogs, redact: Redact): RunLogs {
  return {
    ...logs,
    async read(run, wanted) {
      const piece = await logs.read(run, wanted);
      return { ...piece, text: redact(piece.text) };
    },
  };
}
