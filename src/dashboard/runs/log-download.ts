/** The whole log of a run, put together from the pieces that its worker gives. Pure but for the reading. */

import type { Reply } from '../service/wire.ts';
import { bytesText } from '../words/units.ts';

/** As much as the service gives at once. */
export const pieceBytes = 256 * 1024;
/** The page holds no more at once; `orrery run log` has no such bound. */
export const downloadBytesMax = 64 * 1024 * 1024;

/** The text and whether it was cut at the bound, or why it could not be had. */
type WholeLog = { readonly text: string; readonly isCut: boolean } | { readonly problem: string };

/** `read` gives the piece at an offset, or says why not; `onProgress` is told the bytes so far. */
export async function fetchLog(
  read: (offset: number) => Promise<Reply<'runs.log'> | string>,
  onProgress: (bytes: number) => void,
): Promise<WholeLog> {
  const pieces: string[] = [];
  let offset = 0;
  while (offset < downloadBytesMax) {
    const piece = await read(offset);
    if (typeof piece === 'string') return { problem: piece };
    const { text = '', next_offset: next = offset, dropped, eof } = piece;
    if (dropped != null) {
      const size = bytesText((dropped.to ?? 0) - (dropped.from ?? 0));
      pieces.push(`[${size} were dropped here to keep the log within its bound]\n`);
    }
    pieces.push(text);
    const isEnd = eof === true || text === '' || next <= offset;
    // What is written meanwhile is for another time.
    if (isEnd) return { text: pieces.join(''), isCut: false };
    offset = next;
    onProgress(offset);
  }
  return { text: pieces.join(''), isCut: true };
}
