/** Cuts a stream of bytes into lines, whatever the pieces in which it arrives. */

interface LineSplitter {
  /** Lines that this piece completes, without their end; null for one that was too long. */
  push(piece: Buffer): (string | null)[];
}

const newline = 0x0a;

/**
 * Keeps at most `lineBytesMax` bytes: of a longer line nothing is kept, and it is told once, when
 * it ends. Bytes after the last line end are kept until the rest comes and never told by themselves.
 */
export function createLineSplitter(lineBytesMax: number): LineSplitter {
  let pieces: Buffer[] = [];
  let heldBytes = 0;
  let isTooLong = false;

  const hold = (piece: Buffer): void => {
    heldBytes += piece.length;
    isTooLong ||= heldBytes > lineBytesMax;
    if (isTooLong) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };

  const takeLine = (): string | null => {
    const line = isTooLong ? null : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    heldBytes = 0;
    isTooLong = false;
    return line;
  };

  return {
    push(piece) {
      const lines: (string | null)[] = [];
      let from = 0;
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
        hold(piece.subarray(from, end));
        lines.push(takeLine());
        from = end + 1;
      }
      // A copy, since a small rest would otherwise keep the whole piece in memory.
      hold(Buffer.from(piece.subarray(from)));
      return lines;
    },
  };
}
