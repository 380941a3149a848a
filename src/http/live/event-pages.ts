/**
 * The event log in pages of records ready to be sent, so that a thousand clients that come back at
 * once read and serialise each event once. Full pages never change; the newest few are kept. The
 * tail is the page that the log is growing into; it ends exactly where the live streams are.
 */
import type { FeedReads } from '../../store/ports/feed.ts';
import { type FeedRecord, toFeedRecord } from './frames.ts';

/** Events of one page. */
export const pageEvents = 128;
const pagesMax = 64;
/** Characters kept in full pages, whatever their number. */
const pageCharsMax = 32 * 1024 * 1024;

interface FullPage {
  readonly records: readonly FeedRecord[];
  readonly chars: number;
}

const pageOf = (after: number): number => Math.floor(after / pageEvents);

/** Bounded by pages and by characters. Those who ask for a page that is being read share the reading. */
export class EventPages {
  readonly #reads: FeedReads;
  readonly #full = new Map<number, FullPage>();
  readonly #loading = new Map<number, Promise<readonly FeedRecord[]>>();
  #chars = 0;
  #tail: FeedRecord[] = [];
  #position = 0;

  constructor(reads: FeedReads) {
    this.#reads = reads;
  }

  /** Id of the last event taken in. */
  get position(): number {
    return this.#position;
  }

  /** Goes to the page that holds `head` or what follows it; resolves with the new position. */
  async open(head: number): Promise<number> {
    const page = pageOf(head);
    const records = (await this.#reads.eventsAfter(page * pageEvents, pageEvents)).map(
      toFeedRecord,
    );
    this.#tail = records;
    this.#position = records.at(-1)?.id ?? page * pageEvents;
    this.#turnPage();
    return this.#position;
  }

  /** Takes in the next event. */
  append(record: FeedRecord): void {
    this.#tail.push(record);
    this.#position = record.id;
    this.#turnPage();
  }

  /** Some records after `after` up to the position; none when there is nothing further. */
  async after(after: number): Promise<readonly FeedRecord[]> {
    if (after >= this.#position) return [];
    const page = pageOf(after);
    const records = page === pageOf(this.#position) ? this.#tail : await this.#load(page);
    return records.filter(({ id }) => id > after);
  }

  clear(): void {
    this.#full.clear();
    this.#chars = 0;
    this.#tail = [];
  }

  #turnPage(): void {
    if (this.#tail.length < pageEvents) return;
    this.#keep(pageOf(this.#position) - 1, this.#tail);
    this.#tail = [];
  }

  #load(page: number): Promise<readonly FeedRecord[]> {
    const kept = this.#full.get(page);
    if (kept !== undefined) {
      // The order of the map is the order of use.
      this.#full.delete(page);
      this.#full.set(page, kept);
      return Promise.resolve(kept.records);
    }
    const loading = this.#loading.get(page);
    if (loading !== undefined) return loading;
    const read = this.#reads
      .eventsAfter(page * pageEvents, pageEvents)
      .then((events) => {
        const records = events.map(toFeedRecord);
        this.#keep(page, records);
        return records;
      })
      .finally(() => this.#loading.delete(page));
    this.#loading.set(page, read);
    return read;
  }

  #keep(page: number, records: readonly FeedRecord[]): void {
    if (this.#full.has(page)) return;
    const chars = records.reduce(
      (sum, { parts }) => sum + parts.reduce((part, { data }) => part + data.length, 0),
      0,
    );
    this.#full.set(page, { records, chars });
    this.#chars += chars;
    for (const [oldest, { chars: freed }] of this.#full) {
      if (this.#full.size <= pagesMax && this.#chars <= pageCharsMax) break;
      this.#full.delete(oldest);
      this.#chars -= freed;
    }
  }
}
