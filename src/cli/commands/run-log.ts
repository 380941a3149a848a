/** `orrery run log`: the log of a run as it is written. */
import { asText } from '../../lib/as-text.ts';
import { exitCodes, type RunCommand } from '../command.ts';
import { withConnection } from '../connection.ts';
import { numberOption } from '../options.ts';
import { wantsJson } from '../output/print.ts';
import type { Row } from '../output/rows.ts';
import { createLogLines } from './run-log-lines.ts';

const pieceBytes = 256 * 1024;
/** How long one request waits for more of the log. */
const followWaitSec = 20;
const tailLinesMax = 10_000;

/** The log from its beginning, or its last lines, as far as it is written; with `--follow` until the run is over. */
export const run: RunCommand = (input) =>
  withConnection(input, async ({ send }) => {
    const tail = numberOption(input, 'tail', { min: 1, max: tailLinesMax });
    const follow = input.options['follow'] === true;
    const path = { run_id: input.args[0] ?? '' };
    const lines = createLogLines((line) => input.io.out(line));
    let offset = tail === undefined ? 0 : -pieceBytes;
    for (let first = true; ; first = false) {
      const query = { offset, limit: pieceBytes, wait_sec: follow && !first ? followWaitSec : 0 };
      const { data } = await send<Row>({
        route: 'GET /control/api/v1/runs/{run_id}/log',
        path,
        query,
      });
      const text = asText(data['text']);
      if (wantsJson(input)) input.io.out(JSON.stringify(data));
      else lines.add(first && tail !== undefined ? lastLines(text, tail) : text);
      if (data['dropped'] !== null && !wantsJson(input)) {
        input.io.err('A part of this log was dropped to keep it within its bound.');
      }
      offset = Number(data['next_offset']);
      if (data['eof'] === true) break;
      // While the run lives a part of a character may stay unread.
      if (!follow && (offset >= Number(data['size_bytes']) || text === '')) break;
    }
    lines.end();
    return exitCodes.ok;
  });

function lastLines(text: string, count: number): string {
  const lines = text.split('\n');
  // What ends with a line break ends with an empty piece, which is no line.
  const kept = count + (lines.at(-1) === '' ? 1 : 0);
  return lines.slice(-kept).join('\n');
}
