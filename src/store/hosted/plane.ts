/**
 * One control plane among several on one database. It stands by until the lease is free, follows the log
 * meanwhile, takes over with a copy that is whole, and writes from then on. A lease that it has lost it never
 * takes again: what it holds in memory was decided upon turns that may not be written, so the process ends.
 */
import type { Journal } from '../../actors/journal/port.ts';
import { PostgresUnavailableError } from '../../actors/journal/postgres/errors.ts';
import { type Lease, type LeaseHolder, leaseTimes } from '../../actors/journal/postgres/lease.ts';
import type { JournalSource } from '../../actors/journal/postgres/source.ts';
import { pause, systemClock, type TimerHandle } from '../../lib/clock.ts';
import type { Plane, PlaneStanding } from '../ports/plane.ts';
import { StoreOpenError } from '../sqlite/migrate.ts';
import type { Following } from './following.ts';
import { type Holding, holdLease, momentNow } from './holding.ts';

interface PlaneOptions {
  readonly lease: Lease;
  readonly source: Pick<JournalSource, 'epochs'>;
  readonly following: Pick<Following, 'look'>;
  /** Of the log that the copy is of. */
  readonly epoch: () => string;
  /** Opens the writer under a number that was taken. */
  readonly openWriter: (fence: number) => Promise<Journal>;
  /** Told that the lease was taken here. */
  readonly onHeld: (holder: LeaseHolder) => void;
  readonly onFault: (error: unknown) => void;
}

/** Between two attempts at what a server that is away keeps from going on. */
const againMs = 250;

/** See the head of this file. */
export class HostedPlane implements Plane {
  readonly #options: PlaneOptions;
  #seen: LeaseHolder | null = null;
  #seenEnds = new AbortController();
  #holding: Holding | null = null;
  #writer: Journal | null = null;
  #isActive = false;
  #isOver = false;
  /** The server could not be asked, so that nobody could say that it lives. */
  #wasAway = false;
  /** Until when, ms of the monotonic clock, who held the lease before that may say so. */
  #patientUntil: number | null = null;
  #timer: TimerHandle | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: PlaneOptions) {
    this.#options = options;
  }

  standing(): PlaneStanding {
    const role = this.#isActive ? 'active' : 'standby';
    const holder = this.#isActive ? (this.#holding?.holder ?? null) : this.#seen;
    return { role, holder: holder && { address: holder.address, since: holder.since } };
  }

  whileHeld(): AbortSignal {
    return this.#seenEnds.signal;
  }

  /** The lease while it is held here. */
  get holding(): Holding | null {
    return this.#holding;
  }

  /** Who writes, once the copy is whole; null while it is another plane. */
  get writer(): Journal | null {
    return this.#writer;
  }

  /** Takes the lease if it is free, before anything is read. */
  async tryToTake(): Promise<boolean> {
    const { lease, onHeld, onFault } = this.#options;
    const asked = momentNow();
    const holder = await lease.take();
    if (holder === null) {
      this.#see(await lease.holder());
      return false;
    }
    this.#see(null);
    onHeld(holder);
    this.#holding = holdLease(lease, holder, asked, onFault);
    return true;
  }

  /** Opens the writer under the lease that is held, with a copy that is whole. */
  async openWriter(): Promise<void> {
    const { fence } = this.#holding!.holder;
    this.#writer = await this.#options.openWriter(fence);
  }

  async onTaken(begin: () => Promise<void>): Promise<void> {
    if (this.#writer === null) return this.#schedule(begin);
    await begin();
    this.#isActive = true;
  }

  isSure(): boolean {
    return this.#isActive && this.#holding?.isSure() === true;
  }

  async untilSure(signal: AbortSignal): Promise<void> {
    while (this.#holding?.isSure() !== true) {
      await unlessAborted(signal, this.#becomeSure());
    }
  }

  async #becomeSure(): Promise<void> {
    const holding = this.#holding;
    if (holding !== null && (await holding.renew()) === null) return;
    holding?.lost.throwIfAborted();
    await pause(systemClock, againMs);
  }

  async stay(): Promise<void> {
    this.#isOver = true;
    this.#timer?.cancel();
    await this.#underWay;
  }

  stays(): boolean {
    return this.#isOver;
  }

  async look(): Promise<void> {
    if (this.#holding === null) this.#see(await this.#options.lease.holder());
  }

  async handOver(): Promise<void> {
    await this.stay();
    await this.#writer?.close();
    this.#writer = null;
    this.#isActive = false;
    await this.#holding?.end();
    this.#holding = null;
  }

  #see(holder: LeaseHolder | null): void {
    const isOther = holder?.fence !== this.#seen?.fence;
    this.#seen = holder;
    if (!isOther) return;
    this.#seenEnds.abort(new Error('its lease ended meanwhile'));
    this.#seenEnds = new AbortController();
  }

  #schedule(begin: () => Promise<void>, delayMs: number = leaseTimes.lookMs): void {
    if (this.#isOver) return;
    this.#timer = systemClock.setTimer(delayMs, () => {
      this.#underWay = this.#look(begin);
    });
  }

  async #look(begin: () => Promise<void>): Promise<void> {
    try {
      if (this.#holding === null) {
        this.#see(await this.#options.lease.holder());
        const isFree = this.#isLeft() && (await this.tryToTake());
        if (!isFree) return this.#schedule(begin);
      }
      if (!(await this.#catchUp())) return this.#schedule(begin, againMs);
      await this.openWriter();
      await begin();
      this.#isActive = true;
    } catch (error) {
      // Who holds it is not known anew; a server that is away lets nobody else write either.
      if (error instanceof PostgresUnavailableError) {
        this.#wasAway = true;
        this.#schedule(begin);
      } else this.#options.onFault(error);
    }
  }

  /** Nobody holds the lease, and whoever did has had its time to say that it lives since the server is back. */
  #isLeft(): boolean {
    if (this.#seen !== null) {
      this.#wasAway = false;
      this.#patientUntil = null;
      return false;
    }
    if (this.#wasAway) this.#patientUntil ??= systemClock.monotonic() + leaseTimes.expireMs;
    return this.#patientUntil === null || systemClock.monotonic() >= this.#patientUntil;
  }

  /** Nobody else writes any more: what is there now is all. */
  async #catchUp(): Promise<boolean> {
    if ((await this.#options.following.look(true)) !== null) return false;
    const epoch = (await this.#options.source.epochs()).at(-1)?.epoch;
    if (epoch === this.#options.epoch()) return true;
    throw new StoreOpenError(
      'The log in PostgreSQL began a new epoch while this control plane stood by. Start it again: it reads anew ' +
        'which log it is.',
    );
  }
}

/** Rejects with the signal's reason as soon as that is aborted. */
async function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  signal.throwIfAborted();
  const heard = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), {
      signal: heard.signal,
    });
  });
  await Promise.race([work, aborted]).finally(() => heard.abort());
}
