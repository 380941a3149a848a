/** How ending one process of a run came out, in the words of the gate, the queue item and the API. */

/** What a gate says of a process that it was asked to end, where it did not refuse. */
export const processEndOutcomes = ['ended', 'killed', 'gone', 'survived', 'failed'] as const;
/**
 * `ended`: it heeded TERM. `killed`: it did not, and was killed. `gone`: it had ended already. `survived`: it outlives
 * KILL. `failed`: it could not be looked at, and what became of it is to be seen in the list.
 */
export type ProcessEndOutcome = (typeof processEndOutcomes)[number];

/** What of the named process is not as it was seen. */
export const processChangeFields = ['boot_id', 'start_ticks', 'run_id'] as const;
/** The member of the request that does not fit what is there. */
export type ProcessChangeField = (typeof processChangeFields)[number];

/** Time between TERM and KILL where nothing else was asked for, seconds: that of a stop. */
export const processEndGraceSec = 5;
