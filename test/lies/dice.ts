/** Random choices that follow a seed alone, so that every generated project and lie can be made again. */

/** A source of choices; two with the same seed choose alike. */
export interface Dice {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from `low` to `high`. */
  whole(low: number, high: number): number;
  /** A number between `low` and `high` with so many decimals. */
  real(low: number, high: number, decimals: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** The same items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** `names` tell apart what has the same seed. */
export function createDice(seed: number, ...names: readonly string[]): Dice {
  let state = seed >>> 0;
  for (const character of names.join('\0'))
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const dice: Dice = {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    real: (low, high, decimals) => Number((low + next() * (high - low)).toFixed(decimals)),
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    shuffle(items) {
      const rest = [...items];
      return items.map(() => rest.splice(Math.floor(next() * rest.length), 1)[0] as never);
    },
  };
  return dice;
}
