/** Which part one control plane has where several are started on one store. */

/** The parts: one holds the lease and writes, the others follow it and stand by. */
export const planeRoles = ['active', 'standby'] as const;

/** As of the last look at the lease. */
export interface PlaneStanding {
  readonly role: (typeof planeRoles)[number];
  /** Who holds the lease; null while it is not known that anybody does. */
  readonly holder: {
    /** Where it is reached; null where it says nothing of it. */
    readonly address: string | null;
    /** ISO 8601. */
    readonly since: string;
  } | null;
}

/** The part of this control plane. */
export interface Plane {
  standing(): PlaneStanding;
  /** Aborted when it is seen that another holds the lease than now, or nobody. */
  whileHeld(): AbortSignal;
  /**
   * Called once when this plane has taken over: its copy is whole and its journal writes. It is active once
   * that has resolved. At once where it holds the lease already; never once it is handed over or closed.
   */
  onTaken(begin: () => Promise<void>): Promise<void>;
  /** False while another holds the lease, or may by now. */
  isSure(): boolean;
  /**
   * Resolves while nobody else can have taken the lease: at once where that was heard lately, else when the server has
   * said so. Rejects when another has taken it, or the signal is aborted.
   */
  untilSure(signal: AbortSignal): Promise<void>;
  /** Takes over no more; resolves once a taking over that is under way is through. */
  stay(): Promise<void>;
  /** True once it takes over no more: what it holds it is about to hand over. */
  stays(): boolean;
  /** Looks who holds the lease now, where this plane has given it back; rejects when the server cannot be asked. */
  look(): Promise<void>;
  /** Writes what is to be written and gives the lease back; nothing is written from then on. */
  handOver(): Promise<void>;
}
