/**
 * A value taken apart to be sent from one process to another in pieces: what is sent at once is built
 * at once by the process that receives it, which meanwhile does nothing else. Only lists that are
 * members of the value are taken apart, since those are what is large. Pure.
 */

/** Characters and values of one piece, about: built in a few milliseconds. */
const pieceWeightMax = 128 * 1024;

/** Entries of a large list that are sent at once, about `pieceWeightMax` of them; taken in by `addPiece`. */
export interface Piece {
  /** Member whose list the entries belong to, in order. */
  readonly member: string;
  readonly entries: readonly unknown[];
}
interface TakenApart {
  /** The value with its large lists empty. */
  readonly frame: unknown;
  readonly pieces: readonly Piece[];
}

/** Lists that fit into one piece stay in the frame. A value that is a list itself is not taken apart. */
export function takeApart(value: unknown): TakenApart {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { frame: value, pieces: [] };
  const pieces: Piece[] = [];
  const frame = Object.entries(value).map(([member, part]): [string, unknown] => {
    if (!Array.isArray(part)) return [member, part];
    const cut = cutList(part);
    if (cut.length < 2) return [member, part];
    for (const entries of cut) pieces.push({ member, entries });
    return [member, []];
  });
  return { frame: Object.fromEntries(frame), pieces };
}

/** Puts the entries of a piece where they belong; pieces come in order. */
export function addPiece(frame: unknown, { member, entries }: Piece): void {
  const list = (frame as Record<string, unknown[]>)[member]!;
  for (const entry of entries) list.push(entry);
}

function cutList(list: readonly unknown[]): unknown[][] {
  const pieces: unknown[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const entry of list) {
    const own = weigh(entry);
    if (weight + own > pieceWeightMax) {
      pieces.push([]);
      weight = 0;
    }
    pieces.at(-1)!.push(entry);
    weight += own;
  }
  return pieces;
}

/** Each value counts as much as a short text does. */
function weigh(value: unknown): number {
  const own = 16;
  if (typeof value === 'string') return own + value.length;
  if (typeof value !== 'object' || value === null) return own;
  let sum = own;
  for (const [name, member] of Object.entries(value)) sum += name.length + weigh(member);
  return sum;
}
