/**
 * One making of a page for all who ask for it at once. Whoever asks must see what was committed
 * before: a making that began at an older head is not for them. They share the next, which begins
 * when that one ends. So under steady commits each page is made one after the other, each for
 * everybody who came meanwhile, and nobody waits for more than two.
 */
import type { PageCache } from './page-cache.ts';

/** What a request for a page is answered with. */
export interface Page {
  readonly bytes: Uint8Array;
  /** Made for an earlier request. */
  readonly isKept: boolean;
}

interface Flight {
  /** Head of the read models before it began. */
  readonly head: number;
  readonly page: Promise<Page>;
  next: Promise<Page> | null;
}

/** One for each pipeline. `readHead` is asked at every request, before the cache is looked into. */
export class PageFlights {
  readonly #flights = new Map<string, Flight>();
  readonly #cache: PageCache;
  readonly #readHead: () => number | Promise<number>;

  constructor(cache: PageCache, readHead: () => number | Promise<number>) {
    this.#cache = cache;
    this.#readHead = readHead;
  }

  /** The page kept, under way or made anew by `make`, whose failure everybody who shares it hears. */
  async page(key: string, make: () => Promise<Uint8Array>): Promise<Page> {
    const head = await this.#readHead();
    const bytes = this.#cache.get(key, head);
    if (bytes !== undefined) return { bytes, isKept: true };
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#begin(key, head, make);
    if (flight.head === head) return flight.page;
    flight.next ??= this.#after(flight, key, make);
    return flight.next;
  }

  #begin(key: string, head: number, make: () => Promise<Uint8Array>): Promise<Page> {
    const page = this.#make(key, head, make);
    this.#flights.set(key, { head, page, next: null });
    return page;
  }

  async #make(key: string, head: number, make: () => Promise<Uint8Array>): Promise<Page> {
    try {
      const bytes = await make();
      this.#cache.set(key, head, bytes);
      return { bytes, isKept: false };
    } finally {
      this.#flights.delete(key);
    }
  }

  /** Whoever asks between the end of `flight` and this start begins or shares one of their own. */
  async #after(flight: Flight, key: string, make: () => Promise<Uint8Array>): Promise<Page> {
    await flight.page.catch(() => undefined);
    return this.page(key, make);
  }
}
