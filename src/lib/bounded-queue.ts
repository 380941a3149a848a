/** A first-in first-out queue with a named bound; `push` says no instead of growing. */

/** Holds at most `capacity` items pushed; whoever pushes decides what to do about a refusal. */
export class BoundedQueue<T> {
  readonly capacity: number;
  #items: (T | undefined)[] = [];
  #head = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get size(): number {
    return this.#items.length - this.#head;
  }

  /** Appends `item`; false when the queue is full and nothing was done. */
  push(item: T): boolean {
    if (this.size >= this.capacity) return false;
    this.#items.push(item);
    return true;
  }

  /** Puts back an item that was taken, ahead of all others, even past the bound. */
  unshift(item: T): void {
    if (this.#head > 0) {
      this.#head -= 1;
      this.#items[this.#head] = item;
    } else {
      this.#items.unshift(item);
    }
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    } else if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** The last item, to coalesce with; undefined when empty. */
  peekLast(): T | undefined {
    return this.size === 0 ? undefined : this.#items[this.#items.length - 1];
  }

  /** Replaces the last item. Does nothing when empty. */
  replaceLast(item: T): void {
    if (this.size > 0) this.#items[this.#items.length - 1] = item;
  }
}
